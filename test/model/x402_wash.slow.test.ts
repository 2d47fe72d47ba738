import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SQL_FOLDER } from '../../pipeline/model/build.ts'
import type { Expected } from './x402_brute_force.ts'
import { BASE, type Burst, burst, crowd, inDemand, type World } from './x402_given.ts'

type Row = Expected & { rank_raw: number; rank_adjusted: number }

const demandSql = (where: string) =>
  `select * replace (volume_atomic::varchar as volume_atomic) from x402_demand where ${where} order by operator`

const readWashFlags = async (bursts: Burst[], more: Partial<World> = {}) => {
  const sql = demandSql(`chain = 'all' and days = 30 and operator = '0xa'`)
  const rows = await inDemand({ bursts, ...more }, (db) => db.rows<Row>(sql))
  return rows[0]
}

test('each flag has its own cause, and an ordinary seller has none', async () => {
  const wash = burst('0xa', '0xw', { count: 30 })
  const fund = [{ operator: '0xa', wallet: '0xw', amount: 1n }]
  const ordinary = crowd('0xa', 40, { count: 2 })
  expect(await readWashFlags(ordinary)).toMatchObject({
    wash_flags: [],
    notices: [],
    unique_payers_adjusted: 40,
  })
  expect(await readWashFlags([...ordinary, burst('0xa', '0xa', { count: 9 })])).toMatchObject({
    wash_flags: ['self_payment'],
  })
  expect(await readWashFlags([...ordinary, wash], { fundings: fund })).toMatchObject({
    wash_flags: ['funded_payers'],
  })
  expect(await readWashFlags([...ordinary, burst('0xa', '0xw', { count: 150 })])).toMatchObject({
    wash_flags: [],
    notices: ['dominant_payer'],
    unique_payers_adjusted: 41,
  })
  const three = ['0xu', '0xv', '0xw'].map((payer) => burst('0xa', payer, { count: 60 }))
  expect(await readWashFlags([...three, ...crowd('0xa', 14)])).toMatchObject({
    wash_flags: ['few_payers_many_payments'],
    unique_payers: 17,
    unique_payers_adjusted: 3,
  })
  expect(await readWashFlags([...three, ...crowd('0xa', 20)])).toMatchObject({ wash_flags: [] })
})

test.each<[string, number, number, string, object]>([
  ['a tenth of ten payments are its own', 9, 1, '0xa', { wash_flags: ['self_payment'] }],
  ['one of nine payments is its own', 8, 1, '0xa', { wash_flags: [] }],
  ['less than a tenth of payments are its own', 10, 1, '0xa', { wash_flags: [] }],
  ['a fifth of ten payments are by whom it funded', 8, 2, '0xw', { wash_flags: ['funded_payers'] }],
  ['a fifth of five payments are by whom it funded', 4, 1, '0xw', { wash_flags: [] }],
  ['less than a fifth of payments are by whom it funded', 9, 2, '0xw', { wash_flags: [] }],
  ['six of ten payments are by one payer', 4, 6, '0xz', { notices: [] }],
  ['seven of ten payments are by one payer', 3, 7, '0xz', { notices: ['dominant_payer'] }],
  ['seven of nine payments are by one payer', 2, 7, '0xz', { notices: [] }],
  ['48 of 50 payments are by three payers', 4, 46, '0xz', { wash_flags: ['few_payers_many_payments'] }],
  ['47 of 49 payments are by three payers', 4, 45, '0xz', { wash_flags: [] }],
])('the thresholds of the wash rule: %s', async (_, others, count, payer, expected) => {
  const fundings = [{ operator: '0xa', wallet: '0xw', amount: 1n }]
  const bursts = [...crowd('0xa', others), burst('0xa', payer, { count })]
  expect(await readWashFlags(bursts, { fundings })).toMatchObject(expected)
})

test('payments that are worth nothing have no share of a volume', async () => {
  expect(await readWashFlags(crowd('0xa', 40, { amount: 0n }))).toMatchObject({
    ...{ wash_flags: [], notices: [], unique_payers_adjusted: 40, volume_atomic: '0' },
  })
})

test.each<[string, string, Burst[], string[]]>([
  ['the operator itself', '0xa', [], ['self_payment']],
  ['whom it funded', '0xw', [], ['funded_payers']],
  ['who gets it back', '0xl', [burst('0xl', '0xa', { amount: 1n })], ['closed_loop']],
  ['somebody else', '0xz', [], []],
])('all that is paid in twenty payments is one unit, by %s', async (_, payer, back, flags) => {
  const fundings = [{ operator: '0xa', wallet: '0xw', amount: 1n }]
  const bursts = [...crowd('0xa', 19, { amount: 0n }), burst('0xa', payer, { amount: 1n }), ...back]
  expect(await readWashFlags(bursts, { fundings })).toMatchObject({ wash_flags: flags })
})

test('a fifth of ten payments that come back are a closed loop, of nine they are none', async () => {
  const wash = burst('0xa', '0xw', { count: 2 })
  const loop = [burst('0xm', '0xa', { amount: 2000n }), burst('0xw', '0xm', { amount: 1000n })]
  const flags = async (others: number) =>
    (await readWashFlags([...crowd('0xa', others), wash, ...loop]))?.wash_flags
  expect(await flags(8)).toEqual(['closed_loop'])
  expect(await flags(7)).toEqual([])
  expect(await flags(9)).toEqual([])
})

test('a window is judged by its own payments', async () => {
  const today = [burst('0xa', '0xw', { count: 80 }), ...crowd('0xa', 20)]
  const bursts = [...today, burst('0xa', '0xw', { count: 200, age: 1 })]
  const rows = await inDemand({ bursts }, (db) => db.rows<Row>(demandSql(`chain = 'all' and days in (1, 2)`)))
  const flags = new Map(rows.map((row) => [row.days, row.wash_flags]))
  expect(flags.get(1)).toEqual([])
  expect(flags.get(2)).toEqual(['few_payers_many_payments'])
})

test('money that comes back over a third address is a closed loop; a hub that many feed is none', async () => {
  const ordinary = crowd('0xa', 40)
  const wash = burst('0xa', '0xw', { count: 20 })
  const there = burst('0xm', '0xa', { amount: 20_000n })
  const back = burst('0xw', '0xm', { amount: 10_000n })
  expect(await readWashFlags([...ordinary, wash, there, back])).toMatchObject({
    wash_flags: ['closed_loop'],
    unique_payers: 41,
  })
  const funded = { fundings: [{ operator: '0xa', wallet: '0xm', amount: 20_000n }] }
  expect(await readWashFlags([...ordinary, wash, back], funded)).toMatchObject({
    wash_flags: ['closed_loop'],
  })
  const hubBursts = [
    burst('0xm', '0xother', { amount: 20_000_000n }),
    burst('0xw', '0xm', { amount: 10_000n }),
  ]
  expect(await readWashFlags([...ordinary, wash, there, ...hubBursts])).toMatchObject({
    wash_flags: [],
    unique_payers_adjusted: 41,
  })
})

test('wash trade leads the raw order and not the adjusted one', async () => {
  const decoys = crowd('0xwash', 50)
  const wash = burst('0xwash', '0xw', { count: 2500 })
  await inDemand({ bursts: [...decoys, wash, ...crowd('0xa', 30), ...crowd('0xb', 20)] }, async (db) => {
    const rows = await db.rows<Row>(demandSql(`chain = 'all' and days = 7`))
    const orders = rows.map((row) => [row.operator, row.rank_raw, row.rank_adjusted])
    expect(orders).toEqual([
      ['0xa', 2, 1],
      ['0xb', 3, 2],
      ['0xwash', 1, 3],
    ])
  })
})

test('an agent is credited with no more payers than the wash rule leaves, and never with its own wallets', async () => {
  const matched = ['0xa', '0xb', '0xlisted'].map((operator) => ({
    chain: BASE,
    operator,
    handle: 'seller',
    is_credited: true,
  }))
  const bursts = [
    ...crowd('0xa', 5),
    burst('0xa', '0xcrowd0', { age: 7 }),
    burst('0xa', '0xcrowd2', { age: 30 }),
    burst('0xb', '0xcrowd1', { age: 40 }),
    burst('0xb', '0xcrowd1', { age: 1 }),
    burst('0xa', '0xb'),
    // No answer of the agent's own names this wallet: anybody can list a customer's address.
    burst('0xa', '0xlisted'),
    burst('0xa', '0xsigned'),
    burst('0xa', '0xfunded'),
    burst('0xa', '0xdusted'),
    burst('0xa', '0xcheap', { amount: 999n }),
  ]
  // Transfers of another operator to a payer of this one show nothing: a stranger's may be listed beside it.
  const fundings = [
    { operator: '0xa', wallet: '0xfunded', amount: 5n },
    { operator: '0xb', wallet: '0xdusted', amount: 5n },
  ]
  const offers = [{ pay_to: '0xa', chain: BASE, is_gone: false, amount: '1000' }]
  const quotes = [{ pay_to: '0xb', amount: '1000' }]
  const signed = [
    { handle: 'seller', chain: BASE, wallet: '0xsigned' },
    { handle: 'other', chain: BASE, wallet: '0xlisted' },
  ]
  await inDemand({ bursts, matched, fundings, offers, quotes, signed }, async (db) => {
    const rows = await db.rows(
      'select payer, operator, is_independent, payments, days_active, is_returning from int_agents__payers order by payer',
    )
    const once = { operator: '0xa', payments: 1, days_active: 1, is_returning: false }
    expect(rows).toEqual([
      { payer: '0xb', ...once, is_independent: false },
      { payer: '0xcrowd0', ...once, is_independent: true, payments: 2, days_active: 2, is_returning: true },
      { payer: '0xcrowd1', ...once, is_independent: true, payments: 2, days_active: 2 },
      { payer: '0xcrowd2', ...once, is_independent: true },
      ...['0xcrowd3', '0xcrowd4'].map((payer) => ({ payer, ...once, is_independent: true })),
      { payer: '0xdusted', ...once, is_independent: true },
      { payer: '0xfunded', ...once, is_independent: false },
      { payer: '0xlisted', ...once, is_independent: true },
      { payer: '0xsigned', ...once, is_independent: false },
    ])
  })
  const washed = [burst('0xa', '0xw', { count: 100 }), ...crowd('0xa', 5)]
  const counted = await inDemand({ bursts: washed, matched }, (db) =>
    db.rows('select payer from int_agents__payers where is_independent'),
  )
  expect(counted).toEqual([{ payer: '0xw' }])
})

test('the document prints the rules that run', async () => {
  const page = readFileSync(join(SQL_FOLDER, '../docs/scores/wash-rule.md'), 'utf8')
  const rules = await inDemand({ bursts: [] }, (db) =>
    db.rows<{ name: string; value: number; says: string }>('select * from seed_x402__rules'),
  )
  expect(rules.length).toBeGreaterThan(5)
  for (const { name, value, says } of rules) expect(page).toContain(`| \`${name}\` | ${value} | ${says} |`)
})
