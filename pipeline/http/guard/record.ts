import { type Archive, hashHex } from '../../archive/archive.ts'
import type { ArchivedResponse } from '../../archive/source_day.ts'
import { effectiveStatus, sanitizeText } from '../answer.ts'
import { NotChecked, OUTCOMES, type Visit, type VisitOptions, type VisitOutcome } from '../guarded.ts'
import { parseBodyJson } from './outcome.ts'

/** Headers of a last answer that a visit returns. */
const STORED_HEADERS = ['payment-required']

const EMPTY = Buffer.alloc(0)
const EMPTY_SHA256 = hashHex(EMPTY)
const MAX_HEADER = 16_384

/** In place of an outcome in the archive: not visited, for a reason that is not the host's. */
export const VISIT_NOT_OBSERVED = 'not_observed'

/** The part of the archive that stores visits. */
export type Bodies = Pick<Archive, 'hasBody' | 'readBody' | 'writeBody'>

/** The result of a visit. */
export interface VisitResult {
  outcome: VisitOutcome
  /** Of the last answer; 0 without any. */
  status: number
  /** The address of the last answer. */
  finalUrl: string | null
  headers: Headers
  /** The stored part of the body; null where it is unused. */
  body: Buffer | null
  /** Bytes of the body as sent. */
  bytes: number
  /** The earlier response that a 304 confirmed. */
  confirmed: ArchivedResponse | null
}

/** The result of a visit without an answer. */
export const failedVisit = (outcome: VisitOutcome): VisitResult => ({
  outcome,
  status: 0,
  finalUrl: null,
  headers: new Headers(),
  body: null,
  bytes: 0,
  confirmed: null,
})

/** Stores a visit in the archive, with any outcome; `url` is the requested address. */
export function archiveVisit(archive: Bodies, url: string, to: VisitResult, now: number): ArchivedResponse {
  const { confirmed, headers } = to
  const stored = STORED_HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value.slice(0, MAX_HEADER)]]
  })
  return {
    method: 'GET',
    url,
    request: null,
    status: to.status,
    sha256: confirmed?.sha256 ?? archive.writeBody(to.body ?? EMPTY),
    bytes: to.bytes,
    etag: headers.get('etag') ?? confirmed?.etag ?? null,
    content_type: confirmed ? confirmed.content_type : headers.get('content-type'),
    link: null,
    retrieved_at: new Date(now).toISOString(),
    outcome: to.outcome,
    final_url: to.finalUrl,
    ...(stored.length > 0 && { headers: Object.fromEntries(stored) }),
  }
}

/** Records that an address could not be visited; `url` is the requested address. */
export const archiveUnobserved = (archive: Bodies, url: string, now: number): ArchivedResponse => ({
  ...archiveVisit(archive, url, failedVisit('error'), now),
  outcome: VISIT_NOT_OBSERVED,
})

/**
 * Reads a recorded visit as a source requested it: the one path from bytes to data, live and in replay. Throws
 * NotChecked for one that could not be made.
 */
export function toVisit(
  archive: Bodies,
  response: ArchivedResponse,
  { expect, alive = [] }: VisitOptions,
): Visit {
  const { url, final_url = null, sha256: hash, retrieved_at, content_type } = response
  if (response.outcome === VISIT_NOT_OBSERVED) throw new NotChecked(sanitizeText(url))
  const outcome = OUTCOMES.find((outcome) => outcome === response.outcome) ?? 'error'
  const answered = outcome === 'ok' ? effectiveStatus(response.status) : response.status
  const status = answered === 0 ? null : answered
  const isRead = outcome === 'ok' && (expect === 'json' || alive.includes(status ?? 0))
  const json = isRead && hash !== EMPTY_SHA256 ? parseBodyJson(archive.readBody(hash)) : null
  return {
    url,
    outcome,
    status,
    finalUrl: final_url,
    sha256: hash,
    retrievedAt: retrieved_at,
    contentType: content_type,
    json: json ?? null,
    headers: response.headers ?? {},
  }
}
