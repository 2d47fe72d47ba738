import { expect, test } from 'vitest'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  int_signals__scaled_values:
    'handle category key position:integer part weight:integer prior:double value:double value_at:timestamp source scaled:decimal(5,4)',
  methodology_parts: 'category part role',
  methodologies: 'category core',
}

type Signal = [key: string, part: string, weight: number, prior: number | null, scaled: number | null]

/** The points of an agent's signals, and its range, when the core parts `a` and `b` are joined in a way. */
async function computePoints(core: 'mean' | 'least', signals: Signal[]) {
  const given = toGivenTables(COLUMNS, {
    int_signals__scaled_values: signals.map(([key, part, weight, prior, scaled], position) => ({
      ...{ handle: 'x', category: 'service', key, position, part, weight, prior, scaled },
    })),
    methodology_parts: ['a', 'b', 'factor'].map((part) => ({
      ...{ category: 'service', part, role: part === 'factor' ? 'factor' : 'core' },
    })),
    methodologies: [{ category: 'service', core }],
  })
  const points = await rowsFrom<{ key: string; points: number }>(
    given,
    ['sub_scores'],
    'select key, points from sub_scores order by position',
  )
  const [range] = await rowsFrom<{ low: number; high: number }>(
    given,
    ['int_parts__weights'],
    'select round(sum(points_low), 4) as low, round(sum(points_high), 4) as high from int_parts__weights',
  )
  return { ...Object.fromEntries(points.map((point) => [point.key, point.points])), ...range }
}

test('with one core part, points are weight times value, and what is missing gives its prior', async () => {
  const signals: Signal[] = [
    ['seen', 'a', 60, 0.9, 0.25],
    ['unseen', 'a', 40, 0.3, null],
  ]
  expect(await computePoints('mean', signals)).toEqual({ seen: 15, unseen: 12, low: 15, high: 55 })
})

test('a signal without a prior leaves its weight to its part, and a part without a value to the other parts', async () => {
  const signals: Signal[] = [
    ['seen', 'a', 30, null, 0.5],
    ['left out', 'a', 30, null, null],
    ['gone', 'b', 40, null, null],
  ]
  expect(await computePoints('mean', signals)).toEqual({
    seen: 50,
    'left out': 0,
    gone: 0,
    low: 50,
    high: 50,
  })
})

test('parts that must agree count for no more than the least of them, divided among its signals', async () => {
  const signals: Signal[] = [
    ['strong', 'a', 50, 0, 0.8],
    ['weak', 'b', 20, 0, 0.5],
    ['weaker', 'b', 30, 0, 0],
  ]
  expect(await computePoints('least', signals)).toEqual({
    strong: 10,
    weak: 10,
    weaker: 0,
    low: 20,
    high: 20,
  })
})

test('a factor counts in the share that the core reaches: alone it is worth nothing', async () => {
  const factor: Signal[] = [
    ['half', 'factor', 10, 0, 0.5],
    ['missing', 'factor', 10, 0, null],
  ]
  expect(await computePoints('mean', [['core', 'a', 80, 0, 0.5], ...factor])).toEqual({
    ...{ core: 40, half: 2.5, missing: 0, low: 42.5, high: 47.5 },
  })
  expect(await computePoints('mean', [['core', 'a', 80, 0, 0], ...factor])).toEqual({
    ...{ core: 0, half: 0, missing: 0, low: 0, high: 0 },
  })
})
