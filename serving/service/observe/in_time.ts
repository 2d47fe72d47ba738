/** What a promise gives within some time, or else what stands in for it. */
export async function inTime<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms).unref()
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** A function whose callers at the same time share one run, so that many of them burden nothing. */
export function shareRuns<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
