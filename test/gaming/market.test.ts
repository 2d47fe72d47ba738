import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { splitWallets } from './market.ts'

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
