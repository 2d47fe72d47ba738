import { expect, test } from 'vitest'
import { raisedFlags, raisedReasons } from './flags_of.ts'
import { together, type World, worldWithAgents } from './given.ts'

const CHAIN = 'eip155:8453'
const WALLET = `0x${'ab'.repeat(20)}`

/** A host that requests payment to a wallet. */
const asks = (pay_to: string, host = 'shop.example') => ({
  ...{ url: `https://${host}/`, host, chain: CHAIN, pay_to },
})

interface Trade {
  /** Payments and volume of 30 days, and the part from payers that are not independent. */
  payments?: number
  volume?: number
  relation?: 'self' | 'funded' | 'loop'
  related?: { payments: number; volume: number } | null
  /** The amount that the operator sent to these payers. */
  sent?: number | null
  flags?: string[]
  notices?: string[]
  /** The receipts of other operators of the agent. */
  others?: { payments: number; volume: number; isFlagged?: boolean }[]
  isQuoted?: boolean
  more?: World
}

const SELLERS = worldWithAgents([
  { handle: 'a', recordId: 'x402_bazaar:shop.example' },
  { handle: 'b', id: 7 },
])

const match = (operator: string, handle = 'a', chain = CHAIN) => ({
  ...{ chain, operator, handle, is_credited: handle === 'a' },
})

/** A seller with this trade; its other windows, chains and scopes have some that no test reads. */
function trading({ relation = 'funded', flags = ['funded_payers'], notices = [], ...trade }: Trade): World {
  const { payments = 100, volume = 100, related = { payments: 90, volume: 90 }, others = [] } = trade
  const { sent = related?.volume ?? null, isQuoted = true, more = {} } = trade
  const row = { chain: 'all', days: 30, unique_payers: 4, wash_flags: [], notices: [] }
  const elsewhere = { ...row, operator: WALLET, payments: 1, volume_atomic: 1, wash_flags: ['closed_loop'] }
  const beside = others.map((other, n) => ({
    ...{ ...row, operator: `0x${n}`, payments: other.payments, volume_atomic: other.volume },
    wash_flags: other.isFlagged ? flags : [],
  }))
  const paid = { operator: WALLET, payer: relation === 'self' ? WALLET : 'p', relation }
  const operators = [WALLET, ...beside.map(({ operator }) => operator)]
  const world = {
    x402_demand: [
      { ...row, operator: WALLET, payments, volume_atomic: volume, wash_flags: flags, notices },
      ...beside,
      ...beside.map((item) => ({ ...item, chain: CHAIN, payments: 1, volume_atomic: 1 })),
      { ...elsewhere, chain: CHAIN },
      { ...elsewhere, days: 7 },
    ],
    int_x402_payer_days__sums:
      related === null
        ? []
        : [
            { ...paid, scope: 'all', ...related },
            { ...paid, scope: CHAIN, payments: 1, volume: 1 },
          ],
    stg_x402_payments__fundings: sent === null ? [] : [{ operator: WALLET, wallet: 'p', amount: sent }],
    stg_endpoint_probes__quotes: isQuoted ? operators.map((operator) => asks(operator)) : [],
    int_operators__agents: [
      ...operators.map((operator) => match(operator)),
      match(WALLET, 'a', 'eip155:1'),
      match(WALLET, 'b'),
    ],
  }
  return together(SELLERS, world, more)
}

/** Payments of an operator’s own payers, each one payment of nothing. */
const penniless = (count: number): World => ({
  int_x402_payer_days__sums: Array.from({ length: count }, (_, n) => ({
    ...{ operator: WALLET, scope: 'all', payer: `p${n}`, relation: 'funded', payments: 1, volume: 0 },
  })),
})

const sends = (operator: string, wallet: string, amount: number): World => ({
  stg_x402_payments__fundings: [{ operator, wallet, amount }],
})

test.each<[string, Trade, string | undefined]>([
  ['its own money for the most part', {}, 'critical'],
  ['half of it its own money', { related: { payments: 90, volume: 50 } }, 'major'],
  ['a tenth of it', { related: { payments: 90, volume: 10 } }, 'major'],
  ['less than a tenth', { related: { payments: 90, volume: 9 } }, 'minor'],
  ['a thousand payments by one who was once sent a cent', { sent: 1 }, 'minor'],
  ['payments to itself of nothing', { relation: 'self', related: { payments: 51, volume: 0 } }, 'critical'],
  [
    'few payers whom it did not fund',
    { flags: ['few_payers_many_payments'], related: { payments: 0, volume: 0 } },
    'minor',
  ],
  ['one large customer', { flags: [], notices: ['dominant_payer'] }, undefined],
  ['a wallet that only a feed names', { isQuoted: false }, 'minor'],
  ['a small part of what it receives', { others: [{ payments: 101, volume: 101 }] }, 'minor'],
  [
    'half of its payments, and little of its volume',
    { others: [{ payments: 100, volume: 900 }] },
    'critical',
  ],
  ['half of its volume, and few of its payments', { others: [{ payments: 900, volume: 100 }] }, 'critical'],
  [
    'a third of what it receives, beside another third that is flagged',
    {
      others: [
        { payments: 100, volume: 100 },
        { payments: 100, volume: 100, isFlagged: true },
      ],
    },
    'critical',
  ],
  ['nothing', { flags: [] }, undefined],
  [
    'money that it sent in payments of its own',
    { sent: 1, more: { stg_x402_payments__payments: [{ operator: 'p', payer: WALLET, amount: 90 }] } },
    'critical',
  ],
  [
    'money that it sent to others, and that others sent',
    { sent: 1, more: together(sends(WALLET, 'q', 1000), sends('0xelse', 'p', 1000)) },
    'minor',
  ],
  ['no payer that is its own', { payments: 10, volume: 10, related: null }, 'minor'],
  ['ten payers whom it funded and who paid nothing', { related: null, more: penniless(10) }, 'minor'],
  [
    'a loop in which it sent nothing itself',
    { volume: 10, related: { payments: 5, volume: 5 }, sent: null },
    'minor',
  ],
  [
    'nine of a hundred payments to itself',
    { relation: 'self', related: { payments: 9, volume: 9 } },
    'minor',
  ],
  [
    'a few payments to itself, all of nothing',
    { relation: 'self', volume: 0, related: { payments: 5, volume: 0 } },
    'minor',
  ],
  ['the one unit that it received', { volume: 1, related: { payments: 1, volume: 1 } }, 'critical'],
  [
    'wallets of its own that are others',
    { isQuoted: false, more: { stg_endpoint_probes__quotes: [asks('0xelse')] } },
    'minor',
  ],
  [
    'a wallet that another agent names as its own',
    {
      isQuoted: false,
      more: {
        int_records__handles: [{ record_id: 'x402_bazaar:other.example', handle: 'b' }],
        stg_endpoint_probes__quotes: [asks(WALLET, 'other.example')],
      },
    },
    'minor',
  ],
])('wash trade: %s', async (_, trade, severity) => {
  expect(await raisedFlags(trading(trade))).toEqual(severity ? { a: { wash_trade: severity } } : {})
})

test('payments on a chain on which an agent is not credited with the address say nothing of it', async () => {
  const world = trading({})
  const int_operators__agents = [match(WALLET, 'a', 'eip155:1')]
  expect(await raisedFlags({ ...world, int_operators__agents })).toEqual({})
})

test('the reason has the most payments and wallets of those that are flagged alike', async () => {
  const others = [{ payments: 200, volume: 200, isFlagged: true }]
  const world = trading({ isQuoted: false, others })
  const [first, ...rest] = world.x402_demand ?? []
  expect(await raisedReasons({ ...world, x402_demand: [{ ...first, unique_payers: 9 }, ...rest] })).toEqual([
    'a: wash_trade, minor: The wash rule found funded_payers: 200 payments from 9 wallets in 30 days.',
  ])
})
