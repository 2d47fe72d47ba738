import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Repeats some work with a pause after each run, never two runs at a time; errors go to `onError` and stop nothing.
 * Returns a function that ends it and settles when the current run is done.
 */
export function repeatEvery(
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
