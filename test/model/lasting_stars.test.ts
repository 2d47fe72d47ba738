import { expect, test } from 'vitest'
import { tablesOf, valuesOf } from './given_tables.ts'

const COLUMNS = {
  run: 'day:date',
  ingest: 'source date:date',
  observed_github:
    'repository is_found:boolean stars:bigint forks:bigint observed_on:date observed_at source_url response_sha256',
  int_server_repositories__own: 'name repository',
  stg_mcp_registry__first_versions: 'name published_at:timestamp',
}
const OWN = [{ name: 'server', repository: 'o/mcp' }]

const onDay = (day: number): string => new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)

/**
 * The lasting stars and forks of one server's repository on a day of March that GitHub was first read on the first of. The
 * server was published so many days before the first of March.
 */
const lasting = (today: number, stars: Record<number, number | null>, daysBefore = 0): Promise<string[]> =>
  valuesOf(
    tablesOf(COLUMNS, {
      run: [{ day: onDay(today) }],
      ingest: [1, today].map((day) => ({ source: 'github', date: onDay(day) })),
      int_server_repositories__own: OWN,
      stg_mcp_registry__first_versions: [{ name: 'server', published_at: onDay(1 - daysBefore) }],
      observed_github: Object.entries(stars).map(([day, count]) => ({
        ...{ repository: 'o/mcp', is_found: count !== null, stars: count, forks: count && 10 * count },
        ...{ observed_on: onDay(Number(day)), observed_at: day },
      })),
    }),
    'int_server_repositories__lasted',
    `replace(replace(key, 'github_', ''), '_lasting', '') || ' ' || value || ' of ' || observed_at`,
  )

test('the fewest stars of 30 days count, by the newest answer that says so', async () => {
  expect(await lasting(40, { 1: 90, 20: 80, 30: 80, 40: 300 })).toEqual(['forks 800 of 30', 'stars 80 of 30'])
})

test.each([
  ['what was seen before the 30 days holds until the next answer', 40, { 1: 90, 11: 100, 40: 300 }, 90],
  ['and no longer than that', 40, { 1: 90, 10: 100, 40: 300 }, 100],
  ['what was never seen again holds', 90, { 1: 90 }, 90],
  ['not before 30 days', 37, { 8: 5_000, 37: 5_000 }, 77],
  ['but then', 38, { 8: 5_000, 38: 5_000 }, 5_000],
  ['few stars count as they are', 40, { 40: 3 }, 3],
  ['what was gone for a time begins anew', 40, { 1: 90, 20: null, 21: 5_000, 40: 5_000 }, 77],
])('%s', async (_, today, stars, counted) => {
  const [, found = ''] = await lasting(today, stars)
  expect(found.split(' ')[1]).toBe(String(counted))
})

test.each([
  ['in the first week a server of 30 days counts in full', 7, { 7: 5_000 }, 24, 5_000],
  ['but not one of 29 days', 7, { 7: 5_000 }, 23, 77],
  ['until it is 30 days old', 8, { 7: 5_000 }, 23, 5_000],
  ['later not what is first seen, old as the server may be', 8, { 8: 5_000 }, 365, 77],
])('%s', async (_, today, stars, daysBefore, counted) => {
  const [, found] = await lasting(today, stars, daysBefore)
  expect(found?.split(' ')[1]).toBe(String(counted))
})

test('forks that an answer does not give stay unknown, of a young repository too', async () => {
  const given = tablesOf(COLUMNS, {
    run: [{ day: onDay(20) }],
    ingest: [1, 20].map((day) => ({ source: 'github', date: onDay(day) })),
    int_server_repositories__own: OWN,
    observed_github: [{ repository: 'o/mcp', is_found: true, stars: 9, forks: null, observed_on: onDay(20) }],
  })
  expect(await valuesOf(given, 'int_server_repositories__lasted', 'key')).toEqual(['github_stars_lasting'])
})

test('what is not there counts for nothing', async () => {
  expect(await lasting(40, { 1: 90, 40: null })).toEqual([])
})
