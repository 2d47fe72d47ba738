import type { ProbeOutcome } from '../outcome.ts'
import type { ControlTarget } from './draw.ts'
import { hasType, judgeOther, NO_DATA_TYPE } from './judge.ts'
import { parseOrNull } from './rpc.ts'
import type { ControlAnswer, ControlSession } from './session.ts'

const HEADERS = { accept: 'application/json, */*;q=0.5' }
/** Statuses by which a resource asks for parameters or a token before it quotes. */
const BEFORE_QUOTE = new Set([400, 406, 411, 415, 422, 428])
/** Statuses to a POST after which a GET tells whether they concern the method alone. */
const OF_METHOD = new Set([401, 404, 405, 500])

/** A paid resource: one unpaid request, as the probe sent it. */
export async function askX402(target: ControlTarget, session: ControlSession): Promise<ProbeOutcome> {
  const { url, posted } = target
  if (!posted.has(url)) return judgePaid(await session.ask(url, { method: 'GET', headers: HEADERS }), url)
  const answer = await session.ask(url, { method: 'POST', headers: HEADERS })
  const outcome = judgePaid(answer, url)
  if (!OF_METHOD.has(answer.status)) return outcome
  const other = await session.ask(url, { method: 'GET', headers: HEADERS })
  if (other.status !== 405) return judgePaid(other, url)
  return answer.status === 404 ? outcome : 'answers_before_payment'
}

function judgePaid(answer: ControlAnswer, declared: string): ProbeOutcome {
  if (answer.status === 402) return judgeQuote(answer) ?? judgeOther(answer, declared)
  const outcome = judgeOther(answer, declared)
  const isAlive = outcome === 'wrong_protocol' || outcome === 'gated'
  return isAlive && BEFORE_QUOTE.has(answer.status) ? 'answers_before_payment' : outcome
}

/** Returns the outcome of a 402 by its quote: in the header of version 2, or in the body; null without one. */
function judgeQuote(answer: ControlAnswer): ProbeOutcome | null {
  const { headers, text } = answer
  const header = headers.get('payment-required')
  if (isQuote(Buffer.from(header ?? '', 'base64').toString())) return 'answers'
  if (isQuote(text)) return hasType(answer, NO_DATA_TYPE) ? 'wrong_protocol' : 'answers'
  return header !== null || (/^\s*[{[]/.test(text) && parseOrNull(text) === null) ? 'malformed' : null
}

/** True for an offer that names a wallet and a network. */
function isQuote(text: string): boolean {
  const { accepts } = (parseOrNull(text) ?? {}) as { accepts?: unknown }
  return Array.isArray(accepts) && accepts.some((offer) => offer?.payTo && offer?.network)
}
