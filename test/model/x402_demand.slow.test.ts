import { expect, test } from 'vitest'
import { BASE, burst, crowd, inDemand, POLYGON } from './x402_given.ts'
import { everyWindow, readDemand } from './x402_windows.ts'

test('every window of every operator and chain equals a count payment by payment', async () => {
  // test/e2e/x402_windows.long.test.ts tries more worlds.
  await everyWindow(8)
}, 60_000)

test('a payer on two chains is one payer of an operator on both, one on each, and not known of the market', async () => {
  const bursts = [
    burst('0xa', '0xp'),
    burst('0xa', '0xp', { chain: POLYGON }),
    burst('0xa', '0xq', { chain: POLYGON }),
  ]
  await inDemand({ bursts }, async (db) => {
    const rows = await readDemand(db, 'days = 30')
    expect(rows.map((row) => [row.chain, row.unique_payers])).toEqual([
      ['all', 2],
      [POLYGON, 2],
      [BASE, 1],
    ])
    const market = await db.rows(
      `select chain, unique_payers, operators from x402_market where days = 30 and chain = 'all'`,
    )
    expect(market).toEqual([{ chain: 'all', unique_payers: null, operators: 1 }])
  })
})

test('an address on two chains is two operators, unless one host asks for payment to it on both', async () => {
  const bursts = [
    ...['0xp', '0xq', '0xr'].map((payer) => burst('0xa', payer)),
    ...['0xp', '0xs'].map((payer) => burst('0xa', payer, { chain: POLYGON })),
  ]
  const requestedBy = (hosts: Record<string, string[]>) =>
    Object.entries(hosts).flatMap(([host, chains]) =>
      chains.map((chain) => ({ chain, operator: '0xa', host })),
    )
  const across = (asked: ReturnType<typeof requestedBy>) =>
    inDemand({ bursts, asked }, (db) =>
      db.rows(`select apart_on, payments, unique_payers, rank_raw from x402_demand
        where chain = 'all' and days = 30 order by rank_raw`),
    )
  expect(await across(requestedBy({ one: [BASE, POLYGON] }))).toEqual([
    { apart_on: null, payments: 5, unique_payers: 4, rank_raw: 1 },
  ])
  const apart = [
    { apart_on: BASE, payments: 3, unique_payers: 3, rank_raw: 1 },
    { apart_on: POLYGON, payments: 2, unique_payers: 2, rank_raw: 2 },
  ]
  expect(await across(requestedBy({ one: [BASE], other: [POLYGON] }))).toEqual(apart)
  expect(await across([])).toEqual(apart)
})

test('sums stay exact beyond 2^53, in atomic units and in dollars', async () => {
  const bursts = [burst('0xa', '0xp', { amount: 2n ** 53n, count: 3 }), burst('0xa', '0xq', { amount: 1n })]
  await inDemand({ bursts }, async (db) => {
    const sql = `select volume_atomic::varchar as atomic, volume_usd::varchar as usd from x402_demand where chain = 'all' and days = 1`
    expect(await db.rows(sql)).toEqual([{ atomic: '27021597764222977', usd: '27021597764.222977' }])
  })
})

test('new and returning are not known while no day before the window was read', async () => {
  const bursts = [burst('0xa', '0xp', { age: 2 }), burst('0xa', '0xp'), burst('0xa', '0xq')]
  const rows = await inDemand({ bursts, reads: [[3, 0]] }, (db) => readDemand(db, `chain = 'all'`))
  const said = rows.map(({ days, new_payers, returning_payers }) => [days, new_payers, returning_payers])
  expect(said.slice(0, 4)).toEqual([
    [1, 1, 1],
    [2, 1, 1],
    [3, null, null],
    [4, null, null],
  ])
})

test('days that were read in part, twice or not at all are distinguished', async () => {
  const reads: [number, number][] = [
    [10.5, 7],
    [7.25, 6],
    [3, 1],
    [1.01, 0.5],
  ]
  await inDemand({ bursts: [burst('0xa', '0xp', { age: 2 })], reads }, async (db) => {
    const days = await db.rows(
      "select date_diff('day', days.day, run.day) as age, seconds_observed, is_complete from int_x402_days__coverage as days cross join run order by age",
    )
    const all = { seconds_observed: 86_400, is_complete: true }
    const half = { seconds_observed: 43_200, is_complete: false }
    expect(days).toEqual([
      { age: 0, ...half },
      { age: 1, ...all },
      { age: 2, ...all },
      { age: 6, ...all },
      { age: 7, ...all },
      { age: 8, ...all },
      { age: 9, ...all },
      { age: 10, ...half },
    ])
    const market = await db.rows(
      `select days, observed_days, complete_days, earlier_days, payments from x402_market where chain = 'all' and days in (1, 5, 30) order by days`,
    )
    expect(market).toEqual([
      { days: 1, observed_days: 1, complete_days: 0, earlier_days: 7, payments: 0 },
      { days: 5, observed_days: 3, complete_days: 2, earlier_days: 5, payments: 1 },
      { days: 30, observed_days: 8, complete_days: 6, earlier_days: 0, payments: 1 },
    ])
  })
})

test('an operator matched to several agents names them all and is credited once', async () => {
  const matched = [
    { chain: BASE, operator: '0xa', handle: 'second', is_credited: false },
    { chain: BASE, operator: '0xa', handle: 'first', is_credited: true },
    { chain: BASE, operator: '0xa', handle: 'third', is_credited: false },
  ]
  const offers = [
    { pay_to: '0xa', chain: BASE, is_gone: false },
    { pay_to: '0xb', chain: BASE, is_gone: true },
  ]
  const bursts = [...crowd('0xa', 3), ...crowd('0xb', 2)]
  await inDemand({ bursts, matched, offers }, async (db) => {
    const rows = await db.rows(
      `select operator, handles, credited_handle, is_listed from x402_demand where chain = 'all' and days = 30 order by operator`,
    )
    expect(rows).toEqual([
      { operator: '0xa', handles: ['first', 'second', 'third'], credited_handle: 'first', is_listed: true },
      { operator: '0xb', handles: [], credited_handle: null, is_listed: false },
    ])
    const credited = await db.rows(
      'select handle, count(*) as payers from int_agents__payers group by handle',
    )
    expect(credited).toEqual([{ handle: 'first', payers: 3 }])
  })
})
