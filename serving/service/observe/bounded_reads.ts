/** Returns the result of a promise, or `otherwise` after some time. */
export async function withTimeout<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms).unref()
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Returns a function whose concurrent callers share one run, so that many of them add no load. */
export function coalesce<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
