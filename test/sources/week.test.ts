import fc from 'fast-check'
import { expect, it } from 'vitest'
import { week } from '../../pipeline/week.ts'

const date = (n: number) => new Date(n * 86_400_000).toISOString().slice(0, 10)

it('counts seven days as one week, from the day that the shift names', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 6 }), (day, shift) => {
      const starts = [0, 1, 2, 3, 4, 5, 6].filter(
        (n) => week(date(day + n), shift) !== week(date(day + n - 1), shift),
      )
      expect(starts).toHaveLength(1)
      expect(week(date(day + 7), shift)).toBe(week(date(day), shift) + 1)
      expect(week(date(day), shift)).toBe(week(date(day + shift)))
    }),
  )
})
