import { classifyAnswer } from '../classify.ts'
import type { ProbeOutcome } from '../outcome.ts'
import { leavesHost } from '../site.ts'
import { isGate } from './rpc.ts'
import type { ControlAnswer } from './session.ts'

/** Of a page, what tells what it is. */
const MAX_PAGE_CHARS = 65_536
const JSON_TYPE = /\bjson\b/i
/** Types of what is no data, whatever it looks like. */
export const NO_DATA_TYPE = /^(text\/(?!json)|application\/xhtml)/i
const PAGE_TYPE = /^(text\/html|application\/xhtml)/i

/** True once a page was read as far as it is needed. */
export const isPageEnough = (text: string): boolean => text.length > MAX_PAGE_CHARS

export const hasType = ({ headers }: ControlAnswer, type: RegExp): boolean =>
  type.test(headers.get('content-type') ?? '')

/** True for a page, by its type or by its first characters. */
export const looksLikePage = (answer: ControlAnswer): boolean =>
  hasType(answer, PAGE_TYPE) || /^\s*<(!doctype\s+html|html)/i.test(answer.text.slice(0, 200))

/** Returns the outcome of an answer that is not what was hoped for. */
export function judgeOther(answer: ControlAnswer, declared: string): ProbeOutcome {
  const { status, text, url } = answer
  if (leavesHost(declared, url)) return 'wrong_protocol'
  const page = findNoticePage(answer)
  if (page !== null) return page
  if (status === 429) return 'rate_limited'
  if (status === 404 || status === 410) return 'not_found'
  if (status >= 500) return 'server_error'
  if (isGate(answer)) return 'gated'
  const isBroken =
    status < 300 && !looksLikePage(answer) && (hasType(answer, JSON_TYPE) || /^\s*[{[]/.test(text))
  return isBroken && !isJson(text) ? 'malformed' : 'wrong_protocol'
}

/** Recognizes pages of firewalls and of registrars: what they look like is known in one place alone. */
export function findNoticePage({ status, headers, url, text }: ControlAnswer): 'blocked' | 'parked' | null {
  const response = new Response(null, { status: status === 304 ? 200 : status, headers })
  const outcome = classifyAnswer(Object.defineProperty(response, 'url', { value: url }), text)
  return outcome === 'blocked' || outcome === 'parked' ? outcome : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
