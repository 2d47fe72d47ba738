import { UpstreamDown } from '../../core/domain/errors.ts'

/**
 * Outcomes of a visit. `ok`: an answer of the expected kind. `auth_wall`: alive, and wants credentials (401, 403).
 * `soft_404`: status 200 with a page where data was expected. `refused_unsafe`: not requested, the address is not
 * allowed. `error`: any other failure, such as 5xx, a broken connection or a body that does not end.
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

/** One visit to an agent-supplied address, recorded in the archive with any outcome. */
export interface Visit {
  /** The original address, before redirects. */
  url: string
  outcome: VisitOutcome
  /** The status of the last answer, or null when there was none. */
  status: number | null
  /** Final address after redirects, or null without an answer. */
  finalUrl: string | null
  /** Of the body in the archive: the expected kind, or of a status named in `alive`, in JSON. Of an empty one else. */
  sha256: string
  retrievedAt: string
  contentType: string | null
  /** The parsed body where JSON was expected and arrived, else null. */
  json: unknown
  /** Of the last answer, lower-case names; only those that `guard/record.ts` stores. */
  headers: Record<string, string>
}

/** An address could not be visited, for a reason that is not its host's: it is retried on a later day. */
export class NotChecked extends UpstreamDown {
  constructor(address: string) {
    super(address, 'not checked: DNS or network failed on this machine')
  }
}

export interface VisitOptions {
  /** `json`: an answer that is not JSON is `soft_404` (a page) or `error`. `any`: every 2xx is `ok`, and not read. */
  expect: 'json' | 'any'
  /** Statuses that count as `ok` besides 2xx, e.g. `[402]`; a JSON body is parsed when it is one. */
  alive?: number[]
}

/**
 * Visits agent-supplied addresses through one guard: https on 443 only, literal and resolved addresses public, every
 * redirect judged again, one request at a time per host, and caps on bytes, time and redirects. Never throws for a
 * failure of an address; throws UpstreamDown when the time or the requests of the run are used up, and NotChecked.
 */
export interface GuardedVisits {
  visit(url: string, options: VisitOptions): Promise<Visit>
}
