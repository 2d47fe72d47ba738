import { expect, test } from 'vitest'
import { DAY_MS, daysBefore, daysBetween, toDate } from '../core/domain/dates.ts'

test.each([
  ['2026-03-01', 1, '2026-02-28'],
  ['2024-03-01', 1, '2024-02-29'],
  ['2026-01-01', 1, '2025-12-31'],
  // Clocks change in many zones on these days; dates are in UTC.
  ['2026-03-30', 2, '2026-03-28'],
  ['2026-11-02', 2, '2026-10-31'],
  ['2026-03-31', 364, '2025-04-01'],
  ['2026-03-31', 0, '2026-03-31'],
  ['2026-03-31', -1, '2026-04-01'],
])('%s less %i days is %s', (date, days, expected) => {
  expect(daysBefore(date, days)).toBe(expected)
  expect(daysBetween(expected, date)).toBe(days)
})

test('a time belongs to its date in UTC to its last millisecond', () => {
  const midnight = Date.parse('2026-03-31T00:00:00Z')
  expect([midnight - 1, midnight, midnight + DAY_MS - 1, midnight + DAY_MS].map(toDate)).toEqual([
    '2026-03-30',
    '2026-03-31',
    '2026-03-31',
    '2026-04-01',
  ])
})

test('what is no date has no date before it, and no number of days to any', () => {
  expect(() => daysBefore('2026-02-31T', 1)).toThrow(RangeError)
  expect(daysBetween('soon', '2026-03-31')).toBeNaN()
})
