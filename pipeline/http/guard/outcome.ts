import { parseExactly } from '../../source/exact_json.ts'
import type { VisitOptions, VisitOutcome } from '../guarded.ts'

const NOT_FOUND = new Set([404, 410])
const AUTH_WALL = new Set([401, 403])
const NAME_IS_UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])
/** What this machine or its network refuses before a host is reached: it has run out of something, or has no way there. */
const OURS = new Set(
  'EACCES EADDRNOTAVAIL EAFNOSUPPORT EMFILE ENETDOWN ENETUNREACH ENFILE ENOBUFS ENOMEM EPERM'.split(' '),
)
const TIMED_OUT = /^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/
const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|EPROTO$|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)$|ERROR_IN_C)/

/** What a status alone says; null when the body decides. */
export function outcomeOfStatus(status: number, { expect, alive = [] }: VisitOptions): VisitOutcome | null {
  if (alive.includes(status)) return 'ok'
  if (NOT_FOUND.has(status)) return 'not_found'
  if (AUTH_WALL.has(status)) return 'auth_wall'
  if (status < 200 || status > 299) return 'error'
  return expect === 'any' ? 'ok' : null
}

/** What the body of a 2xx answer says where JSON was asked for. */
export function outcomeOfBody(body: Buffer, contentType: string | null): VisitOutcome {
  if (parseJson(body) !== undefined) return 'ok'
  const isPage = /^(text\/html|application\/xhtml)/i.test(contentType ?? '')
  return isPage || /^\s*<(!doctype\s+html|html)\b/i.test(body.toString('utf8', 0, 200)) ? 'soft_404' : 'error'
}

/** Whether a failure is of our own making, and says nothing of the host. */
export const isOurs = (error: unknown): boolean => OURS.has(causeOf(error).code)

/** Why nothing answered. */
export function outcomeOfError(error: unknown): VisitOutcome {
  const { code: text, name } = causeOf(error)
  if (name === 'TimeoutError' || TIMED_OUT.test(text)) return 'timeout'
  if (NAME_IS_UNKNOWN.has(text)) return 'dns_dead'
  return TLS.test(text) ? 'tls' : 'error'
}

function causeOf(error: unknown): { code: string; name: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code = '', name = '' } = (cause ?? {}) as { code?: unknown; name?: string }
  return { code: String(code), name }
}

/** The JSON that bytes hold, or undefined when they hold none. */
export function parseJson(body: Buffer): unknown {
  try {
    return parseExactly(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
