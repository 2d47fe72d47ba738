import { expect, test } from 'vitest'
import { BASE, burst, crowd, inDemand, POLYGON, type World } from './x402_given.ts'

const demandRows = (world: World, sql: string): Promise<object[]> => inDemand(world, (db) => db.rows(sql))

const WHOLE = "chain = 'all' and days = 30"

test('operators with as many payers stand by payments, then by volume, then by name; flagged ones behind', async () => {
  const bursts = [
    burst('0xflagged', '0xp', { count: 60 }),
    burst('0xmore', '0xp', { count: 2 }),
    burst('0xrich', '0xp', { amount: 2000n }),
    burst('0xa', '0xp'),
    burst('0xb', '0xp'),
  ]
  const sql = `select operator, rank_raw, rank_adjusted from x402_demand where ${WHOLE} order by rank_raw`
  expect(await demandRows({ bursts }, sql)).toEqual([
    { operator: '0xflagged', rank_raw: 1, rank_adjusted: 5 },
    { operator: '0xmore', rank_raw: 2, rank_adjusted: 1 },
    { operator: '0xrich', rank_raw: 3, rank_adjusted: 2 },
    { operator: '0xa', rank_raw: 4, rank_adjusted: 3 },
    { operator: '0xb', rank_raw: 5, rank_adjusted: 4 },
  ])
})

test('more independent payments come before more volume, and shares are of payments and of volume', async () => {
  const bursts = [
    burst('0xa', '0xp', { count: 2, amount: 1n }),
    burst('0xa', '0xa', { count: 1, amount: 5n }),
    burst('0xb', '0xp', { count: 1, amount: 1n }),
    burst('0xb', '0xb', { count: 2, amount: 300n }),
    burst('0xc', '0xp', { count: 1, amount: 1n }),
    burst('0xd', '0xp', { count: 2, amount: 0n }),
  ]
  const sql = `select operator, rank_adjusted, top_payer_share, top_payer_volume_share, self_funded_share
    from x402_demand where ${WHOLE} order by rank_adjusted`
  expect(await demandRows({ bursts }, sql)).toEqual([
    {
      ...{ operator: '0xa', rank_adjusted: 1, top_payer_share: 0.666667 },
      ...{ top_payer_volume_share: 0.285714, self_funded_share: 0.714286 },
    },
    {
      ...{ operator: '0xd', rank_adjusted: 2, top_payer_share: 1 },
      ...{ top_payer_volume_share: null, self_funded_share: null },
    },
    {
      ...{ operator: '0xb', rank_adjusted: 3, top_payer_share: 0.666667 },
      ...{ top_payer_volume_share: 0.998336, self_funded_share: 0.998336 },
    },
    {
      ...{ operator: '0xc', rank_adjusted: 4, top_payer_share: 1 },
      ...{ top_payer_volume_share: 1, self_funded_share: 0 },
    },
  ])
})

test('an operator that nobody else pays has no independent payer and no independent payment', async () => {
  const sql = `select unique_payers_adjusted as payers, independent_payments as payments from x402_demand where ${WHOLE}`
  expect(await demandRows({ bursts: [burst('0xa', '0xa', { count: 2 })] }, sql)).toEqual([
    { payers: 0, payments: 0 },
  ])
})

test('an operator says of each chain when it was last paid, who asks for it there, and whether a feed lists it', async () => {
  const world = {
    bursts: [
      burst('0xa', '0xp', { age: 3 }),
      burst('0xa', '0xp', { age: 5 }),
      burst('0xa', '0xp', { age: 1, chain: POLYGON }),
      burst('0xb', '0xp', { age: 2 }),
    ],
    matched: ['eip155:1', BASE].map((chain) => ({ chain, operator: '0xa', handle: 'a', is_credited: true })),
    offers: [
      { pay_to: '0xa', chain: BASE, is_gone: false },
      { pay_to: '0xb', chain: POLYGON, is_gone: true },
    ],
  }
  const sql = `select operator, chain, last_paid_at::date::varchar as last, handles, credited_handle, is_listed
    from x402_demand where days = 30 order by operator, chain`
  const ofA = { operator: '0xa', handles: ['a'], credited_handle: 'a', is_listed: true }
  const ofB = { operator: '0xb', last: '2026-02-08', handles: [], credited_handle: null, is_listed: false }
  expect(await demandRows(world, sql)).toEqual([
    { ...ofA, chain: 'all', last: '2026-02-09' },
    { ...ofA, chain: POLYGON, last: '2026-02-09', handles: [], credited_handle: null, is_listed: false },
    { ...ofA, chain: BASE, last: '2026-02-07' },
    { ...ofB, chain: 'all' },
    { ...ofB, chain: BASE },
  ])
})

test('the market counts each payer once, from the day that it last paid any operator, and what is flagged apart', async () => {
  const bursts = [
    burst('0xa', '0xp', { age: 4 }),
    burst('0xb', '0xp', { age: 1 }),
    burst('0xb', '0xp', { age: 2 }),
    burst('0xa', '0xq', { age: 2 }),
    burst('0xa', '0xa', { age: 0, count: 20 }),
    burst('0xb', '0xa', { age: 3 }),
  ]
  const sql = `select days, operators, unique_payers as payers, independent_payers as independent, flagged_operators as flagged,
      flagged_payments from x402_market where chain = 'all' and days <= 5 order by days`
  const flagged = { flagged: 1 }
  expect(await demandRows({ bursts }, sql)).toEqual([
    { days: 1, operators: 1, payers: 1, independent: 0, ...flagged, flagged_payments: 20 },
    { days: 2, operators: 2, payers: 2, independent: 1, ...flagged, flagged_payments: 20 },
    { days: 3, operators: 2, payers: 3, independent: 2, ...flagged, flagged_payments: 21 },
    { days: 4, operators: 2, payers: 3, independent: 3, ...flagged, flagged_payments: 21 },
    { days: 5, operators: 2, payers: 3, independent: 3, ...flagged, flagged_payments: 22 },
  ])
  const quiet = `select flagged_operators, flagged_payments from x402_market where ${WHOLE}`
  expect(await demandRows({ bursts: crowd('0xa', 2) }, quiet)).toEqual([
    { flagged_operators: 0, flagged_payments: 0 },
  ])
})

test('a market without a payment in a month that was read counts nothing, and is not unknown', async () => {
  const sql = `select payments, operators, unique_payers as payers, observed_days as days from x402_market where ${WHOLE}`
  expect(await demandRows({ bursts: [burst('0xa', '0xp', { age: 40 })] }, sql)).toEqual([
    { payments: 0, operators: 0, payers: 0, days: 30 },
  ])
})

test('only what was read of payments up to the day was observed, on a chain that is known; a read within another adds nothing', async () => {
  const world: World = {
    bursts: [burst('0xa', '0xp')],
    reads: [
      [5, 2],
      [4, 3],
    ],
    blocks: [{ source: 'erc8004_identity' }, { chain: 'eip155:1' }, { date: '2026-02-11' }],
  }
  const sql = `select date_diff('day', day, '2026-02-10'::date) as age, seconds_observed as seconds from int_x402_days__coverage order by age`
  const seconds = 86_400
  expect(await demandRows(world, sql)).toEqual([2, 3, 4].map((age) => ({ age, seconds })))
})

test('a payment of nothing closes no loop, and one of a single unit can', async () => {
  const sql = `select operator, payer, relation from int_x402_payers__relations order by all`
  const bursts = [
    burst('0xa', '0xw', { amount: 0n }),
    burst('0xw', '0xa'),
    burst('0xa', '0xone', { amount: 1n }),
    burst('0xone', '0xa', { amount: 1n }),
    burst('0xa', '0xa'),
  ]
  expect(await demandRows({ bursts }, sql)).toEqual([
    { operator: '0xa', payer: '0xa', relation: 'self' },
    { operator: '0xa', payer: '0xone', relation: 'loop' },
    { operator: '0xone', payer: '0xa', relation: 'loop' },
  ])
})

test('a payment without a known relayer has none, and one without a payer or an operator counts nowhere', async () => {
  const noOperator = null as unknown as string
  const bursts = [
    burst('0xa', '0xp', { relayer: null }),
    burst('0xa', noOperator, { amount: 5n }),
    burst(noOperator, '0xp', { amount: 7n }),
  ]
  const sql = `select operator, payments, volume_atomic as volume, facilitators, unknown_relayers from x402_demand where ${WHOLE}`
  const counted = { operator: '0xa', payments: 1, volume: 1000 }
  expect(await demandRows({ bursts: bursts.slice(0, 1) }, sql)).toEqual([
    { ...counted, facilitators: 0, unknown_relayers: 0 },
  ])
  expect(await demandRows({ bursts }, sql)).toEqual([{ ...counted, facilitators: 0, unknown_relayers: 1 }])
})

test('days of payers are those of the last 30, and a payer of before is no new one', async () => {
  const bursts = [29, 30, 45].map((age) => burst('0xa', '0xp', { age }))
  const sql = 'select age, payments, is_first, is_latest from int_x402_payer_days__sums'
  expect(await demandRows({ bursts }, sql)).toEqual([
    { age: 29, payments: 1, is_first: false, is_latest: true },
  ])
})

test('money that goes over a third address counts by what that address received: of nothing there is no share', async () => {
  const sql = `select payer from int_x402_payers__relations where operator = '0xa'`
  const over = (middle: string, payer: string, amount: bigint) => [
    burst('0xa', payer, { amount: 1n }),
    burst(middle, '0xa', { amount }),
    burst(payer, middle, { amount: 1n }),
  ]
  const bursts = [...over('0xempty', '0xp', 0n), ...over('0xone', '0xq', 1n)]
  expect(await demandRows({ bursts }, sql)).toEqual([{ payer: '0xq' }])
})

test('what is paid to operators that no agent is credited with is unmatched, and so is who pays no other', async () => {
  const matched = ['0xa', '0xb'].map((operator) => ({
    ...{ chain: BASE, operator, handle: 'a', is_credited: operator === '0xa' },
  }))
  const bursts = [
    burst('0xa', '0xp', { amount: 3000n }),
    burst('0xb', '0xp', { count: 2 }),
    burst('0xc', '0xq', { amount: 5000n }),
    burst('0xa', '0xq', { age: 3, amount: 4000n }),
  ]
  const sql = `select days, unmatched_payments as payments, unmatched_payments_share as share,
      unmatched_volume_share as volume, unmatched_payers as payers
    from x402_market where chain = 'all' and days in (3, 4) order by days`
  expect(await inDemand({ bursts, matched }, (db) => db.rows(sql))).toEqual([
    { days: 3, payments: 3, share: 0.75, volume: 0.7, payers: 1 },
    { days: 4, payments: 3, share: 0.6, volume: 0.5, payers: 0 },
  ])
})

test('a day has what was paid on it, and what is left without the operators own wallets', async () => {
  const bursts = [
    burst('0xa', '0xp', { count: 3, age: 1 }),
    burst('0xa', '0xa', { count: 4, age: 1 }),
    burst('0xa', '0xq', { age: 29 }),
    burst('0xa', '0xq', { age: 30 }),
  ]
  const sql = `select chain, date_diff('day', day, '2026-02-10'::date) as age, payments, independent_payments as independent,
      unique_payers as payers, independent_payers, volume_usd::varchar as usd
    from x402_market_days where payments > 0 order by chain, age`
  const rows = (chain: string) => [
    { chain, age: 1, payments: 7, independent: 3, payers: 2, independent_payers: 1, usd: '0.007000' },
    { chain, age: 29, payments: 1, independent: 1, payers: 1, independent_payers: 1, usd: '0.001000' },
  ]
  expect(await demandRows({ bursts }, sql)).toEqual([...rows('all'), ...rows(BASE)])
})

test('a day that was read and quiet is 0, one that was not read has no row, and payers of two chains are unknown', async () => {
  const bursts = [burst('0xa', '0xp'), burst('0xa', '0xq', { chain: POLYGON })]
  const sql = `select date_diff('day', day, '2026-02-10'::date) as age, is_complete, payments, unique_payers as payers
    from x402_market_days where chain = 'all' order by age`
  expect(await demandRows({ bursts, reads: [[2.5, 0]] }, sql)).toEqual([
    { age: 0, is_complete: true, payments: 2, payers: null },
    { age: 1, is_complete: true, payments: 0, payers: 0 },
    { age: 2, is_complete: false, payments: 0, payers: 0 },
  ])
})
