import PQueue from 'p-queue'

const AT_ONCE = 16

/** Does the work for each item, some at once, and takes an item when one is free; the first failure ends it. */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = new PQueue({ concurrency: atOnce })
  const failures: unknown[] = []
  for await (const item of items) {
    await queue.onSizeLessThan(1)
    if (failures.length > 0) break
    queue.add(() => work(item)).catch((error) => failures.push(error))
  }
  await queue.onIdle()
  if (failures.length > 0) throw failures[0]
}
