import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY, daysAgo, given, runCheck, together, type World, worldWithAgents } from './given.ts'
import { buildFrom } from './sql_harness.ts'

interface Row {
  handle: string
  reliability_30d: number | null
  reliability_90d: number | null
  is_currently_alive: boolean | null
  observed_days_30: number
  observed_days_90: number
  coverage: string
}

async function reliability(world: World): Promise<Row[]> {
  const db = await buildFrom(given(world), ['reliability'])
  const rows = await db.rows<Row>('select * from reliability order by handle')
  expect(await runCheck(db, 'reliability_observed_days')).toEqual([])
  db.close()
  return rows
}

const history = (handle: string, seen: (boolean | null)[]): World => ({
  past_liveness: seen.map((is_alive, n) => ({ day: daysAgo(n + 1), handle, is_alive })),
})

test('a day without observation counts neither for nor against, and today counts', async () => {
  const [row] = await reliability(
    together(worldWithAgents([{ handle: 'a' }]), history('a', [true, null, false, null, true])),
  )
  expect(row).toMatchObject({ reliability_30d: 75, observed_days_30: 4, coverage: 'partial' })
})

test('a share is rounded once', async () => {
  const [row] = await reliability(
    together(worldWithAgents([{ handle: 'a' }]), history('a', [true, ...Array(15).fill(false)])),
  )
  expect(row).toMatchObject({ observed_days_30: 17, reliability_30d: 11.76, reliability_90d: 11.76 })
})

test('what was never observed has no reliability, and is not at 0', async () => {
  const [row] = await reliability(
    worldWithAgents([{ handle: 'a', liveness: 'unknown', daysSinceActive: null }]),
  )
  expect(row).toMatchObject({
    reliability_30d: null,
    reliability_90d: null,
    is_currently_alive: null,
    coverage: 'none',
  })
})

test('coverage is full from 27 of 30 days on', async () => {
  const rows = await reliability(
    together(
      worldWithAgents([{ handle: 'a' }, { handle: 'b' }]),
      history('a', Array(26).fill(true)),
      history('b', Array(25).fill(true)),
    ),
  )
  expect(rows.map((row) => row.coverage)).toEqual(['full', 'partial'])
})

test.each([30, 90])('the last of %i days counts, and the day before does not', async (days) => {
  const [row] = await reliability(
    together(
      worldWithAgents([{ handle: 'a' }]),
      history('a', [...Array(days - 2).fill(true), false, ...Array(90 - days).fill(null), false]),
    ),
  )
  const share = Math.round((10_000 * (days - 1)) / days) / 100
  expect(row).toMatchObject({
    observed_days_30: 30,
    reliability_30d: days === 30 ? share : 100,
    observed_days_90: days,
    reliability_90d: share,
  })
})

test.each([
  [29, 30],
  [30, 29],
])('%i days ago: %i of the last days were observed', async (age, expected) => {
  const past_liveness = Array.from({ length: 28 }, (_, n) => ({
    day: daysAgo(n + 1),
    handle: 'a',
    is_alive: true,
  }))
  const edge = { day: daysAgo(age), handle: 'a', is_alive: false }
  const [row] = await reliability(
    together(worldWithAgents([{ handle: 'a' }]), { past_liveness: [...past_liveness, edge] }),
  )
  expect(row?.observed_days_30).toBe(expected)
})

test('any history gives the shares that counting by hand gives', async () => {
  const seen = fc.array(fc.option(fc.boolean()), { maxLength: 120 })
  await fc.assert(
    fc.asyncProperty(fc.array(seen, { minLength: 1, maxLength: 6 }), async (histories) => {
      const handles = histories.map((_, n) => `agent-${n}`)
      const world = together(
        worldWithAgents(handles.map((handle) => ({ handle, liveness: 'not_alive', daysSinceActive: 40 }))),
        ...histories.map((days, n) => history(handles[n] as string, days)),
      )
      const rows = await reliability(world)
      for (const [n, days] of histories.entries())
        for (const [window, key] of [
          [30, 'reliability_30d'],
          [90, 'reliability_90d'],
        ] as const) {
          const observed = [false, ...days.slice(0, window - 1)].filter((day) => day !== null)
          const share = (100 * observed.filter(Boolean).length) / observed.length
          expect(rows[n]?.[key]).toBeCloseTo(share, 2)
        }
    }),
    { numRuns: 8 },
  )
})

test('a row of the history for the day itself, or of an absent agent, is not counted', async () => {
  const world = together(worldWithAgents([{ handle: 'a' }, { handle: 'b', departedOn: daysAgo(2) }]), {
    past_liveness: [
      { day: DAY, handle: 'a', is_alive: false },
      { day: daysAgo(3), handle: 'b', is_alive: true },
    ],
  })
  expect(await reliability(world)).toMatchObject([{ handle: 'a', reliability_30d: 100, observed_days_30: 1 }])
})
