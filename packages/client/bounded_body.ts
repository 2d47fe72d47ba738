import { AssayError, unreachable } from './errors.ts'

/** The most bytes of an answer that are read, unpacked; a larger one is none of an index. */
const MAX_BYTES = 2 ** 26

/** The most levels of lists and objects in an answer. */
const MAX_DEPTH = 64

/**
 * The same response, whose body ends with an AssayError where it is too long, the connection fails or the signal aborts:
 * that of a request may be collected before its body ends.
 */
export function boundedBody(
  response: Response,
  url: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Response {
  if (response.body === null) return response
  const reader = response.body.getReader()
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  let bytes = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const read = await Promise.race([reader.read(), aborted]).catch((cause: unknown) => {
        void reader.cancel().catch(() => undefined)
        throw unreachable(url, timeoutMs, cause)
      })
      if (read.done) return controller.close()
      bytes += read.value.length
      if (bytes > MAX_BYTES) {
        // Whoever sends without end may never acknowledge this.
        void reader.cancel().catch(() => undefined)
        throw AssayError.tooLarge(`${new URL(url).origin} sends more than ${MAX_BYTES / 2 ** 20} MiB`)
      }
      controller.enqueue(read.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Throws AssayError where a value has more levels than any answer has: what walks it later could not. */
export function checkDepth(value: unknown): void {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw AssayError.tooLarge(`the answer is nested deeper than ${MAX_DEPTH} levels`)
    level = level.flatMap((inner) =>
      typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
    )
  }
}
