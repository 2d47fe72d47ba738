import { expect, test } from 'vitest'
import { DAY } from './given.ts'
import { rowsFrom, table } from './given_tables.ts'

/** Signals of one core part, in order, each of an equal share of the score; `own` has no prior. */
const KEYS = ['base', 'stars', 'forks', 'rare', 'own'] as const
type Values = Partial<Record<(typeof KEYS)[number], number>>

const WEIGHTS: Record<string, number> = { base: 40, stars: 20, forks: 20, rare: 20, own: 0 }

/** Agents of one category by their scaled values, all ranked; what is left out was not observed. */
const scored = (agents: Record<string, Values>) => ({
  run: table('day:date', [{ day: DAY }]),
  methodologies: table('category core', [{ category: 'service', core: 'mean' }]),
  methodology_parts: table('category part role', [{ category: 'service', part: 'use', role: 'core' }]),
  methodology_signals: table(
    'category key weight:integer part',
    KEYS.map((key) => ({ category: 'service', key, weight: WEIGHTS[key], part: 'use' })),
  ),
  int_scores__totals: table(
    'handle category total:decimal(9,4) is_evidence_ready:boolean',
    Object.entries(agents).map(([handle, { base = 0 }]) => ({
      ...{ handle, category: 'service', total: 100 * base, is_evidence_ready: true },
    })),
  ),
  int_signals__scaled_values: table(
    'handle category key position:integer part weight:integer prior:double scaled:decimal(5,4)',
    Object.entries(agents).flatMap(([handle, values]) =>
      KEYS.map((key, position) => ({
        ...{ handle, category: 'service', key, position, part: 'use', weight: WEIGHTS[key] },
        ...{ prior: key === 'own' ? null : 0, scaled: values[key] ?? null },
      })),
    ),
  ),
})

const named = (count: number, toValues: (nth: number) => Values): Record<string, Values> =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`donor-${nth}`, toValues(nth)]))

/** The bounds of the agent `asked`, to one decimal. */
async function readBounds(agents: Record<string, Values>): Promise<[low: number, high: number] | undefined> {
  const rows = await rowsFrom<{ low: number; high: number }>(
    scored(agents),
    ['int_intervals__bounds'],
    `select low, high from int_intervals__bounds as bounds
     join int_intervals__vectors as vectors on vectors.vector = bounds.target where handle = 'asked'`,
  )
  return rows.map(({ low, high }): [number, number] => [low, high])[0]
}

test('missing signals are given all at once, by the same donor', async () => {
  // Each alone goes from 0 to 1; together they always give 20 points.
  const opposed = named(60, (nth) => ({ base: 0.5, stars: nth / 59, forks: 1 - nth / 59 }))
  const [low, high] = (await readBounds({ ...opposed, asked: { base: 0.5 } })) ?? []
  expect(low).toBeCloseTo(40, 0)
  expect(high).toBeCloseTo(40, 0)
})

test('donors are those near in score by what the agent has itself', async () => {
  // Who has a base of b has stars of b: the receiver's are between those of its neighbours.
  const rising = named(300, (nth) => ({ base: nth / 299, stars: nth / 299 }))
  const [low = 0, high = 100] = (await readBounds({ ...rising, asked: { base: 0.5 } })) ?? []
  expect(low).toBeGreaterThan(20 + 20 * 0.3)
  expect(high).toBeLessThan(20 + 20 * 0.7)
  expect(high - low).toBeGreaterThan(3)
})

test('few donors leave everything open; what nobody has, or what has no prior, moves nothing', async () => {
  const few = named(8, () => ({ base: 0.5, rare: 0.5 }))
  expect(await readBounds({ ...few, asked: { base: 0.5 } })).toEqual([20, 40])
  const own = named(60, (nth) => ({ base: 0.5, own: nth / 59 }))
  expect(await readBounds({ ...own, asked: { base: 0.5 } })).toBeUndefined()
})

test('signals of different donors meet at random', async () => {
  const apart = Object.fromEntries(
    Array.from({ length: 120 }, (_, nth): [string, Values] => [
      `donor-${nth}`,
      nth < 60 ? { base: 0.5, stars: nth / 59 } : { base: 0.5, forks: (nth - 60) / 59 },
    ]),
  )
  // Of the sum of two that go from 0 to 20 nine tenths lie within 6 to 34; were the same draws high, within 2 to 38.
  const [low = 0, high = 100] = (await readBounds({ ...apart, asked: { base: 0.5 } })) ?? []
  expect(low).toBeGreaterThan(20 + 4)
  expect(high).toBeLessThan(20 + 36)
  expect(high - low).toBeGreaterThan(20)
})

test('a hidden value is found without its own agent, and counted', async () => {
  const agents = named(20, (nth) => ({ base: 0.5, stars: nth === 7 ? 1 : 0.25 }))
  const given = scored(agents)
  expect(await rowsFrom(given, ['interval_days'], 'select hidden, inside from interval_days')).toEqual([
    { hidden: 40, inside: 39 },
  ])
  const outside = `select handle, key from int_intervals__hidden join int_intervals__bounds using (category, target)
    where truth not between low and high`
  // The one value that no other shows: were it its own donor, it would be inside.
  expect(await rowsFrom(given, ['int_intervals__hidden', 'int_intervals__bounds'], outside)).toEqual([
    { handle: 'donor-7', key: 'stars' },
  ])
})

test('ranks are drawn for all at once: who lacks nothing stands still, the rest changes places', async () => {
  const donors = named(60, (nth) => ({ base: 0.1, stars: nth / 59, forks: 0, rare: 0 }))
  const ranks = await rowsFrom<{ handle: string; drawn_low: number; drawn_high: number }>(
    scored({
      ...donors,
      first: { base: 1, stars: 1, forks: 1, rare: 1 },
      asked: { base: 0.5, forks: 0, rare: 0 },
      alike: { base: 0.5, forks: 0, rare: 0 },
    }),
    ['int_intervals__ranks'],
    `select handle, drawn_low, drawn_high from int_intervals__ranks where handle in ('first', 'asked', 'alike') order by handle`,
  )
  expect(ranks).toEqual([
    { handle: 'alike', drawn_low: 2, drawn_high: 3 },
    { handle: 'asked', drawn_low: 2, drawn_high: 3 },
    { handle: 'first', drawn_low: 1, drawn_high: 1 },
  ])
})
