import { RunFailed } from '../../core/domain/errors.ts'

const MIN_HOSTS = 3
const MIN_FAILURES = 3
/** Error codes of an unreached network, which say nothing about the host. */
const UNREACHED_CODES = new Set([
  ...['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EADDRNOTAVAIL'],
  ...['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'],
])

/**
 * Wraps fetch for one run to stop once this machine clearly has no network: every host, at least three of them, was
 * unreachable three times, and none has answered. It then throws RunFailed, also for requests in flight. After the
 * first answer of any host it never does: a host that is down is handled by its source.
 */
export function stopWithoutNetwork(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  const failures = new Map<string, number>()
  const stop = new AbortController()
  let isReached = false
  const recordFailure = (host: string, code: string): void => {
    failures.set(host, (failures.get(host) ?? 0) + 1)
    const isCut = failures.size >= MIN_HOSTS && [...failures.values()].every((count) => count >= MIN_FAILURES)
    if (isCut) stop.abort(toNetworkError([...failures.keys()].sort(), code))
  }
  return async (input, init) => {
    if (isReached) return fetch(input, init)
    stop.signal.throwIfAborted()
    const { host } = new URL(input instanceof Request ? input.url : input)
    if (!failures.has(host)) failures.set(host, 0)
    const signal = init?.signal ? AbortSignal.any([init.signal, stop.signal]) : stop.signal
    try {
      const response = await fetch(input, { ...init, signal })
      isReached = true
      return response
    } catch (error) {
      const code = getErrorCode(error)
      if (!isReached && UNREACHED_CODES.has(code)) recordFailure(host, code)
      stop.signal.throwIfAborted()
      throw error
    }
  }
}

function toNetworkError(hosts: string[], code: string): RunFailed {
  return new RunFailed(
    `no network: none of the ${hosts.length} hosts that were asked can be reached (${hosts[0]}: ${code}). Nothing was fetched and nothing changed. Check the connection of this machine, then run the same command again.`,
  )
}

/** undici hides the reason in the cause. */
function getErrorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
