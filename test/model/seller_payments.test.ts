import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import { toGivenTables } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const BASE = 'eip155:8453'
const TABLES = {
  run: 'day:date',
  int_operators__agents: 'chain operator handle is_credited:boolean',
  stg_x402_payments__payments:
    'chain operator payer amount:hugeint relayer paid_at:timestamp paid_on:date block_number:bigint log_index:bigint',
  raw_x402_payments: 'chain block_number:bigint log_index:bigint transaction_hash',
  raw_chains: 'chain name explorer',
  raw_facilitators: 'address name',
  x402_demand: 'chain operator days:bigint payments:bigint',
}

const daysAgo = (age: number): string =>
  new Date(Date.parse('2026-03-31') - age * 86_400_000).toISOString().slice(0, 10)

/** A payment at a block, `age` days before the newest. */
const payment = (operator: string, block_number: number, age = 0, more: object = {}) => ({
  ...{ chain: BASE, operator, payer: '0xp', amount: 10_000, relayer: '0xone', block_number, log_index: 1 },
  ...{ paid_on: daysAgo(age), paid_at: `${daysAgo(age)} 10:00:00`, ...more },
})

type Payment = ReturnType<typeof payment>

/** The payments shown of agents `a` (wallets 0x1 and 0x2) and `b` (0x2 too), after the check. */
async function readShown<T>(payments: Payment[], sql: string): Promise<T[]> {
  const matched = (operator: string, handle: string, is_credited = true) => ({
    ...{ chain: BASE, operator, handle, is_credited },
  })
  const recent = payments.filter(({ paid_on, payer }) => paid_on > daysAgo(30) && payer !== null)
  const given = toGivenTables(TABLES, {
    run: [{ day: '2026-03-31' }],
    int_operators__agents: [
      ...[matched('0x1', 'a'), matched('0x2', 'a'), matched('0x2', 'b'), matched('0x3', 'c', false)],
    ],
    stg_x402_payments__payments: payments,
    raw_x402_payments: payments.map(({ chain, block_number, log_index }) => ({
      ...{ chain, block_number, log_index, transaction_hash: `0x${block_number}` },
    })),
    raw_chains: [{ chain: BASE, name: 'Base', explorer: 'https://scan.example' }],
    raw_facilitators: [{ address: '0xone', name: 'One' }],
    x402_demand: ['0x1', '0x2'].flatMap((operator) => {
      const count = recent.filter((row) => row.operator === operator).length
      return count === 0 ? [] : [{ chain: BASE, operator, days: 30, payments: count }]
    }),
  })
  const db = await buildFrom(given, ['seller_payments'])
  try {
    const check = readFileSync(join(SQL_FOLDER, 'checks/seller_payments_were_paid.sql'), 'utf8')
    expect(await db.rows(check)).toEqual([])
    return await db.rows<T>(sql)
  } finally {
    db.close()
  }
}

test('an agent shows the payments to its wallets, the newest first, with transaction and facilitator and without payer', async () => {
  const payments = [
    payment('0x1', 10),
    payment('0x2', 12, 0, { relayer: '0xstranger', amount: 2_500_000 }),
    payment('0x3', 11),
    payment('0x1', 1, 30),
    payment('0x1', 9, 1, { payer: null }),
  ]
  const rows = await readShown(payments, "select * from seller_payments where handle = 'a' order by position")
  const shown = { handle: 'a', chain: BASE, chain_name: 'Base', paid_at: '2026-03-31T10:00:00Z' }
  expect(rows).toEqual([
    {
      ...{ ...shown, position: 1, amount_usd: '2.500000', facilitator: null },
      ...{ transaction: '0x12', transaction_url: 'https://scan.example/tx/0x12' },
    },
    {
      ...{ ...shown, position: 2, amount_usd: '0.010000', facilitator: 'One' },
      ...{ transaction: '0x10', transaction_url: 'https://scan.example/tx/0x10' },
    },
  ])
})

test('of a busy seller the newest fifty are shown, from whichever wallet and day', async () => {
  const busy = Array.from({ length: 200 }, (_, nth) => payment('0x1', 1_000 - nth, Math.floor(nth / 40)))
  const payments = [...busy, payment('0x2', 5, 0), payment('0x2', 4, 20)]
  const sql = `select handle, count(*)::integer as payments, min(transaction[3:]::integer) as oldest, max(position)::integer as last
    from seller_payments group by handle order by handle`
  expect(await readShown(payments, sql)).toEqual([
    { handle: 'a', payments: 50, oldest: 5, last: 50 },
    { handle: 'b', payments: 2, oldest: 4, last: 2 },
  ])
})
