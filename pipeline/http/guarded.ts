import { UpstreamDown } from '../../core/domain/errors.ts'

/**
 * What became of a visit. `ok`: an answer of the kind asked for. `auth_wall`: alive, and wants credentials (401, 403).
 * `soft_404`: status 200 with a page where data was asked for. `refused_unsafe`: never asked, the address is not
 * one that may be fetched. `error`: any other failure, such as 5xx, a broken connection or a body that does not end.
 */
export const OUTCOMES = [
  'ok',
  'auth_wall',
  'not_found',
  'soft_404',
  'dns_dead',
  'tls',
  'timeout',
  'refused_unsafe',
  'error',
] as const

export type VisitOutcome = (typeof OUTCOMES)[number]

/** One visit to an address that an agent supplied, recorded in the archive whatever became of it. */
export interface Visit {
  /** The original address, before redirects. */
  url: string
  outcome: VisitOutcome
  /** The status of the last answer, or null when there was none. */
  status: number | null
  /** Where redirects ended, or null when nothing answered. */
  finalUrl: string | null
  /** Of the body in the archive: what was asked for, or a status named in `alive`, in JSON. Of an empty one else. */
  sha256: string
  retrievedAt: string
  contentType: string | null
  /** The parsed body where JSON was asked for and came, else null. */
  json: unknown
  /** Of the last answer, lower-case names; only those in `KEPT_HEADERS` of `guard/record.ts`. */
  headers: Record<string, string>
}

/** An address could not be looked at, for a reason that is not its host's: it is asked on a later day. */
export class Unseen extends UpstreamDown {
  constructor(address: string) {
    super(address, 'we could not look (no name server answered, or this machine has no way there)')
  }
}

export interface VisitOptions {
  /** `json`: an answer that is not JSON is `soft_404` (a page) or `error`. `any`: every 2xx is `ok`, and not read. */
  expect: 'json' | 'any'
  /** Statuses that count as `ok` besides 2xx, e.g. `[402]`; a JSON body is parsed when it is one. */
  alive?: number[]
}

/**
 * Visits addresses that strangers supplied, through one guard: https on 443 only, literal and looked-up addresses
 * public, every redirect judged again, one request at a time for a host, and caps on bytes, time and redirects.
 * Never throws for what an address does; throws UpstreamDown when the time or the requests of the run are spent, and
 * Unseen.
 */
export interface Guarded {
  visit(url: string, options: VisitOptions): Promise<Visit>
}
