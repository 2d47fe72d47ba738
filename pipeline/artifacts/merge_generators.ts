/**
 * Yields the values of several generators as they come, in turn where more than one has a value. Each works on one value
 * ahead. When one fails or the reading ends, all are ended first.
 */
export async function* mergeGenerators<T>(generators: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const next = new Map(generators.map((generator) => [generator, advance(generator)]))
  try {
    while (next.size > 0) {
      const { generator, result } = await Promise.race(next.values())
      next.delete(generator)
      if (result.done) continue
      // Last in the race: one that never waits must not hold up the others.
      next.set(generator, advance(generator))
      yield result.value
    }
  } finally {
    await Promise.allSettled(generators.map((generator) => generator.return(undefined)))
  }
}

function advance<T>(
  generator: AsyncGenerator<T>,
): Promise<{ generator: typeof generator; result: IteratorResult<T> }> {
  const next = generator.next().then((result) => ({ generator, result }))
  // It may fail before it is awaited, or after the end, when nobody awaits it.
  next.catch(() => {})
  return next
}
