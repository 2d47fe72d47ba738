import { expect, test } from 'vitest'
import { ByteBudget } from '../../serving/service/limits/byte_budget.ts'

const NOON = Date.parse('2026-04-01T12:00:00Z')
const BUDGET = { caller: 10, all: 105 }

test('a caller, the network around it and all callers have their bytes an hour', () => {
  let now = NOON
  const budget = new ByteBudget(BUDGET, () => now)
  const takeBytes = (caller: string, bytes = 10) => budget.take(caller, bytes)
  expect([takeBytes('192.0.2.1', 6), takeBytes('192.0.2.1', 5), takeBytes('192.0.2.1', 4)]).toEqual([
    true,
    false,
    true,
  ])
  // Of the networks of one /48 eight have theirs, and the ninth nothing.
  const networks = Array.from({ length: 9 }, (_, at) => `2001:db8:1:${at}::1`)
  expect(networks.map((network) => takeBytes(network))).toEqual([...Array(8).fill(true), false])
  expect(takeBytes('192.0.2.2', 10)).toBe(true)
  expect([takeBytes('192.0.2.3', 6), takeBytes('192.0.2.3', 5)]).toEqual([false, true])
  expect(budget.used).toBe(105)
  now += 3_600_000 + 599_999
  expect([budget.used, takeBytes('192.0.2.1')]).toEqual([105, false])
  now += 1
  expect([budget.used, takeBytes('192.0.2.1')]).toEqual([0, true])
})

test('the bytes added in an hour never exceed the budget, whenever they were added', () => {
  let now = NOON
  const budget = new ByteBudget({ caller: 100, all: 100 }, () => now)
  const kept: { bytes: number; until: number }[] = []
  for (let minute = 0; minute < 300; minute += 1, now += 60_000)
    for (const bytes of [40, 7, 1, 1])
      if (budget.take('192.0.2.1', bytes)) kept.push({ bytes, until: now + 3_600_000 })
  for (let at = NOON; at < now; at += 60_000) {
    const there = kept.filter(({ until }) => until - 3_600_000 <= at && at < until)
    expect(there.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(100)
  }
  expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(400)
})

test('a clock that goes back blocks nobody', () => {
  let now = NOON
  const budget = new ByteBudget({ caller: 100, all: 100 }, () => now)
  expect([budget.take('a', 40), budget.take('b', 70)]).toEqual([true, false])
  now -= 86_400_000
  expect([budget.used, budget.take('c', 100)]).toEqual([0, true])
})

test('what is kept in any case counts all the same', () => {
  const budget = new ByteBudget(BUDGET, () => NOON)
  budget.add('192.0.2.1', 105)
  expect([budget.used, budget.take('192.0.2.1', 1), budget.take('192.0.2.2', 1)]).toEqual([105, false, false])
})
