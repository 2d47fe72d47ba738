import { expect, test } from 'vitest'
import { readValues, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  run: 'day:date',
  ingest: 'source outcome date:date',
  observed_github: `repository full_name repository_id:bigint owner_id:bigint is_found:boolean stars:bigint forks:bigint
    observed_on:date observed_at source_url response_sha256`,
  int_repositories__aliases: 'repository repository_id:bigint owner_id:bigint is_newest:boolean',
  int_mcp_server__own_repositories: 'name repository',
  stg_mcp_registry__servers: 'name repository first_seen_on:date',
}
const OWN = [{ name: 'server', repository: 'o/mcp' }]
const ANSWERED = { repository: 'o/mcp', is_newest: true }

const readOn = (...days: number[]) => [
  { source: 'github', outcome: 'skipped', date: '2026-02-01' },
  ...days.flatMap((day) =>
    ['github', 'mcp_registry'].map((source) => ({ source, outcome: 'ok', date: onDay(day) })),
  ),
]

const onDay = (day: number): string => new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)

/** The lasting stars and forks of a server's repository on a day of March; its sources were first read on 1 March. */
const lasting = (today: number, stars: Record<number, number | null>, listedOn = 1): Promise<string[]> =>
  readValues(
    toGivenTables(COLUMNS, {
      run: [{ day: onDay(today) }],
      ingest: readOn(1, today),
      int_mcp_server__own_repositories: OWN,
      int_repositories__aliases: Object.values(stars).at(-1) === null ? [] : [ANSWERED],
      stg_mcp_registry__servers: [{ name: 'server', first_seen_on: onDay(listedOn) }],
      observed_github: Object.entries(stars).map(([day, count]) => ({
        ...{ repository: 'o/mcp', full_name: count && 'O/mcp', is_found: count !== null },
        ...{ stars: count, forks: count && 10 * count },
        ...{ observed_on: onDay(Number(day)), observed_at: day },
      })),
    }),
    'int_mcp_server__lasting_counts',
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
  ['in the first week what is seen of a server that was there before counts in full', 7, 1, 5_000],
  ['but not what is seen of one that came since', 7, 2, 77],
  ['and later nothing that is first seen', 8, 1, 77],
])('%s', async (_, today, listedOn, counted) => {
  const [, found] = await lasting(today, { [today]: 5_000 }, listedOn)
  expect(found?.split(' ')[1]).toBe(String(counted))
})

test('what the first reading of GitHub had counts in full, whenever its server came', async () => {
  expect(await lasting(9, { 1: 5_000, 9: 5_000 }, 9)).toEqual(['forks 50000 of 9', 'stars 5000 of 9'])
})

test('forks that an answer does not give stay unknown, of a young repository too', async () => {
  const given = toGivenTables(COLUMNS, {
    run: [{ day: onDay(20) }],
    ingest: readOn(1, 20),
    int_mcp_server__own_repositories: OWN,
    int_repositories__aliases: [ANSWERED],
    stg_mcp_registry__servers: [{ name: 'server', first_seen_on: onDay(1) }],
    observed_github: [
      {
        repository: 'o/mcp',
        full_name: 'o/mcp',
        is_found: true,
        stars: 9,
        forks: null,
        observed_on: onDay(20),
      },
    ],
  })
  expect(await readValues(given, 'int_mcp_server__lasting_counts', 'key')).toEqual(['github_stars_lasting'])
})

test('what is not there counts for nothing', async () => {
  expect(await lasting(40, { 1: 90, 40: null })).toEqual([])
})
