import { expect, test } from 'vitest'
import { tablesOf, valuesOf } from './given_tables.ts'

const COLUMNS = {
  run: 'day:date',
  ingest: 'source date:date',
  observed_github:
    'repository is_found:boolean stars:bigint forks:bigint observed_on:date observed_at source_url response_sha256',
}

const onDay = (day: number): string => new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)

/** The lasting stars and forks of one repository on a day of March that GitHub was first read on the first of. */
const lasting = (today: number, stars: Record<number, number | null>): Promise<string[]> =>
  valuesOf(
    tablesOf(COLUMNS, {
      run: [{ day: onDay(today) }],
      ingest: [1, today].map((day) => ({ source: 'github', date: onDay(day) })),
      observed_github: Object.entries(stars).map(([day, count]) => ({
        ...{ repository: 'o/mcp', is_found: count !== null, stars: count, forks: count && 10 * count },
        ...{ observed_on: onDay(Number(day)), observed_at: day },
      })),
    }),
    'stg_github__lasting',
    `replace(replace(key, 'github_', ''), '_lasting', '') || ' ' || value || ' of ' || observed_at`,
  )

test('the fewest stars of 30 days count, by the newest answer that says so', async () => {
  expect(await lasting(40, { 1: 90, 20: 80, 30: 80, 40: 300 })).toEqual(['forks 800 of 30', 'stars 80 of 30'])
})

test.each([
  ['what was seen before the 30 days holds until the next answer', 40, { 1: 90, 11: 100, 40: 300 }, 90],
  ['and no longer than that', 40, { 1: 90, 10: 100, 40: 300 }, 100],
  ['what was never seen again holds', 90, { 1: 90 }, 90],
  ['in the first week all that is seen counts in full', 7, { 7: 5_000 }, 5_000],
  ['later not what is first seen', 8, { 8: 5_000 }, 77],
  ['not before 30 days', 37, { 8: 5_000, 37: 5_000 }, 77],
  ['but then', 38, { 8: 5_000, 38: 5_000 }, 5_000],
  ['few stars count as they are', 40, { 40: 3 }, 3],
  ['what was gone for a time begins anew', 40, { 1: 90, 20: null, 21: 5_000, 40: 5_000 }, 77],
])('%s', async (_, today, stars, counted) => {
  const [, found = ''] = await lasting(today, stars)
  expect(found.split(' ')[1]).toBe(String(counted))
})

test('forks that an answer does not give stay unknown, of a young repository too', async () => {
  const given = tablesOf(COLUMNS, {
    run: [{ day: onDay(20) }],
    ingest: [1, 20].map((day) => ({ source: 'github', date: onDay(day) })),
    observed_github: [{ repository: 'o/mcp', is_found: true, stars: 9, forks: null, observed_on: onDay(20) }],
  })
  expect(await valuesOf(given, 'stg_github__lasting', 'key')).toEqual(['github_stars_lasting'])
})

test('what is not there counts for nothing', async () => {
  expect(await lasting(40, { 1: 90, 40: null })).toEqual([])
})
