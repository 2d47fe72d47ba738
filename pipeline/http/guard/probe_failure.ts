import { ProbeFailure } from '../../probes/protocol.ts'
import { classifyError, isLocalError } from './outcome.ts'
import { NotObservedError } from './transport.ts'

const OUTCOMES = { timeout: 'timeout', dns_dead: 'dns', tls: 'tls' } as const

/**
 * Returns the failure of a request without an answer: ProbeFailure, or NotObservedError where the cause is this machine.
 */
export function toConnectFailure(error: unknown): Error {
  const known = toKnownFailure(error)
  if (known) return known
  const outcome = classifyError(error)
  if (outcome === 'timeout' || outcome === 'dns_dead' || outcome === 'tls')
    return new ProbeFailure(OUTCOMES[outcome], { cause: error })
  // Without a code, or with one of the HTTP parser, what came is no answer.
  const isAnswered = /^($|HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(readCode(error))
  return new ProbeFailure(isAnswered ? 'malformed' : 'refused', { cause: error })
}

/** Returns the failure of a body: whatever ends it before its end, it cannot be read. */
export const toBodyFailure = (error: unknown): Error =>
  toKnownFailure(error) ?? new ProbeFailure('malformed', { cause: error })

function toKnownFailure(error: unknown): Error | null {
  if (error instanceof ProbeFailure || error instanceof NotObservedError) return error
  return isLocalError(error) ? new NotObservedError('this machine could not connect', { cause: error }) : null
}

function readCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return String((cause as { code?: unknown } | null)?.code ?? '')
}
