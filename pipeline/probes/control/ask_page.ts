import type { ProbeOutcome } from '../outcome.ts'
import { leavesHost } from '../site.ts'
import type { ControlTarget } from './draw.ts'
import { findNoticePage, hasType, isPageEnough, judgeOther, looksLikePage, NO_DATA_TYPE } from './judge.ts'
import { parseOrNull } from './rpc.ts'
import type { ControlAnswer, ControlSession } from './session.ts'

/** Visible characters of a page that shows something. */
const MIN_VISIBLE_CHARS = 40
/** Fields of a record: a sign of health or a greeting has fewer. */
const MIN_FIELDS = 4
const SHOWN = /^((image|video|audio)\/|application\/(pdf|xml)|text\/(markdown|xml))/i

/** A page, a record or a proof: what its kind promises. */
export async function askPage({ url, kind }: ControlTarget, session: ControlSession): Promise<ProbeOutcome> {
  const isEnough = kind === 'web' ? isPageEnough : undefined
  const headers = { accept: kind === 'web' ? 'text/html, */*;q=0.5' : 'application/json, */*;q=0.5' }
  const answer = await session.ask(url, { method: 'GET', headers, ...(isEnough && { isEnough }) })
  const isOwn = answer.status >= 200 && answer.status < 300 && !leavesHost(url, answer.url)
  const isPromised = isOwn && findNoticePage(answer) === null && holdsPromise(kind, answer)
  return isPromised ? 'answers' : judgeOther(answer, url)
}

function holdsPromise(kind: ControlTarget['kind'], answer: ControlAnswer): boolean {
  const json = parseOrNull(answer.text)
  if (kind === 'proof') return Array.isArray((json as { registrations?: unknown } | null)?.registrations)
  const isData = isRecord(json) && !hasType(answer, NO_DATA_TYPE)
  if (kind === 'oasf') return isData && typeof (json as { name?: unknown }).name === 'string'
  const isPage = json === null && looksLikePage(answer) && answer.text.trim() !== ''
  if (kind === 'web') return isPage || hasType(answer, SHOWN)
  return isData || (isPage && countVisible(answer.text) >= MIN_VISIBLE_CHARS)
}

/** True for JSON that says something of its subject. */
function isRecord(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const values = Object.values(json)
  return values.length >= MIN_FIELDS || values.some((value) => value !== null && typeof value === 'object')
}

const countVisible = (page: string): number =>
  page
    .replaceAll(/<(head|script|style|noscript)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim().length
