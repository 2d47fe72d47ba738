import { expect, test } from 'vitest'
import { drawPairs } from '../../lab/e2e/pairs/draw.ts'
import { agentsIn, type ReadPair, scorePairs } from '../../lab/e2e/pairs/score.ts'
import { readPairs, scoreLines } from '../../lab/e2e/pairs.ts'
import { table } from '../model/given_tables.ts'
import { buildFrom } from '../model/sql_harness.ts'

const read = (a: string, b: string, verdict: ReadPair['verdict']): ReadPair => ({
  ...{ drawn: 'name', a, b, names: ['A', 'B'], verdict, why: 'made up' },
})

test('what was read is 120 pairs of two records, half of them alike, each pair once', () => {
  const pairs = readPairs()
  expect(pairs).toHaveLength(120)
  expect(pairs.filter(({ drawn }) => drawn === 'chance')).toHaveLength(60)
  expect(new Set(pairs.map(({ a, b }) => `${a} ${b}`)).size).toBe(120)
  for (const { a, b } of pairs) expect(a < b).toBe(true)
})

test('precision and recall count what rules join against what was read, and leave out what nobody can tell', () => {
  const agents: Record<string, string> = { a1: 'a', a2: 'a', b1: 'b', b2: 'b', c1: 'c' }
  const pairs = [
    read('a1', 'a2', 'same'),
    read('a1', 'b1', 'copy'),
    read('b1', 'b2', 'different'),
    read('b1', 'c1', 'different'),
    read('a1', 'c1', 'unsure'),
    read('unknown', 'stranger', 'same'),
  ]
  const lines = scoreLines(scorePairs(pairs, (record) => agents[record]))
  expect(lines).toEqual([
    'precision  1 of 2 (50 %)',
    'recall     1 of 3 (33 %): one agent 1 of 2 (50 %), copies 0 of 1 (0 %)',
    '  wrong   b1 and b2: made up',
    '  missed  a1 and b1: made up',
    '  missed  unknown and stranger: made up',
  ])
})

const LISTED = 'record_id source source_key name description departed_on:date'

test('a copy belongs to the agent that it repeats, with or without a handle of its own', async () => {
  const db = await buildFrom(
    {
      int_records__handles: table('record_id handle', [
        { record_id: 'erc8004_identity:1', handle: 'first' },
        { record_id: 'erc8004_identity:2', handle: 'second' },
      ]),
      int_records: table(LISTED, [
        { record_id: 'erc8004_identity:1' },
        { record_id: 'erc8004_identity:2', departed_on: '2026-03-01' },
        { record_id: 'erc8004_identity:3', departed_on: '2026-03-01' },
      ]),
      int_registrations__copies: table('agent_key original', [
        { agent_key: '2', original: '1' },
        { agent_key: '3', original: '1' },
      ]),
    },
    [],
  )
  const agentByRecord = await agentsIn(db)
  db.close()
  expect(['1', '2', '3', '4'].map((id) => agentByRecord(`erc8004_identity:${id}`))).toEqual([
    ...['first', 'first', 'first'],
    undefined,
  ])
})

test('pairs are drawn by a seed: so many of each likeness, and as many by chance', async () => {
  const records = Array.from({ length: 60 }, (_, n) => ({
    record_id: `a2a_cards:${n >> 1}-${n % 2}.example`,
    ...{ source: 'a2a_cards', source_key: `${n % 2 ? 'www.' : ''}${n >> 1}.test` },
    ...{ name: `Name ${n >> 1}`, description: `A description of number ${n >> 1}.` },
  }))
  const db = await buildFrom(
    {
      int_records: table(LISTED, records),
      stg_erc8004_files__services: table('agent_key host'),
      int_records__keys: table(
        'record_id key is_strong:boolean',
        records.map(({ record_id, name }) => ({ record_id, key: `account:${name}`, is_strong: false })),
      ),
    },
    [],
  )
  const [first, again, other] = [
    await drawPairs(db, 2, 1),
    await drawPairs(db, 2, 1),
    await drawPairs(db, 2, 2),
  ]
  db.close()
  expect(first).toEqual(again)
  expect(first).not.toEqual(other)
  const alike = first.filter(({ drawn }) => drawn !== 'chance')
  expect(first.length - alike.length).toBeLessThanOrEqual(8)
  expect(first.length - alike.length).toBeGreaterThan(5)
  for (const { a, b } of alike) expect(a.replace(/-.*/, '')).toBe(b.replace(/-.*/, ''))
})
