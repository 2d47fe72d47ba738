import { expect, test } from 'vitest'
import { BASE, type Burst, burst, crowd, inDemand, POLYGON, type World } from './x402_given.ts'

const QUARTER = 250_000n
const MODELS = ['int_x402__anchors', 'int_x402_customers__weights', 'int_x402_customers__zeros']

const own = (operator: string, handle: string, chain = BASE, shared_by = 1) => ({
  ...{ chain, operator, handle, is_credited: true, shared_by },
})
const anchor = (operator: string, since = '2026-01-01', chain = BASE) => ({ chain, operator, since })

/** Two anchors and two sellers of an agent each; every payer's relation to each agent, as `agent payer part`. */
const customers = (bursts: Burst[], more: Partial<World> = {}): Promise<string[]> =>
  inDemand(
    {
      bursts,
      anchors: [anchor('0xold'), anchor('0xelder')],
      matched: ['0xold', '0xelder', '0xa', '0xb'].map((operator) => own(operator, operator.slice(2))),
      ...more,
    },
    (db) =>
      db
        .rows<{ line: string }>(
          `select handle || ' ' || payer || ' ' || customers::double as line from int_x402_customers__weights
           where handle not in ('old', 'elder') order by line`,
        )
        .then((rows) => rows.map(({ line }) => line)),
    MODELS,
  )

const spent = (operator: string, amount: bigint, more: Partial<Burst> = {}): Burst =>
  burst(operator, '0xp', { amount, ...more })

test('a stranger is a twentieth of a customer, and a whole one once it has spent a quarter of a dollar with an anchor', async () => {
  expect(await customers([burst('0xa', '0xp')])).toEqual(['a 0xp 0.05'])
  expect(await customers([burst('0xa', '0xp'), spent('0xold', QUARTER)])).toEqual(['a 0xp 1.0'])
  expect(await customers([burst('0xa', '0xp'), spent('0xold', QUARTER / 2n)])).toEqual(['a 0xp 0.53'])
  const two = ['0xold', '0xelder'].map((operator) => spent(operator, QUARTER / 2n))
  // One quarter in all, for three sellers: either anchor vouches half to the other.
  expect(await customers([burst('0xa', '0xp'), ...two])).toEqual(['a 0xp 0.53'])
})

test('a chain that was read for fewer than four days has no customers yet', async () => {
  const bursts = [burst('0xa', '0xp'), burst('0xb', '0xq', { chain: POLYGON })]
  expect(await customers(bursts, { reads: [[4, 0]] })).toEqual(['a 0xp 0.05'])
  expect(await customers(bursts, { reads: [[3, 0]] })).toEqual([])
})

test('payments to others than anchors, on another chain or more than 30 days ago make no payer known', async () => {
  const known = [
    spent('0xb', QUARTER * 9n),
    spent('0xold', QUARTER, { chain: POLYGON }),
    spent('0xold', QUARTER, { age: 30 }),
  ]
  const lines = await customers([burst('0xa', '0xp'), ...known])
  expect(lines.filter((line) => line.startsWith('a '))).toEqual(['a 0xp 0.05'])
  expect(await customers([burst('0xa', '0xp'), spent('0xold', QUARTER, { age: 29 })])).toEqual(['a 0xp 1.0'])
})

test('a wallet that pays two sellers is one customer in all, and two only after twice the spending', async () => {
  const both = [burst('0xa', '0xp'), burst('0xb', '0xp')]
  expect(await customers([...both, spent('0xold', QUARTER * 4n)])).toEqual(['a 0xp 0.53', 'b 0xp 0.53'])
  const twice = ['0xold', '0xelder'].map((operator) => spent(operator, QUARTER))
  // Each anchor is a seller too, that the other vouches to: four sellers share two quarters.
  expect(await customers([...both, ...twice])).toEqual(['a 0xp 0.53', 'b 0xp 0.53'])
})

test('no anchor vouches for its own customers, at whatever address of its agent', async () => {
  const matched = [own('0xold', 'old'), own('0xa', 'old'), own('0xb', 'b')]
  const bursts = [
    burst('0xa', '0xp'),
    burst('0xb', '0xq'),
    ...['0xp', '0xq'].map((payer) => burst('0xold', payer, { amount: QUARTER })),
  ]
  const rows = await inDemand(
    { bursts, matched, anchors: [anchor('0xold')] },
    (db) =>
      db.rows(
        'select handle, payer, customers::double as part from int_x402_customers__weights order by all',
      ),
    MODELS,
  )
  expect(rows).toEqual([
    { handle: 'b', payer: '0xq', part: 1 },
    { handle: 'old', payer: '0xp', part: 0.05 },
    { handle: 'old', payer: '0xq', part: 0.05 },
  ])
})

test('a wallet that an anchor funds is not known by what it pays there', async () => {
  const fundings = [{ operator: '0xold', wallet: '0xp', amount: 5n }]
  const bursts = [burst('0xa', '0xp'), spent('0xold', QUARTER)]
  expect(await customers(bursts, { fundings })).toEqual(['a 0xp 0.05'])
})

test('agents that share an address share its customers', async () => {
  const matched = [own('0xold', 'old'), own('0xa', 'a', BASE, 2), own('0xa', 'b', BASE, 2)]
  const bursts = [burst('0xa', '0xp'), spent('0xold', QUARTER), burst('0xa', '0xq')]
  expect(await customers(bursts, { matched })).toEqual(['a 0xp 0.5', 'a 0xq 0.03', 'b 0xp 0.5', 'b 0xq 0.03'])
})

/** The anchors of a world without the catalogue's list. */
const chosen = (bursts: Burst[], more: Partial<World> = {}): Promise<string[]> =>
  inDemand(
    { bursts, ...more },
    (db) =>
      db
        .rows<{ line: string }>(
          "select operator || ', ' || chosen_by as line from int_x402__anchors order by line",
        )
        .then((rows) => rows.map(({ line }) => line)),
    MODELS,
  )

test('without a list the anchors of a chain are those whom fifty paid before it was first read to the end', async () => {
  expect(await chosen([...crowd('0xa', 50), ...crowd('0xb', 49)])).toEqual(['0xa, first reading'])
  // The first read brought two of the days; a later crowd changes nothing.
  const first = { blocks: [{ date: '2026-02-01', from_block: 0, to_block: 1 }] }
  expect(await chosen(crowd('0xa', 50), first)).toEqual([])
  const listed = { anchors: [anchor('0xc'), anchor('0xd', '2026-02-11')] }
  expect(await chosen(crowd('0xa', 50), listed)).toEqual(['0xc, catalogue'])
})

test('who pays itself more than once in ten payments is no anchor, and of more than a hundred the smallest are none', async () => {
  const washed = (count: number) => [...crowd('0xa', 54), burst('0xa', '0xa', { count })]
  expect(await chosen(washed(6))).toEqual(['0xa, first reading'])
  expect(await chosen(washed(7))).toEqual([])
  const many = Array.from({ length: 101 }, (_, nth) => crowd(`0xs${nth}`, 50 + nth)).flat()
  const found = await chosen(many)
  expect(found).toHaveLength(100)
  expect(found).not.toContain('0xs0, first reading')
})

/** The agents that are known to have no customers. */
const without = (more: Partial<World>): Promise<string[]> =>
  inDemand(
    { bursts: [burst('0xa', '0xp')], ...more },
    (db) =>
      db
        .rows<{ handle: string }>('select handle from int_x402_customers__zeros order by handle')
        .then((rows) => rows.map(({ handle }) => handle)),
    MODELS,
  )

test('none is observed where every payment of a chain is found on all of 30 days, and unknown elsewhere', async () => {
  const matched = [own('0xa', 'paid'), own('0xb', 'unpaid'), own('0xc', 'far', POLYGON)]
  const offers = [
    ...['0xa', '0xb'].map((pay_to) => ({ pay_to, chain: BASE, is_gone: false, amount: '1' })),
    { pay_to: '0xc', chain: POLYGON, is_gone: false, amount: '1' },
  ]
  expect(await without({ matched, offers })).toEqual(['unpaid'])
  const elsewhere = [...matched, own('0xc', 'unpaid', POLYGON)]
  expect(await without({ matched: elsewhere, offers })).toEqual([])
  expect(await without({ matched, offers, reads: [[29, 0]] })).toEqual([])
  const taken = matched.map((item) => ({ ...item, is_credited: item.handle !== 'unpaid' }))
  expect(await without({ matched: taken, offers })).toEqual([])
})
