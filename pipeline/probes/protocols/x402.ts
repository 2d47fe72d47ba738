import { toIdText } from '../../agents/file_values.ts'
import { type ObservedQuote, readQuotes } from '../../agents/quotes.ts'
import { pick } from '../../source/pick.ts'
import { classifyOther, hasDataType, type ReadAnswer, requestAnswer, toResult } from '../document.ts'
import type { ProbeOutcome } from '../outcome.ts'
import {
  ProbeFailure,
  type ProbeFetch,
  type ProbeResult,
  type ProbeTarget,
  type Protocol,
} from '../protocol.ts'
import { leavesHost } from '../site.ts'

type Method = 'GET' | 'POST'

/** Statuses by which a resource asks for valid parameters before it quotes. */
const INVALID = [400, 406, 411, 415, 422, 428]
/** Answers to a POST that can mean the resource or only this method: a GET tells which. */
const AMBIGUOUS = [401, 404, 405, 500]
const NOT_ASKED: ProbeResult = {
  outcome: 'not_probed',
  reason: 'post_only',
  status: null,
  finalUrl: null,
  protocolVersion: null,
  serverName: null,
  serverVersion: null,
  details: null,
}

/**
 * Paid resources (x402): one unpaid request in the declared method, as a POST without a body and only where the host
 * allows it. A POST that is refused in a way that may concern the method alone is followed by one GET.
 */
export default {
  kinds: ['x402'],
  async probe(target, fetch) {
    const method = target.method?.toUpperCase() ?? null
    if (method === 'POST') return probeByPost(target, fetch)
    return method === null || method === 'GET' ? probeByGet(target, fetch) : NOT_ASKED
  },
} satisfies Protocol

async function probeByGet(target: ProbeTarget, fetch: ProbeFetch): Promise<ProbeResult> {
  const answer = await requestQuote(target, 'GET', fetch)
  if (answer.response.status !== 405) return toPaidResult(classifyPaid(target, answer), 'GET', answer)
  const posted = target.method === null ? await probeByPost(target, fetch).catch(nullIfNotMade) : null
  return posted ?? toResult('not_probed', answer, { reason: 'post_only' })
}

/** Returns null where the rules allow no POST. Throws any other error. */
function nullIfNotMade(error: unknown): null {
  if (error instanceof ProbeFailure && error.outcome === 'not_probed') return null
  throw error
}

async function probeByPost(target: ProbeTarget, fetch: ProbeFetch): Promise<ProbeResult> {
  const answer = await requestQuote(target, 'POST', fetch)
  const { status } = answer.response
  const outcome = classifyPaid(target, answer)
  const other = AMBIGUOUS.includes(status) ? await requestByGet(target, status, fetch) : null
  if (other === null) return toPaidResult(outcome, 'POST', answer)
  if (other.response.status !== 405) return toPaidResult(classifyPaid(target, other), 'GET', other)
  // POST is the method that it takes, and something else comes before the quote.
  return toPaidResult(status === 404 ? outcome : 'answers_before_payment', 'POST', answer)
}

const requestQuote = (target: ProbeTarget, method: Method, fetch: ProbeFetch): Promise<ReadAnswer> =>
  requestAnswer(fetch, target.url, { method, headers: { accept: 'application/json, */*;q=0.5' } })

/** Returns null without an answer: that of the POST counts then, unless it was that nothing is there. */
async function requestByGet(
  target: ProbeTarget,
  status: number,
  fetch: ProbeFetch,
): Promise<ReadAnswer | null> {
  try {
    return await requestQuote(target, 'GET', fetch)
  } catch (error) {
    if (error instanceof ProbeFailure && status !== 404) return null
    throw error
  }
}

function classifyPaid(target: ProbeTarget, answer: ReadAnswer): ProbeOutcome {
  const quoted = leavesHost(target.url, answer.response.url) ? null : classifyQuote(answer)
  if (quoted !== null) return quoted
  const outcome = classifyOther(target, answer)
  // What it says of parameters or of a token, it says before it quotes.
  const isAlive = outcome === 'wrong_protocol' || outcome === 'gated'
  return isAlive && INVALID.includes(answer.response.status) ? 'answers_before_payment' : outcome
}

/** Returns the outcome of a 402 by its quote, or null where it has none: it may be a gate of another protocol. */
function classifyQuote(answer: ReadAnswer): ProbeOutcome | null {
  const { response, text, json } = answer
  if (response.status !== 402) return null
  if (readHeaderQuotes(answer).length > 0) return 'answers'
  if (readBodyQuotes(answer).length > 0) return hasDataType(answer) ? 'answers' : 'wrong_protocol'
  const isBroken = response.headers.has('payment-required') || (json === undefined && /^\s*[{[]/.test(text))
  return isBroken ? 'malformed' : null
}

/** Quotes of version 2, which has them in a header. */
const readHeaderQuotes = ({ response: { status, headers } }: ReadAnswer): ObservedQuote[] =>
  readQuotes({ status, headers: { 'payment-required': headers.get('payment-required') ?? '' }, json: null })

/** Quotes of version 1, which has them in the body. */
const readBodyQuotes = ({ response: { status }, json }: ReadAnswer): ObservedQuote[] =>
  readQuotes({ status, headers: {}, json })

/** Quotes of the header and of the body are both kept: they may differ. */
function toPaidResult(outcome: ProbeOutcome, method: Method, answer: ReadAnswer): ProbeResult {
  const [header, body] = [readHeaderQuotes(answer), readBodyQuotes(answer)]
  const quotes = [
    ...header.map((quote) => ({ ...quote, from: 'header' })),
    ...body.map((quote) => ({ ...quote, from: 'body' })),
  ]
  const inBody = body.length > 0 ? toIdText(pick(answer.json, 'x402Version'), 20) : null
  const protocolVersion = header.length > 0 ? '2' : inBody
  return toResult(outcome, answer, { protocolVersion, details: { method, quotes } })
}
