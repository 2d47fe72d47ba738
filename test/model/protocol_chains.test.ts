import { expect, onTestFinished, test } from 'vitest'
import { NUMBERS } from '../../core/domain/numbers.ts'
import { DAY, daysAgo, runCheck } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const CHAINS = {
  run: 'day:date',
  ingest_blocks: 'date:date source chain',
  raw_chains: 'chain name has_erc8004:boolean usdc',
  raw_unread_chains: 'protocol chain name reason',
}

test('a chain is read once some of its blocks were, and named with the reason where nobody tries', async () => {
  const given = toGivenTables(CHAINS, {
    run: [{ day: DAY }],
    ingest_blocks: [
      { date: daysAgo(3), source: 'erc8004_identity', chain: 'a' },
      { date: DAY, source: 'x402_payments', chain: 'b' },
      { date: daysAgo(-1), source: 'x402_payments', chain: 'a' },
    ],
    raw_chains: [
      { chain: 'a', name: 'Ash', has_erc8004: true, usdc: '0x1' },
      { chain: 'b', name: 'Bay', has_erc8004: true, usdc: '0x2' },
    ],
    raw_unread_chains: [{ protocol: 'x402', chain: 'c', name: 'Cod', reason: 'no node' }],
  })
  const rows = await rowsFrom(
    given,
    ['protocol_chains'],
    'select protocol, chain, state, reason from protocol_chains order by protocol, chain',
  )
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    ['erc8004', 'a', 'read', null],
    ['erc8004', 'b', 'unread', null],
    ['x402', 'a', 'unread', null],
    ['x402', 'b', 'read', null],
    ['x402', 'c', 'not_indexed', 'no node'],
  ])
})

const LISTS = {
  run: 'day:date',
  raw_facilitators: 'address listed_on:date',
  raw_chain_totals: 'protocol listed_on:date',
}
const lists = (facilitators: (string | null)[], totals: string[] = []) =>
  rowsFrom(
    toGivenTables(LISTS, {
      run: [{ day: DAY }],
      raw_facilitators: facilitators.map((listed_on) => ({ address: '0x1', listed_on })),
      raw_chain_totals: totals.map((listed_on) => ({ protocol: 'x402', listed_on })),
    }),
    ['catalog_lists'],
    'select list, old_entries, listed_on::varchar as listed_on, age_days from catalog_lists order by list',
  )

test(`a list is old from the day after ${NUMBERS.list_days} days on, by its oldest entry`, async () => {
  const [still, old] = [daysAgo(NUMBERS.list_days), daysAgo(NUMBERS.list_days + 1)]
  expect(await lists([still, DAY])).toEqual([
    { list: 'facilitators', old_entries: 0, listed_on: still, age_days: NUMBERS.list_days },
  ])
  expect(await lists([DAY, old, old], [still])).toEqual([
    { list: 'chain_totals', old_entries: 0, listed_on: still, age_days: NUMBERS.list_days },
    { list: 'facilitators', old_entries: 2, listed_on: old, age_days: NUMBERS.list_days + 1 },
  ])
})

test('a replay of days before its list has age 0, and an invented list without dates has none', async () => {
  expect(await lists([daysAgo(-9)])).toMatchObject([{ old_entries: 0, age_days: 0 }])
  expect(await lists([null])).toEqual([])
})

test('a chain that is listed twice or without a reason, and a list whose age does not add up, are stopped', async () => {
  const chain = (name: string, state: string, reason: string | null) => ({
    ...{ protocol: 'x402', chain: name, state, reason },
  })
  const list = (name: string, old_entries: number, age_days: number) => ({
    ...{ list: name, entries: 2, old_entries, age_days },
  })
  const given = toGivenTables(
    {
      protocol_chains: 'protocol chain state reason',
      catalog_lists: 'list entries:bigint old_entries:bigint age_days:bigint',
    },
    {
      protocol_chains: [
        chain('good', 'read', null),
        chain('told', 'not_indexed', 'no node'),
        chain('twice', 'read', null),
        chain('twice', 'not_indexed', 'no node'),
        chain('why', 'not_indexed', null),
      ],
      catalog_lists: [
        list('good', 0, NUMBERS.list_days),
        list('old', 1, NUMBERS.list_days + 1),
        list('early', 1, 3),
        list('late', 0, NUMBERS.list_days + 1),
        list('many', 3, NUMBERS.list_days + 1),
      ],
    },
  )
  const db = await buildFrom(given, [])
  onTestFinished(() => db.close())
  const chains = (await runCheck(db, 'protocol_chains_named_once')) as { chain: string }[]
  expect(chains.map((row) => row.chain).sort()).toEqual(['twice', 'why'])
  const old = (await runCheck(db, 'catalog_lists_age')) as { list: string }[]
  expect(old.map((row) => row.list).sort()).toEqual(['early', 'late', 'many'])
})
