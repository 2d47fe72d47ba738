import { tryParseJson } from '../http/guard/probe_body.ts'
import { isPage, readText } from './classify.ts'
import type { ProbeOutcome } from './outcome.ts'
import {
  ProbeFailure,
  type ProbeFetch,
  type ProbeRequest,
  type ProbeResult,
  type ProbeTarget,
} from './protocol.ts'
import { judgeResponse } from './rpc/exchange.ts'
import { leavesHost } from './site.ts'

const MAX_BYTES = 1024 * 1024

/** An answer with its body. */
export interface ReadAnswer {
  response: Response
  text: string
  /** The body as JSON, with unsafe integers as their digits; undefined if it is none. */
  json: unknown
}

/** Sends one request and reads its answer. Throws ProbeFailure, `malformed` for a body over `maxBytes`. */
export async function requestAnswer(
  fetch: ProbeFetch,
  url: string,
  request: ProbeRequest,
  maxBytes = MAX_BYTES,
): Promise<ReadAnswer> {
  const response = await fetch(url, request)
  const text = await readNeeded(response, maxBytes)
  return { response, text, json: tryParseJson(text) }
}

/** Requests a document. Throws ProbeFailure. */
export const getDocument = (
  fetch: ProbeFetch,
  url: string,
  accept: string,
  maxBytes?: number,
): Promise<ReadAnswer> => requestAnswer(fetch, url, { method: 'GET', headers: { accept } }, maxBytes)

/** True if the answer is of the declared host, and its status brings what was asked for. */
export const isFromHost = ({ url }: Pick<ProbeTarget, 'url'>, { response }: ReadAnswer): boolean =>
  response.ok && !leavesHost(url, response.url)

/** False if the type says that the body is text or a page. Static hosts send records as bytes, or without a type. */
export const hasDataType = ({ response }: ReadAnswer): boolean =>
  !/^(text\/(?!json)|application\/xhtml)/i.test(response.headers.get('content-type') ?? '')

/**
 * Returns the outcome of an answer that is not what its kind promises: look for that first. What another host answers
 * after a redirect is `wrong_protocol`, whatever it is.
 */
export function classifyOther({ url }: Pick<ProbeTarget, 'url'>, answer: ReadAnswer): ProbeOutcome {
  const { response, text } = answer
  if (leavesHost(url, response.url)) return 'wrong_protocol'
  const outcome = judgeResponse(response, text)
  return outcome === 'wrong_protocol' && isBrokenJson(answer) ? 'malformed' : outcome
}

/** True for outcomes that say something of the prober, and nothing of the host. */
export const isOfProber = (outcome: ProbeOutcome): boolean =>
  outcome === 'rate_limited' || outcome === 'blocked'

/** Returns the result of an answer; the protocol adds what only it knows. */
export const toResult = (
  outcome: ProbeOutcome,
  { response }: ReadAnswer,
  more: Partial<ProbeResult> = {},
): ProbeResult => ({
  outcome,
  reason: null,
  status: response.status,
  finalUrl: response.url || null,
  protocolVersion: null,
  serverName: null,
  serverVersion: null,
  details: null,
  ...more,
})

/** An error's status decides alone: its body is empty where it cannot be read. A quote comes under 402. */
async function readNeeded(response: Response, maxBytes: number): Promise<string> {
  const reading = readText(response, maxBytes)
  if (response.ok || response.status === 402) return reading
  return reading.catch((error: unknown) => {
    if (error instanceof ProbeFailure) return ''
    throw error
  })
}

/** True for a successful answer that declares JSON, or begins like it, and is none. */
function isBrokenJson({ response, text, json }: ReadAnswer): boolean {
  if (json !== undefined || !response.ok || isPage(response, text)) return false
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '') || /^\s*[{[]/.test(text)
}
