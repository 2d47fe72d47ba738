import { expect, test } from 'vitest'
import { BASE, type Burst, burst, crowd, inDemand, POLYGON, type World } from './x402_given.ts'

interface Row {
  payer: string
  is_independent: boolean
  payments: number
  days_active: number
  is_returning: boolean
  first: string
  last: string
}

/** The payers credited to the agent of an operator, by name. */
const credited = (bursts: Burst[], more: Partial<World> = {}): Promise<Row[]> =>
  inDemand(
    {
      bursts: [...bursts, burst('0xother', '0xanyone', { age: 55 })],
      matched: [BASE, POLYGON].map((chain) => ({ chain, operator: '0xa', handle: 'a', is_credited: true })),
      ...more,
    },
    (db) =>
      db.rows<Row>(
        `select payer, is_independent, payments, days_active, is_returning,
           first_paid_at::date::varchar as first, last_paid_at::date::varchar as last
         from int_agents__payers order by payer`,
      ),
  )

const paid = (...ages: number[]): Burst[] => ages.map((age) => burst('0xa', '0xp', { age }))

test('who paid last 29 days ago is a payer still, and 30 days ago no longer', async () => {
  expect(await credited(paid(29))).toEqual([
    expect.objectContaining({ payments: 1, days_active: 1, first: '2026-01-12', last: '2026-01-12' }),
  ])
  expect(await credited(paid(30))).toEqual([])
})

test('payments of 30 days ago count for nothing but the date of the first', async () => {
  expect(await credited(paid(30, 29, 3, 3))).toEqual([
    {
      payer: '0xp',
      is_independent: true,
      payments: 3,
      days_active: 2,
      is_returning: true,
      first: '2026-01-11',
      last: '2026-02-07',
    },
  ])
})

test.each([
  ['seven days apart', [9, 2], true],
  ['six days apart', [8, 2], false],
  ['seven days apart, the first of them over 30 days ago', [33, 26], false],
  ['seven days apart, the first of them 30 days ago', [30, 23], false],
  ['on one day', [2, 2], false],
])('a payer with payments %s returns: %s', async (_, ages, isReturning) => {
  expect((await credited(paid(...ages))).map((row) => row.is_returning)).toEqual([isReturning])
})

test('a payment of the least price that is asked counts, and one of a unit less does not', async () => {
  const offers = [
    { pay_to: '0xa', chain: BASE, is_gone: false, amount: '1000' },
    { pay_to: '0xa', chain: BASE, is_gone: false, amount: '5000' },
  ]
  const bursts = [burst('0xa', '0xexact', { amount: 1000n }), burst('0xa', '0xless', { amount: 999n })]
  expect((await credited(bursts, { offers })).map((row) => row.payer)).toEqual(['0xexact'])
  const quotes = [{ pay_to: '0xa', amount: '999' }]
  expect((await credited(bursts, { offers, quotes })).map((row) => row.payer)).toEqual(['0xexact', '0xless'])
})

test('a wallet of its own is no independent payer, on whatever chain', async () => {
  const asked = [POLYGON, BASE].map((chain) => ({ chain, operator: '0xa' }))
  const own = ['0xown', '0xlisted'].map((operator) => ({ chain: BASE, operator }))
  const matched = [...asked, ...own].map((item) => ({ ...item, handle: 'a', is_credited: true }))
  const bursts = ['0xown', '0xlisted', '0xp'].map((payer) => burst('0xa', payer, { chain: POLYGON }))
  const quotes = ['0xa', '0xown'].map((pay_to) => ({ pay_to, amount: '1' }))
  const rows = await credited(bursts, { matched, quotes })
  expect(rows.map((row) => [row.payer, row.is_independent])).toEqual([
    ['0xlisted', true],
    ['0xown', false],
    ['0xp', true],
  ])
})

test('of two operators of an agent the one that was paid last is named, with the first and last payment of both', async () => {
  const operators = ['0xa', '0xb', '0xc']
  const bursts = operators.map((operator, n) => burst(operator, '0xp', { age: [9, 2, 20][n] ?? 0 }))
  const matched = operators.map((operator) => ({ chain: BASE, operator, handle: 'a', is_credited: true }))
  const rows = await inDemand({ bursts, matched }, (db) =>
    db.rows(
      `select operator, payments, days_active, is_returning, first_paid_at::date::varchar as first,
         last_paid_at::date::varchar as last, right(first_response_sha256, 1) as first_hash,
         right(response_sha256, 1) as last_hash, right(first_source_url, 1) as first_url,
         right(source_url, 1) as last_url, right(first_observed_at, 2) as first_seen, right(observed_at, 2) as last_seen
       from int_agents__payers`,
    ),
  )
  const paid = { payments: 3, days_active: 3, is_returning: false }
  const first = { first: '2026-01-21', first_hash: '2', first_url: '2', first_seen: '2Z' }
  const last = { last: '2026-02-08', last_hash: '1', last_url: '1', last_seen: '1Z' }
  expect(rows).toEqual([{ operator: '0xb', ...paid, ...first, ...last }])
})

test('who is matched without being credited has no payers', async () => {
  const matched = [{ chain: BASE, operator: '0xa', handle: 'a', is_credited: false }]
  expect(await credited(crowd('0xa', 2), { matched })).toEqual([])
})

test('a payment of nothing counts where no price is asked', async () => {
  expect(await credited([burst('0xa', '0xp', { amount: 0n })])).toMatchObject([{ payer: '0xp', payments: 1 }])
})

const independent = async (bursts: Burst[], more: Partial<World> = {}): Promise<string[]> =>
  (await credited(bursts, more)).filter((row) => row.is_independent).map((row) => row.payer)

test('of payers of whom the wash rule leaves one, it is the one who paid on more days', async () => {
  const regular = [3, 4].map((age) => burst('0xa', '0xregular', { age }))
  expect(await independent([burst('0xa', '0xbusy', { count: 100 }), ...regular])).toEqual(['0xregular'])
})

test('a payer of two operators of an agent is independent when one counts it, and related to neither', async () => {
  const matched = ['0xa', '0xb'].map((operator) => ({
    ...{ chain: BASE, operator, handle: 'a', is_credited: true },
  }))
  const washed = [burst('0xa', '0xw', { count: 100 }), ...crowd('0xa', 5)]
  const fundings = [{ operator: '0xb', wallet: '0xw', amount: 1n }]
  const also = [...crowd('0xb', 2), burst('0xb', '0xw')]
  const found = await independent([...washed, ...also], { matched, fundings })
  expect(found).toEqual(['0xcrowd0', '0xcrowd1'])
})

test('a payer returns by the longer of its times with two operators of an agent', async () => {
  const matched = ['0xa', '0xb'].map((operator) => ({
    ...{ chain: BASE, operator, handle: 'a', is_credited: true },
  }))
  const rows = await credited([...paid(9, 2), burst('0xb', '0xp', { age: 2 })], { matched })
  expect(rows.map((row) => row.is_returning)).toEqual([true])
})

test('payers are counted on the chain that has most of them, and those of another are not added', async () => {
  const bursts = [
    ...['0xp', '0xq'].map((payer) => burst('0xa', payer)),
    ...['0xp', '0xr', '0xs'].map((payer) => burst('0xa', payer, { chain: POLYGON })),
  ]
  const matched = [BASE, POLYGON].map((chain) => ({ chain, operator: '0xa', handle: 'a', is_credited: true }))
  const sql = 'select chain, payer, is_counted from int_agents__payers order by chain, payer'
  const rows = await inDemand({ bursts, matched }, (db) => db.rows<Record<string, unknown>>(sql))
  const counted = rows.filter((row) => row.is_counted).map(({ chain, payer }) => [chain, payer])
  expect(counted).toEqual([
    [POLYGON, '0xp'],
    [POLYGON, '0xr'],
    [POLYGON, '0xs'],
  ])
  expect(rows).toHaveLength(5)
})
