import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  run: 'day:date',
  run_sources: 'name title docs license',
  ingest: `source date:date outcome error requests:bigint not_modified:bigint bytes:bigint rows:bigint
    quarantined:bigint cleaned:bigint dropped unanswered:bigint coverage left_out`,
  stg_openrouter_rankings__days: 'as_of:timestamp',
  stg_openrouter_apps__apps: 'as_of:timestamp',
}

const COUNTED = {
  requests: 2,
  not_modified: 1,
  bytes: 30,
  rows: 4,
  quarantined: 5,
  cleaned: 1,
  dropped: 'a (b) in 1',
  unanswered: 6,
}

test('a source says how it answered today, when it last did, and since when its rows are stale', async () => {
  const answered = (source: string, ago: number, outcome: string, more: object = {}) => ({
    ...{ source, date: daysAgo(ago), outcome, rows: 0 },
    ...more,
  })
  const given = toGivenTables(COLUMNS, {
    run: [{ day: DAY }],
    run_sources: ['steady', 'stale', 'never', 'new', 'absent', 'empty', 'quiet', 'openrouter_apps'].map(
      (name) => ({ name }),
    ),
    stg_openrouter_apps__apps: ['01', '02'].map((hour) => ({ as_of: `${DAY} ${hour}:00:00` })),
    ingest: [
      answered('steady', 1, 'ok', { ...COUNTED, rows: 99 }),
      answered('steady', 0, 'ok', { ...COUNTED, left_out: '3 blocks' }),
      answered('stale', 5, 'ok'),
      answered('stale', 4, 'ok'),
      answered('stale', 3, 'failed'),
      answered('stale', 0, 'failed', { error: 'timeout' }),
      answered('never', 0, 'failed'),
      answered('absent', 0, 'ok', { coverage: 'changes', left_out: 'all' }),
      answered('empty', 2, 'ok', { coverage: 'all', rows: 3 }),
      answered('empty', 1, 'ok', { coverage: 'changes', rows: 0, left_out: 'all' }),
      answered('empty', 0, 'ok', { coverage: 'changes', rows: 0, left_out: 'all' }),
      answered('quiet', 0, 'ok', { coverage: 'blocks', rows: 0, left_out: '3 blocks' }),
    ],
  })
  const rows = await rowsFrom(
    given,
    ['sources'],
    'select * exclude (title, docs, license) from sources order by name',
  )
  const none = {
    requests: 0,
    not_modified: 0,
    bytes: 0,
    rows: 0,
    quarantined: 0,
    cleaned: 0,
    dropped: null,
    unanswered: 0,
  }
  const quiet = { ...none, left_out: null, error: null, as_of: null, last_ok_on: null, stale_since: null }
  expect(rows).toEqual([
    { name: 'absent', ...quiet, outcome: 'part', left_out: 'all' },
    {
      ...{ name: 'empty', ...quiet, outcome: 'part', left_out: 'all' },
      ...{ last_ok_on: daysAgo(2), stale_since: daysAgo(1) },
    },
    { name: 'never', ...quiet, outcome: 'failed' },
    { name: 'new', ...quiet, outcome: 'skipped' },
    { name: 'openrouter_apps', ...quiet, outcome: 'skipped', as_of: `${DAY}T02:00:00Z` },
    { name: 'quiet', ...quiet, outcome: 'part', left_out: '3 blocks', last_ok_on: DAY },
    {
      ...{ name: 'stale', ...quiet, outcome: 'failed', error: 'timeout' },
      ...{ last_ok_on: daysAgo(4), stale_since: daysAgo(3) },
    },
    { name: 'steady', ...quiet, ...COUNTED, outcome: 'part', left_out: '3 blocks', last_ok_on: DAY },
  ])
})
