import { afterEach, beforeEach, expect, test } from 'vitest'
import { splitWallets } from '../../lab/gaming/market.ts'
import { payment } from '../../lab/gaming/rows.ts'
import { addRows, STUDY_CHAIN } from '../../lab/gaming/world.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'

let db: Database

beforeEach(async () => {
  db = await openDatabase(':memory:')
  // 1,000 wallets that pay ten sellers each, and 500 that pay one.
  await db.run(`
    create table raw_x402_payments as
    select 'payment' as kind, 'wallet ' || wallet as payer, 'seller ' || seller as pay_to, 1 as amount
    from range(1500) as wallets(wallet)
    join range(10) as sellers(seller) on wallet < 1000 or seller = 0`)
})

afterEach(() => db.close())

test('nine wallets in ten pay one seller after wallets are split, and every seller has its payments still', async () => {
  const sellers = () =>
    db.rows('select pay_to, count(*)::int as n from raw_x402_payments group by pay_to order by pay_to')
  const before = await sellers()
  await splitWallets(db)
  expect(await sellers()).toEqual(before)
  const [found] = await db.rows<{ single: number }>(`
    select count(*) filter (sellers = 1) / count(*) as single
    from (select count(distinct pay_to) as sellers from raw_x402_payments group by payer)`)
  expect(found?.single).toBeCloseTo(0.92, 1)
  expect(found?.single).toBeGreaterThan(0.9)
})

test('what an attacker does in a market has the times of its day, and blocks behind those of its own chain', async () => {
  await db.run(`
    create table run as select date '2026-04-19' as day;
    create or replace table raw_x402_payments as
    select '${STUDY_CHAIN}' as chain, 44_000_000::bigint as block_number, '' as block_time, 'honest' as payer, 'a' as response_sha256
    union all select 'solana', 400_000_000, '', 'honest', 'a'`)
  await addRows(db, payment('attacker', 'seller', 2))
  expect(await db.rows("from raw_x402_payments where payer = 'attacker'")).toEqual([
    expect.objectContaining({
      block_number: 44_000_000 - 2 * 43_200,
      block_time: '2026-04-17T12:00:00.000Z',
    }),
  ])
})
