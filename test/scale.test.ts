import { expect, test } from 'vitest'
import { bucketCost, runMinutes } from '../scripts/scale/costs.ts'
import { STORES } from '../scripts/scale/prices.ts'
import { estimate, type MeasuredPoint, measuredFigures } from '../scripts/scale/slopes.ts'

const points = (...values: [agents: number, value: number][]): MeasuredPoint[] =>
  values.map(([agents, value]) => ({ agents, value, where: 'here' }))

test('a figure is what was measured at its size, and on the line of its two neighbours elsewhere', () => {
  const measured = points([300, 30], [100, 10])
  expect(estimate(measured, 300)).toEqual({ value: 30, kind: 'measured' })
  expect(estimate(measured, 200)).toEqual({ value: 20, kind: 'between' })
  expect(estimate(measured, 1000)).toEqual({ value: 100, kind: 'beyond' })
  expect(estimate(points([100, 10], [200, 30]), 1)).toEqual({ value: 0, kind: 'beyond' })
  const bent = points([100, 10], [300, 30], [1000, 730])
  expect(estimate(bent, 50)).toEqual({ value: 5, kind: 'beyond' })
  expect(estimate(bent, 400)).toEqual({ value: 130, kind: 'between' })
  expect(estimate(bent, 2000)).toEqual({ value: 1730, kind: 'beyond' })
  expect(estimate(points([100, 10], [200, 8]), 2000)).toEqual({ value: 8, kind: 'beyond' })
})

test('without a slope there is no estimate: nothing is made up', () => {
  expect(estimate([], 100)).toBeNull()
  expect(estimate(points([100, 10]), 200)).toBeNull()
  expect(bucketCost({ release_gb: points([100, 1]) }, 100, STORES[0] as (typeof STORES)[0])).toBeNull()
})

test('the monthly cost of a bucket is storage, requests and egress', () => {
  const at = (value: number) => points([100, value])
  const figures = {
    ...{ release_gb: at(2), kept_gb_a_day: at(0.1), puts_a_day: at(5000), gets_a_day: at(10_000) },
    downloaded_gb_a_day: at(1),
  }
  const prices = { name: '', source: '', storage: 0.02, puts: 5, gets: 0.5, egress: 0.1 }
  // 7 releases of 2 GB and 3 GB more; 150,000 puts; 300,000 gets; 30 GB out.
  expect(bucketCost(figures, 100, prices)?.value).toBeCloseTo(0.34 + 0.75 + 0.15 + 3, 6)
})

test('the minutes of a run name the steps that they leave out', () => {
  const { minutes, without } = runMinutes({ compute_seconds: points([100, 90]) }, 100)
  expect(minutes).toEqual({ value: 1.5, kind: 'measured' })
  expect(without).toEqual(['fetch_seconds', 'publish_seconds', 'store_seconds'])
})

test('every measured figure says where it was measured', () => {
  for (const [name, measured] of Object.entries(measuredFigures()))
    for (const { where } of measured) expect(where.length, name).toBeGreaterThan(5)
})
