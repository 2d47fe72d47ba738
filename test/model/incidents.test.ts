import { expect, test } from 'vitest'
import { DAY, daysAgo, runCheck } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const SEEN = `url host kind outcome control_outcome server_version tools_hash observed_on:date observed_at source_url response_sha256`
const URL = 'https://a.example/mcp'

interface Seen {
  ago: number
  outcome: string
  url?: string
  kind?: string
  control?: string
  version?: string
  tools?: string
}

const toRow = ({ ago, outcome, url = URL, kind = 'mcp', control, version, tools }: Seen) => ({
  ...{ url, host: 'a.example', kind, outcome, control_outcome: control ?? null, observed_on: daysAgo(ago) },
  ...{ server_version: version ?? null, tools_hash: tools ?? null, observed_at: `${daysAgo(ago)}T12:00:00Z` },
})

const given = (seen: Seen[]) =>
  toGivenTables(
    { run: 'day:date', observed_endpoint_probes: SEEN, endpoints: 'handle kind url' },
    {
      run: [{ day: DAY }],
      observed_endpoint_probes: seen.map(toRow),
      endpoints: [{ handle: 'alder', kind: 'mcp', url: `${URL}/` }],
    },
  )

const WANTED = 'began_on, ended_on, answered_again_on, silent_days, outcome'
const read = (seen: Seen[], wanted = WANTED) => readRows(given(seen), 'int_probes__incidents', wanted)

test('an incident lasts from the first silent day to the last one before an answer', async () => {
  const seen: Seen[] = [
    { ago: 9, outcome: 'answers', version: '1', tools: 'x' },
    { ago: 8, outcome: 'timeout' },
    { ago: 6, outcome: 'dns' },
    { ago: 5, outcome: 'gated', version: '2', tools: 'x' },
    { ago: 1, outcome: 'not_found' },
  ]
  const wanted = `${WANTED}, answered_before_on, outcome_after, is_version_changed, is_tools_changed`
  expect(await read(seen, wanted)).toEqual([
    {
      ...{ began_on: daysAgo(8), ended_on: daysAgo(6), answered_again_on: daysAgo(5), silent_days: 2 },
      ...{ outcome: 'dns', answered_before_on: daysAgo(9), outcome_after: 'gated' },
      ...{ is_version_changed: true, is_tools_changed: false },
    },
    {
      ...{ began_on: daysAgo(1), ended_on: null, answered_again_on: null, silent_days: 1 },
      ...{ outcome: 'not_found', answered_before_on: daysAgo(5), outcome_after: null },
      ...{ is_version_changed: null, is_tools_changed: null },
    },
  ])
})

test('days that were not measured make no incident, and end none', async () => {
  const around: Seen[] = [
    { ago: 9, outcome: 'answers' },
    { ago: 1, outcome: 'answers' },
  ]
  const unmeasured = ['rate_limited', 'blocked', 'not_probed'].map((outcome, nth) => ({
    ago: 8 - nth,
    outcome,
  }))
  expect(await read([...around, ...unmeasured])).toEqual([])
  const silent = { ago: 7, outcome: 'timeout' }
  const split = [
    { ago: 8, outcome: 'timeout' },
    { ago: 7, outcome: 'blocked' },
    { ago: 6, outcome: 'timeout' },
  ]
  expect(await read([...around, ...split])).toMatchObject([{ silent_days: 2, ended_on: daysAgo(6) }])
  expect(await read([...around, { ...silent, control: 'answers' }])).toEqual([])
  expect(await read([...around, { ...silent, control: 'timeout' }])).toHaveLength(1)
})

test('a kind of address that the second client heard twice on a day was not measured then', async () => {
  const heard = [1, 2].map(
    (nth): Seen => ({ ago: 3, outcome: 'timeout', control: 'answers', url: `https://${nth}.example/` }),
  )
  const own: Seen[] = [
    { ago: 4, outcome: 'answers' },
    { ago: 3, outcome: 'timeout' },
  ]
  expect(await read([...own, ...heard])).toEqual([])
  expect(await read([...own, ...heard.slice(1)])).toHaveLength(1)
  expect(await read([...own, ...heard.map((row) => ({ ...row, kind: 'web' }))])).toHaveLength(1)
})

test('an address that never answered has no incident; one that did after silent days has one', async () => {
  const silent: Seen[] = [5, 4, 3].map((ago) => ({ ago, outcome: 'dns' }))
  expect(await read(silent)).toEqual([])
  expect(await read([...silent, { ago: 2, outcome: 'answers' }])).toMatchObject([
    { began_on: daysAgo(5), ended_on: daysAgo(3) },
  ])
})

test('an incident is published for 90 days after its end, however long it lasted', async () => {
  const ended = (ago: number): Seen[] => [
    { ago: 200, outcome: 'answers' },
    { ago: 199, outcome: 'dns' },
    { ago, outcome: 'dns' },
    { ago: ago - 1, outcome: 'answers' },
  ]
  expect(await read(ended(90))).toEqual([])
  expect(await read(ended(89))).toMatchObject([{ began_on: daysAgo(199), silent_days: 2 }])
})

test('incidents of an agent are those of its addresses, and lie apart', async () => {
  const seen: Seen[] = [
    { ago: 4, outcome: 'answers' },
    { ago: 3, outcome: 'dns' },
    { ago: 2, outcome: 'answers' },
    { ago: 1, outcome: 'dns' },
  ]
  const db = await buildFrom(given(seen), ['incidents'])
  expect(await db.rows('select handle, url, began_on from incidents')).toMatchObject([
    { handle: 'alder', url: `${URL}/`, began_on: daysAgo(1) },
    { began_on: daysAgo(3) },
  ])
  expect(await runCheck(db, 'incidents_lie_apart')).toEqual([])
  await db.run(`update incidents set ended_on = date '${daysAgo(1)}' where began_on = date '${daysAgo(3)}'`)
  expect(await runCheck(db, 'incidents_lie_apart')).not.toEqual([])
  db.close()
})
