import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does something now and again after each pause, never twice at a time; errors go to `onError` and change nothing. Gives
 * what ends it: it settles when the work in hand is done.
 */
export function every(
  pauseMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ended = new AbortController()
  const run = async () => {
    while (!ended.signal.aborted) {
      await work().catch(onError)
      await sleep(pauseMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    ended.abort()
    return running
  }
}
