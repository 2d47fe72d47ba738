import { hashHex } from '../../archive/archive.ts'
import type { ArchivedResponse } from '../../archive/source_day.ts'
import { NOT_PROBED_REASONS, PROBE_OUTCOMES } from '../../probes/outcome.ts'
import { RequestNotMade } from '../../probes/pace.ts'
import { ProbeFailure, type ProbeRequest } from '../../probes/protocol.ts'
import { sanitizeText } from '../answer.ts'
import { readStoredBody, type StoredBody } from './probe_body.ts'
import { type Bodies, VISIT_NOT_OBSERVED } from './record.ts'
import { NotObservedError } from './transport.ts'
import { WholeResponse } from './whole_response.ts'

/**
 * Headers that are stored: those of protocols, and those by which a firewall says that it answers. `endpoint` is no
 * header but the event by which a stream of HTTP+SSE names its address: it changes each day, which the body must not.
 */
const STORED_HEADERS = [
  ...['www-authenticate', 'payment-required', 'retry-after', 'mcp-session-id', 'allow', 'location'],
  ...['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action', 'x-sucuri-block', 'x-datadome'],
]
export const ENDPOINT = 'endpoint'
const MAX_HEADER_CHARS = 2_048
/** A quote with the schemas of its resource is long. */
const MAX_QUOTE_CHARS = 65_536
const NULL_BODY = new Set([204, 205, 304])

/** The identity of an exchange of a probe. */
export type SentRequest = Pick<ArchivedResponse, 'method' | 'url' | 'request' | 'target' | 'occurrence'>

/** Numbers equal requests of one probe in the order in which they are sent: the same live and in a replay. */
export class RequestCounter {
  readonly #target: string
  readonly #counts = new Map<string, number>()

  /** `target`: the declared address that is probed. */
  constructor(target: string) {
    this.#target = target
  }

  identify(url: string, { method, body }: ProbeRequest): SentRequest {
    // An address with line ends must not look like another request in the archive.
    const href = URL.parse(url)?.href ?? sanitizeText(url)
    const request = body === undefined ? null : hashHex(body)
    const key = `${href} ${method} ${request}`
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return {
      ...{ method, url: href, request },
      ...(href !== this.#target && { target: this.#target }),
      ...(count > 1 && { occurrence: count }),
    }
  }
}

/** The result of an exchange; status is 0 without an answer. */
export interface Exchanged {
  status: number
  headers: Headers
  finalUrl: string | null
  /** Bytes of the body as sent. */
  sent: number
  body: StoredBody
  endpoint?: string | null
  firstByteMs: number | null
  totalMs: number | null
  /** The error thrown instead of an answer, or at the end of a stream. */
  failure?: unknown
}

/** An exchange without an answer. */
export const FAILED: Exchanged = {
  ...{ status: 0, headers: new Headers(), finalUrl: null, sent: 0 },
  ...{ body: { bytes: Buffer.alloc(0), order: null }, firstByteMs: null, totalMs: null },
}

/** Stores an exchange in the archive. */
export function archiveExchange(
  archive: Bodies,
  sent: SentRequest,
  came: Exchanged,
  now: number,
): ArchivedResponse {
  const headers = storeHeaders(came)
  const { bytes, form, order } = came.body
  return {
    ...sent,
    ...{ status: came.status, sha256: archive.writeBody(bytes), bytes: came.sent, etag: null },
    ...{ content_type: came.headers.get('content-type')?.slice(0, MAX_HEADER_CHARS) ?? null, link: null },
    retrieved_at: new Date(now).toISOString(),
    ...(came.failure !== undefined && { outcome: toOutcome(came.failure) }),
    final_url: came.finalUrl,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(came.firstByteMs !== null && { first_byte_ms: Math.round(came.firstByteMs) }),
    ...(came.totalMs !== null && { total_ms: Math.round(came.totalMs) }),
    ...(form && { form }),
    ...(order && { order: archive.writeBody(Buffer.from(JSON.stringify(order))) }),
  }
}

function storeHeaders({ headers, endpoint = null }: Exchanged): Record<string, string> {
  const stored = STORED_HEADERS.flatMap((name) => {
    const max = name === 'payment-required' ? MAX_QUOTE_CHARS : MAX_HEADER_CHARS
    const value = headers.get(name)
    return value === null ? [] : [[name, value.slice(0, max)]]
  })
  return Object.fromEntries([...stored, ...(endpoint === null ? [] : [[ENDPOINT, endpoint]])])
}

/** A caller who ends its own request has waited long enough. */
const toOutcome = (failure: unknown): string => {
  if (failure instanceof RequestNotMade) return failure.reason
  if (failure instanceof NotObservedError) return VISIT_NOT_OBSERVED
  return failure instanceof ProbeFailure ? (failure.reason ?? failure.outcome) : 'timeout'
}

/** Returns the failure that an exchange was recorded with, or null. */
export function toFailure({ outcome: text, url }: ArchivedResponse): Error | null {
  if (text === undefined) return null
  if (text === VISIT_NOT_OBSERVED) return new NotObservedError(`${sanitizeText(url)} could not be probed`)
  if (text === 'time' || text === 'host_refused') return new RequestNotMade(text)
  const reason = NOT_PROBED_REASONS.find((name) => name === text)
  if (reason) return new ProbeFailure('not_probed', { reason })
  return new ProbeFailure(PROBE_OUTCOMES.find((outcome) => outcome === text) ?? 'malformed')
}

/** Reads a stored body back. Throws OperationalError when it is missing or damaged. */
export function readArchived(
  archive: Pick<Bodies, 'readBody'>,
  { sha256: hash, form, order }: ArchivedResponse,
): StoredBody {
  const keys = order === undefined ? null : (JSON.parse(archive.readBody(order).toString()) as string[][])
  return { bytes: archive.readBody(hash), form, order: keys }
}

/** Returns the response that a protocol reads: live and in a replay it is made of what is stored, and so the same. */
export function buildProbeResponse(
  { status, final_url = null, url, content_type, headers: stored = {} }: ArchivedResponse,
  body: StoredBody | ReadableStream<Uint8Array>,
): Response {
  const { [ENDPOINT]: _, ...others } = stored
  const headers = new Headers({ ...others, ...(content_type !== null && { 'content-type': content_type }) })
  const answered = final_url ?? url
  if (!(body instanceof ReadableStream))
    return new WholeResponse(NULL_BODY.has(status) ? '' : readStoredBody(body), { status, headers }, answered)
  const response = new Response(NULL_BODY.has(status) ? null : body, { status, headers })
  return Object.defineProperty(response, 'url', { value: answered })
}
