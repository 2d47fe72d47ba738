import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AgentDays, scoreTrend, toSnapshots, weeklyDelta } from '../../core/views/agent_days.ts'

const TODAY = '2026-03-31'
const DAY_MS = 86_400_000
const dayAgo = (ago: number): string => new Date(Date.parse(TODAY) - ago * DAY_MS).toISOString().slice(0, 10)

const createDays = (scores: Map<number, number>, lastOther: number | null = null): AgentDays => {
  const ages = [...scores.keys()].sort((a, b) => b - a)
  return {
    category: 'service',
    methodology_version: 'v2',
    last_otherwise_scored_on: lastOther === null ? null : dayAgo(lastOther),
    days_ago: ages,
    rank: ages.map((ago) => ago + 1),
    score: ages.map((ago) => scores.get(ago) ?? 0),
    is_alive: ages.map(() => true),
    visibility: ages.map((ago) => (ago > 5 ? null : ago)),
    reputation: ages.map(() => 40),
  }
}

/** Cents of a score, 0 to 100. */
const cents = fc.integer({ min: 0, max: 10_000 })
const observed = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 96 }), cents), {
    selector: ([ago]) => ago,
    maxLength: 97,
  })
  .map((rows) => new Map(rows.map(([ago, score]) => [ago, score / 100])))

test('any window has one snapshot for each calendar day, and a day that was not observed is null throughout', () => {
  fc.assert(
    fc.property(observed, fc.integer({ min: 1, max: 90 }), (scores, days) => {
      const snapshots = toSnapshots(createDays(scores), TODAY, days)
      expect(snapshots.map(({ date }) => date)).toEqual(
        Array.from({ length: days }, (_, nth) => dayAgo(days - 1 - nth)),
      )
      snapshots.forEach((snapshot, nth) => {
        const ago = days - 1 - nth
        expect(snapshot.score_total).toBe(scores.get(ago) ?? null)
        expect(snapshot.rank).toBe(scores.has(ago) ? ago + 1 : null)
        expect(snapshot.alive).toBe(scores.has(ago) ? true : null)
        expect(snapshot.reputation).toBe(scores.has(ago) ? 40 : null)
      })
    }),
  )
})

test('a weekly difference is exact in hundredths, and null unless both days were scored by today’s methodology', () => {
  const other = fc.option(fc.integer({ min: 1, max: 96 }))
  fc.assert(
    fc.property(observed, other, (scores, lastOther) => {
      for (const [nth, { weekly_delta }] of toSnapshots(createDays(scores, lastOther), TODAY, 90).entries()) {
        const ago = 89 - nth
        const [score, before] = [scores.get(ago), scores.get(ago + 7)]
        const isCompared = lastOther === null || ago + 7 < lastOther
        if (score === undefined || before === undefined || !isCompared) expect(weekly_delta).toBeNull()
        else expect(weekly_delta).toBe((Math.round(score * 100) - Math.round(before * 100)) / 100)
      }
    }),
  )
})

test('today’s weekly difference is that of the newest snapshot', () => {
  const days = createDays(
    new Map([
      [0, 50.3],
      [7, 50.1],
    ]),
  )
  expect(weeklyDelta(days, TODAY)).toBe(0.2)
  expect(weeklyDelta(createDays(new Map([[7, 50.1]])), TODAY)).toBeNull()
})

const scores = (min: number) => fc.array(cents, { minLength: min, maxLength: 90 })
const trend = (all: number[]) => scoreTrend(all.map((number) => number / 100))

test('fewer than two snapshots have no trend', () => {
  expect([trend([]), trend([5000])]).toEqual([null, null])
})

test('a trend read backwards is never the same unless it is flat, and a middle day changes nothing', () => {
  fc.assert(
    fc.property(scores(2), cents, (all, middle) => {
      const [found, mirrored] = [trend(all), trend(all.toReversed())]
      if (found !== 'flat') expect(mirrored).not.toBe(found)
      if (all.length % 2 === 0) expect(trend(all.toSpliced(all.length / 2, 0, middle))).toBe(found)
    }),
  )
})

test('scores that never fall do not give a falling trend, and a rise of all newer days never lowers it', () => {
  const order = ['falling', 'flat', 'rising']
  fc.assert(
    fc.property(scores(2), fc.integer({ min: 0, max: 5000 }), (all, more) => {
      expect(trend(all.toSorted((a, b) => a - b))).not.toBe('falling')
      const half = Math.ceil(all.length / 2)
      const raised = all.map((number, nth) => (nth >= half ? number + more : number))
      expect(order.indexOf(trend(raised) ?? '')).toBeGreaterThanOrEqual(order.indexOf(trend(all) ?? ''))
    }),
  )
})

test('one percent is the border, from either side and at zero', () => {
  expect(trend([10_000, 10_099])).toBe('flat')
  expect(trend([5000, 5050])).toBe('rising')
  expect(trend([5000, 4951])).toBe('flat')
  expect(trend([5000, 4950])).toBe('falling')
  expect(trend([0, 0])).toBe('flat')
  expect(trend([0, 1])).toBe('rising')
  expect(trend([1, 0])).toBe('falling')
})
