import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Runs generators at the same time; yields what they yield as it comes, and returns their results in their order. An
 * error of one ends all.
 */
export async function* runTogether<T, Result>(
  generators: AsyncGenerator<T, Result>[],
): AsyncGenerator<T, Result[]> {
  const results: Result[] = []
  const merged = new PassThrough({ objectMode: true }).setMaxListeners(0)
  const pump = (generator: AsyncGenerator<T, Result>, index: number) =>
    pipeline(
      async function* () {
        results[index] = yield* generator
      },
      merged,
      { end: false },
    )
  const running = Promise.all(generators.map(pump)).then(
    () => merged.end(),
    (error) => merged.destroy(error),
  )
  yield* merged
  await running
  return results
}
