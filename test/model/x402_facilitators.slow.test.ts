import { expect, test } from 'vitest'
import { BASE, burst, inDemand, POLYGON, type World } from './x402_given.ts'

// `inDemand` runs the check that all rows add up to the market.
const readRows = (world: World, sql: string): Promise<object[]> => inDemand(world, (db) => db.rows(sql))

const WORLD: World = {
  facilitators: [
    { address: '0xone', name: 'One' },
    { address: '0xone-too', name: 'One' },
    { address: '0xtwo', name: 'Two' },
  ],
  bursts: [
    burst('0xa', '0xp', { relayer: '0xone', count: 3 }),
    burst('0xa', '0xp', { relayer: '0xone-too', age: 6 }),
    burst('0xb', '0xq', { relayer: '0xone', chain: POLYGON, age: 7, amount: 2_000_000n }),
    // Two wallets of one payer, of which the second pays itself.
    burst('0xb', '0xb', { relayer: '0xtwo', age: 29 }),
    burst('0xc', '0xp', { relayer: '0xstranger' }),
    burst('0xc', '0xr', { relayer: null, age: 29 }),
    burst('0xc', '0xold', { relayer: '0xtwo', age: 30 }),
  ],
}

test('payments count for the facilitator that relayed them, in windows of 1, 7 and 30 days; strangers are one row', async () => {
  const sql = `select facilitator, days, payments, volume_usd::varchar as usd, sellers, unique_payers as payers,
    independent_payers as independent from x402_facilitators where chain = 'all' order by days, facilitator`
  expect(await readRows(WORLD, sql)).toEqual([
    { facilitator: 'One', days: 1, payments: 3, usd: '0.003000', sellers: 1, payers: 1, independent: 1 },
    { facilitator: null, days: 1, payments: 1, usd: '0.001000', sellers: 1, payers: 1, independent: 1 },
    { facilitator: 'One', days: 7, payments: 4, usd: '0.004000', sellers: 1, payers: 1, independent: 1 },
    { facilitator: null, days: 7, payments: 1, usd: '0.001000', sellers: 1, payers: 1, independent: 1 },
    // Payers of two chains are unknown.
    {
      facilitator: 'One',
      days: 30,
      payments: 5,
      usd: '2.004000',
      sellers: 2,
      payers: null,
      independent: null,
    },
    { facilitator: 'Two', days: 30, payments: 1, usd: '0.001000', sellers: 1, payers: 1, independent: 0 },
    { facilitator: null, days: 30, payments: 2, usd: '0.002000', sellers: 1, payers: 2, independent: 2 },
  ])
})

test('a day has what was relayed on it, chain by chain, and its sellers once', async () => {
  const sql = `select chain, facilitator, (date '2026-02-10' - day)::integer as age, payments
    from x402_facilitator_days where chain <> 'all' order by age, chain, facilitator`
  expect(await readRows(WORLD, sql)).toEqual([
    { chain: BASE, facilitator: 'One', age: 0, payments: 3 },
    { chain: BASE, facilitator: null, age: 0, payments: 1 },
    { chain: BASE, facilitator: 'One', age: 6, payments: 1 },
    { chain: POLYGON, facilitator: 'One', age: 7, payments: 1 },
    { chain: BASE, facilitator: 'Two', age: 29, payments: 1 },
    { chain: BASE, facilitator: null, age: 29, payments: 1 },
  ])
  const sellers = `select (date '2026-02-10' - day)::integer as age, sellers from x402_seller_days where chain = 'all' order by age`
  expect(await readRows(WORLD, sellers)).toEqual([
    { age: 0, sellers: 2 },
    { age: 6, sellers: 1 },
    { age: 7, sellers: 1 },
    { age: 29, sellers: 2 },
  ])
})
