import { expect, test } from 'vitest'
import { openDatabase } from '../../pipeline/model/database.ts'
import { createTable } from '../../pipeline/model/tables.ts'
import { DAY, runCheck } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'
import { PROVENANCE, provenance } from './inputs_given.ts'

const STANDINGS = {
  categories: 'id',
  rankings: `handle category methodology_version position:bigint rank:bigint rank_low:bigint rank_high:bigint is_rank_provisional:boolean tier score:decimal(6,2)
    score_low:decimal(6,2) score_high:decimal(6,2)`,
  scores: `handle category score_floor:decimal(6,2) score_ceiling:decimal(6,2) observed_weight:bigint
    missing:varchar[]`,
  sub_scores: 'handle category key value:double value_at:timestamp scaled:decimal(5,4) points:decimal(9,4)',
  signals: `handle key value:double value_at:timestamp input_count:bigint ${PROVENANCE}`,
  score_changes: `handle category since:date score_before:decimal(6,2) score_delta:decimal(9,4) rank_before:bigint
    is_methodology_changed:boolean causes:varchar[]`,
}

interface Standing {
  signals: {
    key: string
    value: number | null
    points: number
    input_count: number
    source_url: string | null
  }[]
  change: { score_delta: number } | null
}

test('a standing has the signals that are observed or give points, and what moved it, if anything did', async () => {
  const both = ['still', 'moved'].map((handle) => ({ handle, category: 'service' }))
  const bare = { handle: 'bare', category: 'service' }
  const rows = await rowsFrom<Standing>(
    toGivenTables(STANDINGS, {
      categories: [{ id: 'service' }],
      rankings: [...both, bare],
      scores: [...both, bare],
      sub_scores: [
        ...both.flatMap((item) => [
          { ...item, key: 'seen', value: 2, scaled: 0, points: 0 },
          { ...item, key: 'assumed', points: 1.5 },
          { ...item, key: 'unseen', points: 0 },
        ]),
        { ...bare, key: 'unseen', points: 0 },
      ],
      signals: both.map(({ handle }) => ({
        handle,
        key: 'seen',
        value: 2,
        input_count: 3,
        ...provenance(1),
      })),
      score_changes: [{ handle: 'moved', category: 'service', score_delta: 1.5 }],
    }),
    ['standings'],
    'select list_sort(signals) as signals, change from standings order by handle',
  )
  expect(rows.map(({ change }) => change?.score_delta ?? null)).toEqual([null, 1.5, null])
  expect(rows[0]?.signals).toEqual([])
  for (const { signals } of rows.slice(1))
    expect(signals).toMatchObject([
      { key: 'assumed', value: null, points: 1.5, input_count: 0, source_url: null },
      { key: 'seen', value: 2, points: 0, input_count: 3, source_url: provenance(1).source_url },
    ])
})

test.each([
  ['all points of the score', [2.5, 1.25], 3.75, true],
  ['no signal and no score', [], 0, true],
  ['points that the score has not', [2.5, 1.5], 3.75, false],
  ['a signal less', [2.5], 3.75, false],
])('a standing with %s: %j of %d', async (_, points, exact_score, isHeld) => {
  const db = await openDatabase(':memory:')
  const given = { handle: 'a', category: 'service' }
  const keys = { handle: 'VARCHAR', category: 'VARCHAR' }
  await createTable(db, 'rankings', { ...keys, exact_score: 'DECIMAL(9,4)' }, [{ ...given, exact_score }])
  await createTable(db, 'standings', { ...keys, signals: 'STRUCT(points DECIMAL(9,4))[]' }, [
    { ...given, signals: points.map((each) => ({ points: each })) },
  ])
  expect(await runCheck(db, 'standings_cover_rankings')).toEqual(isHeld ? [] : [given])
  db.close()
})

test('the day’s snapshot has a row for each ranking, with visibility where some was observed', async () => {
  const liveness = { seen: 'alive', silent: 'not_alive', unseen: 'unknown' }
  const handles = Object.keys(liveness)
  const given = toGivenTables(
    {
      run: 'day:date',
      rankings: `handle category rank:bigint rank_low:bigint rank_high:bigint score:decimal(6,2) score_low:decimal(6,2)
        score_high:decimal(6,2) exact_score:decimal(9,4) tier methodology_version`,
      liveness: 'handle liveness',
      trust: 'handle score:integer',
      int_agents__visibility: 'handle category visibility:decimal(5,2)',
      int_agents__payment_days: 'handle payment_days:bigint',
      int_agents__licenses: 'handle license',
    },
    {
      run: [{ day: DAY }],
      rankings: handles.map((handle) => ({ handle, category: 'service' })),
      liveness: Object.entries(liveness).map(([handle, is]) => ({ handle, liveness: is })),
      trust: handles.map((handle) => ({ handle, score: 40 })),
      int_agents__visibility: [{ handle: 'seen', category: 'service', visibility: 12.5 }],
    },
  )
  const rows = await rowsFrom(
    given,
    ['snapshots'],
    'select handle, is_alive, trust_score, visibility from snapshots order by handle',
  )
  expect(rows).toEqual([
    { handle: 'seen', is_alive: true, trust_score: 40, visibility: 12.5 },
    { handle: 'silent', is_alive: false, trust_score: 40, visibility: null },
    { handle: 'unseen', is_alive: null, trust_score: 40, visibility: null },
  ])
})

const DECIDED = { decided_on: DAY, record_a: 'r1', handle_a: 'a', status: 'applied' }

test('an identity has its records, each strong key that names it alone once, its ties and what was decided of it', async () => {
  const given = toGivenTables(
    {
      int_records__handles: 'record_id handle bound_on:date reason',
      int_records: 'record_id source source_key category record_url departed_on:date',
      int_records__keys: 'record_id key is_strong:boolean',
      int_records__ambiguous_keys: 'key',
      int_agents__shared_keys: 'handle key other_count:bigint others:varchar[]',
      identity_overrides:
        'decided_on:date line:bigint record_a record_b handle_a handle_b verdict reason source_url status',
    },
    {
      int_records__handles: [
        { record_id: 'r1', handle: 'a' },
        { record_id: 'r2', handle: 'a' },
        { record_id: 'r3', handle: 'b' },
      ],
      int_records: ['r1', 'r2', 'r3'].map((record_id) => ({ record_id, source_key: record_id })),
      int_records__keys: [
        { record_id: 'r1', key: 'host:one', is_strong: true },
        { record_id: 'r2', key: 'host:one', is_strong: true },
        { record_id: 'r1', key: 'host:shared', is_strong: true },
        { record_id: 'r1', key: 'domain:weak', is_strong: false },
      ],
      int_records__ambiguous_keys: [{ key: 'host:shared' }],
      int_agents__shared_keys: [{ handle: 'a', key: 'domain:weak', other_count: 1, others: ['c'] }],
      identity_overrides: [
        { ...DECIDED, line: 1, record_b: 'r2', handle_b: 'a', verdict: 'same' },
        { ...DECIDED, line: 2, record_b: 'r3', handle_b: 'b', verdict: 'different' },
        { ...DECIDED, line: 3, record_b: 'r4', verdict: 'same', status: 'record_unknown' },
      ],
    },
  )
  const rows = await rowsFrom(
    given,
    ['identities'],
    `select handle, list_transform(records, lambda one: one.name) as records, keys, ties,
     list_transform(overrides, lambda row: row.record || ' ' || row.verdict || ' ' || row.other) as overrides from identities order by handle`,
  )
  expect(rows).toEqual([
    {
      ...{ handle: 'a', records: ['r1', 'r2'], keys: ['host:one'] },
      ties: [{ key: 'domain:weak', other_count: 1, others: ['c'] }],
      overrides: ['r1 same r2', 'r1 different r3'],
    },
    { handle: 'b', records: ['r3'], keys: [], ties: [], overrides: ['r3 different r1'] },
  ])
})
