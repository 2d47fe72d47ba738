import { expect, test } from 'vitest'
import { Counter } from '../../serving/service/limits/counter.ts'

const NOON = Date.parse('2026-04-01T12:00:00Z')

test('a window starts on the clock, and what is over counts no more', () => {
  const counter = new Counter({ windowMs: 1_000, maxKeys: 9 })
  expect([counter.add('a', NOON + 1), counter.add('a', NOON + 999, 4)]).toEqual([1, 5])
  expect([counter.get('a', NOON + 999), counter.get('b', NOON + 999)]).toEqual([5, 0])
  expect([counter.get('a', NOON + 1_000), counter.size]).toEqual([0, 0])
})

test('several windows count together, to the last moment of the first', () => {
  const counter = new Counter({ windowMs: 1_000, windows: 3, maxKeys: 9 })
  for (const second of [0, 1, 2]) counter.add('a', NOON + 1_000 * second, 10 ** second)
  expect(counter.get('a', NOON + 2_999)).toBe(111)
  expect(counter.get('a', NOON + 3_000)).toBe(110)
  expect(counter.get('a', NOON + 9_000)).toBe(0)
})

test('a clock that was set back drops future slots', () => {
  const counter = new Counter({ windowMs: 1_000, windows: 3, maxKeys: 9 })
  counter.add('a', NOON)
  counter.add('a', NOON + 1_000, 10)
  // The window that it comes back to is the same that it was.
  expect([counter.get('a', NOON + 500), counter.get('a', NOON + 1_000)]).toEqual([1, 1])
  expect([counter.get('a', NOON - 86_400_000), counter.get('a', NOON)]).toEqual([0, 0])
})

test('without a length a window never ends; of too many keys the one is forgotten that was not used for longest', () => {
  const counter = new Counter({ maxKeys: 2 })
  for (const key of ['a', 'b']) counter.add(key, 0)
  counter.get('a', Number.MAX_SAFE_INTEGER)
  counter.add('c', NOON)
  expect(['a', 'b', 'c'].map((key) => counter.get(key, NOON))).toEqual([1, 0, 1])
})
