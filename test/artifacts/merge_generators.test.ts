import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mergeGenerators } from '../../pipeline/artifacts/merge_generators.ts'

/** Yields values that it is given, and notes its end. */
async function* given(values: (string | Promise<string>)[], ended: string[] = []): AsyncGenerator<string> {
  try {
    for (const value of values) yield await value
  } finally {
    ended.push(await Promise.resolve(values[0] ?? ''))
  }
}

test('values come in turn, and one that waits holds up no other', async () => {
  const late = Promise.withResolvers<string>()
  const merged = mergeGenerators([
    given(['a1', 'a2']),
    given([late.promise, 'b2']),
    given(['c1', 'c2', 'c3']),
  ])
  const values: string[] = []
  for await (const value of merged) {
    values.push(value)
    await setImmediate()
    if (value === 'c3') late.resolve('b1')
  }
  expect(values).toEqual(['a1', 'c1', 'a2', 'c2', 'c3', 'b1', 'b2'])
})

test('each works on one value ahead and on no more', async () => {
  let asked = 0
  async function* counting() {
    for (; asked < 9; asked += 1) yield asked
  }
  const merged = mergeGenerators([counting()])
  expect(await merged.next()).toEqual({ value: 0, done: false })
  await setImmediate()
  expect(asked).toBe(1)
  await merged.return(undefined)
})

test('when one fails, or when the reading ends, all are ended first', async () => {
  const ended: string[] = []
  async function* failing(): AsyncGenerator<string> {
    yield 'd1'
    throw new Error('no disk')
  }
  const merged = mergeGenerators([given(['a1', 'a2', 'a3'], ended), failing()])
  await expect(
    (async () => {
      for await (const _ of merged) await setImmediate()
    })(),
  ).rejects.toThrow('no disk')
  expect(ended).toEqual(['a1'])
  for await (const _ of mergeGenerators([given(['b1', 'b2'], ended), given(['c1', 'c2'], ended), failing()]))
    break
  expect(ended).toEqual(['a1', 'b1', 'c1'])
})
