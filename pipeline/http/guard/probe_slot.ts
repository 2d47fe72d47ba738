import type { HostQueue } from './host_queue.ts'

/**
 * Waits until a request to a host may be made, by its URL and the addresses that it resolves to; returns a function to
 * call once its answer is read or given up. Rejects when it must not be made.
 */
export type BeginRequest = (url: URL, ips: string[]) => Promise<() => void>

// A host has to see an aborted request before the next one, or it counts two requests at once.
const SETTLE_MS = 50

/** The turn of one request at its host. */
export class HostSlot {
  #end: (() => void) | null

  constructor(end: () => void) {
    this.#end = end
  }

  /** Gives the turn to the next request, once; `isAborted`: after a moment. */
  release(isAborted = false): void {
    const end = this.#end
    this.#end = null
    if (end && isAborted) setTimeout(end, SETTLE_MS)
    else end?.()
  }
}

/** Waits for the turn of a request. Throws the signal's reason. */
export async function takeSlot(
  begin: BeginRequest,
  url: URL,
  ips: string[],
  signal: AbortSignal,
): Promise<HostSlot> {
  const { promise, resolve, reject } = Promise.withResolvers<HostSlot>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  // One whose wait was aborted must not hold the host when its turn comes.
  begin(url, ips).then((end) => (signal.aborted ? end() : resolve(new HostSlot(end))), reject)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Returns the turns of a queue that all guards of a run may share. */
export const beginByQueue =
  (queue: Pick<HostQueue, 'run'>): BeginRequest =>
  ({ host }) => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    queue.run(host, () => new Promise<void>((end) => resolve(end))).catch(reject)
    return promise
  }
