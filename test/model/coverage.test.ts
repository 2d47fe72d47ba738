import { expect, test } from 'vitest'
import { daysAgo } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  run: 'day:date',
  ingest: 'date:date source outcome error left_out',
  raw_chains: 'chain name',
  ingest_checks: `date:date source chain kind observed_count:bigint expected_count:bigint missing_count:bigint
    missing_low:bigint missing_high:bigint unmade`,
  ingest_gaps:
    'date:date source chain missing_blocks:bigint wanted_blocks:bigint runs_left:bigint reason fix',
}
const WANTED = 'source, chain, kind, observed_count, expected_count, since, reason, fix'

const fetched = (source: string, ago: number, outcome = 'ok', rest: object = {}) => ({
  ...{ date: daysAgo(ago), source, outcome, error: null, left_out: null },
  ...rest,
})
const gap = (source: string, ago: number, rest: object = {}) => ({
  ...{ date: daysAgo(ago), source, chain: 'eip155:56', missing_blocks: 88 + ago, wanted_blocks: 300 },
  ...{ runs_left: null, reason: 'its node keeps no history', fix: 'name a node of your own' },
  ...rest,
})

const readCoverage = (ingest: object[], ingest_gaps: object[] = [], ingest_checks: object[] = []) =>
  readRows(
    toGivenTables(COLUMNS, { run: [{ day: daysAgo(0) }], ingest, ingest_gaps, ingest_checks }),
    'coverage',
    WANTED,
  )

test('a gap is as old as the days on which it lasted; one that was closed today is none', async () => {
  const days = [0, 1, 2, 3].map((ago) => fetched('erc8004', ago, 'ok', { left_out: 'some' }))
  const gaps = [
    gap('erc8004', 0),
    gap('erc8004', 1),
    gap('erc8004', 3),
    gap('erc8004', 1, { chain: 'eip155:1' }),
  ]
  expect(await readCoverage(days, gaps)).toEqual([
    {
      ...{ source: 'erc8004', chain: 'eip155:56', kind: 'blocks', observed_count: 212, expected_count: 300 },
      ...{ since: daysAgo(1), reason: 'its node keeps no history', fix: 'name a node of your own' },
    },
  ])
})

test('where ids were counted, agents are said instead of blocks', async () => {
  const days = [fetched('erc8004', 0, 'ok', { left_out: 'some' })]
  const check = {
    ...{ date: daysAgo(0), source: 'erc8004', chain: 'eip155:56', kind: 'agent_ids', missing_count: 0 },
    ...{ missing_low: 0, missing_high: 0, observed_count: 212_000, expected_count: 300_000, unmade: null },
  }
  expect(await readCoverage(days, [gap('erc8004', 0, { runs_left: 4 })], [check])).toMatchObject([
    {
      ...{ chain: 'eip155:56', kind: 'registrations', observed_count: 212_000, expected_count: 300_000 },
      reason: 'its node keeps no history; about 4 more runs at this pace',
    },
  ])
})

test('a source that failed, was left in part or lacks a setting has one row; one that nobody asked for has none', async () => {
  const days = [
    fetched('down', 0, 'failed', { error: 'UpstreamDown: no answer' }),
    fetched('down', 1, 'failed', { error: 'UpstreamDown: HTTP 500' }),
    fetched('down', 2),
    fetched('part', 0, 'ok', { left_out: '7 of 9 packages' }),
    fetched('key', 0, 'skipped', { error: 'not fetched: A_KEY is not set' }),
    fetched('unasked', 0, 'skipped'),
    fetched('whole', 0),
  ]
  const row = (source: string, since: string, reason: string, fix: string | null) => ({
    ...{ source, chain: null, kind: 'rows', observed_count: null, expected_count: null },
    ...{ since, reason, fix },
  })
  expect(await readCoverage(days)).toEqual([
    row('down', daysAgo(1), 'it did not answer: UpstreamDown: no answer', 'The next run asks it again'),
    row('key', daysAgo(0), 'not fetched: A_KEY is not set', 'Set it for the run'),
    row('part', daysAgo(0), 'left for another day: 7 of 9 packages', null),
  ])
})

test('history that only takes time says how much', async () => {
  const rows = await readCoverage(
    [fetched('erc8004', 0)],
    [gap('erc8004', 0, { reason: null, fix: null, runs_left: 3 })],
  )
  expect(rows).toMatchObject([
    { reason: 'a run reads only so many blocks of each chain; about 3 more runs at this pace', fix: null },
  ])
})

test('registrations that logs left out are counted, and a check that was not made is not passed', async () => {
  const check = (chain: string, rest: object) => ({
    ...{ date: daysAgo(0), source: 'erc8004', chain, kind: 'agent_ids' },
    ...{ observed_count: 80, expected_count: 100, missing_count: 0, unmade: null, ...rest },
  })
  const checks = [
    check('eip155:1', {}),
    check('eip155:56', { missing_count: 20, missing_low: 15, missing_high: 26 }),
    check('eip155:137', { observed_count: null, missing_count: null, unmade: 'its node keeps no history' }),
  ]
  const rows = await readCoverage([fetched('erc8004', 0)], [], checks)
  expect(rows).toMatchObject([
    { chain: 'eip155:137', kind: 'registrations', reason: 'not checked: its node keeps no history' },
    {
      chain: 'eip155:56',
      observed_count: 80,
      expected_count: 100,
      reason: 'left out of logs: about 20 (15 to 26)',
    },
  ])
})

test('a day on which nobody asked ends no gap', async () => {
  const days = [fetched('erc8004', 0), fetched('erc8004', 1, 'skipped'), fetched('erc8004', 2)]
  const rows = await readCoverage(days, [gap('erc8004', 0), gap('erc8004', 2)])
  expect(rows).toMatchObject([{ since: daysAgo(2) }])
})
