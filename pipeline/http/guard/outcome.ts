import { parseExactJson } from '../../source/exact_json.ts'
import type { VisitOptions, VisitOutcome } from '../guarded.ts'

const NOT_FOUND = new Set([404, 410])
const AUTH_WALL = new Set([401, 403])
const NAME_IS_UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ENONAME'])
/** Error codes of this machine or its network before a host is reached: out of resources, or no route. */
const LOCAL_ERRORS = new Set(
  'EACCES EADDRNOTAVAIL EAFNOSUPPORT EMFILE ENETDOWN ENETUNREACH ENFILE ENOBUFS ENOMEM EPERM'.split(' '),
)
const TIMED_OUT = /^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/
const TLS =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|EPROTO$|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)$|ERROR_IN_C)/

/** Returns the outcome of a status alone; null when the body decides. */
export function classifyStatus(status: number, { expect, alive = [] }: VisitOptions): VisitOutcome | null {
  if (alive.includes(status)) return 'ok'
  if (NOT_FOUND.has(status)) return 'not_found'
  if (AUTH_WALL.has(status)) return 'auth_wall'
  if (status < 200 || status > 299) return 'error'
  return expect === 'any' ? 'ok' : null
}

/** Returns the outcome of a 2xx answer by its body where JSON was requested. */
export function classifyBody(body: Buffer, contentType: string | null): VisitOutcome {
  if (parseBodyJson(body) !== undefined) return 'ok'
  const isPage = /^(text\/html|application\/xhtml)/i.test(contentType ?? '')
  return isPage || /^\s*<(!doctype\s+html|html)\b/i.test(body.toString('utf8', 0, 200)) ? 'soft_404' : 'error'
}

/** True if a failure is local, and says nothing of the host. */
export const isLocalError = (error: unknown): boolean => LOCAL_ERRORS.has(getCause(error).code)

/** Returns the outcome of a connection error. */
export function classifyError(error: unknown): VisitOutcome {
  const { code: text, name } = getCause(error)
  if (name === 'TimeoutError' || TIMED_OUT.test(text)) return 'timeout'
  if (NAME_IS_UNKNOWN.has(text)) return 'dns_dead'
  return TLS.test(text) ? 'tls' : 'error'
}

function getCause(error: unknown): { code: string; name: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const { code = '', name = '' } = (cause ?? {}) as { code?: unknown; name?: string }
  return { code: String(code), name }
}

/** Parses the JSON of a body, or undefined where it is none. */
export function parseBodyJson(body: Buffer): unknown {
  try {
    return parseExactJson(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
