import { expect, test } from 'vitest'
import { flagsOf } from './flags_of.ts'
import { together, type World, worldOf } from './given.ts'

const CHAIN = 'eip155:8453'
const WALLET = `0x${'ab'.repeat(20)}`
const OTHER_WALLET = `0x${'cd'.repeat(20)}`

const offer = (feed: string, resource: string, pay_to: string) => ({
  feed,
  resource,
  host: 'shop.example',
  chain: CHAIN,
  pay_to,
  is_gone: false,
})

const shop = (wallets: string[]): World =>
  together(worldOf([{ handle: 'shop', id: 1 }]), {
    int_records__bound: [{ record_id: 'x402_bazaar:shop.example', handle: 'shop' }],
    stg_erc8004_files__files: [
      { agent_key: `${CHAIN}/1`, chain: CHAIN, outcome: 'ok', wallets, services: [] },
    ],
  })

const quote = (resource: string, pay_to: string) => ({
  url: resource,
  host: 'shop.example',
  chain: CHAIN,
  pay_to,
})

test.each<[string, string[], object[], object[], string | undefined]>([
  ['listed with another wallet', [WALLET], [offer('cdp', 'a', OTHER_WALLET)], [], 'minor'],
  ['asks for another wallet itself', [WALLET], [], [quote('a', OTHER_WALLET)], 'major'],
  [
    'asks for two, one of which is its own',
    [WALLET],
    [],
    [quote('a', WALLET), quote('b', OTHER_WALLET)],
    undefined,
  ],
  [
    'the same wallet in another case',
    [WALLET.toUpperCase().replace('X', 'x')],
    [offer('cdp', 'a', WALLET)],
    [quote('a', WALLET)],
    undefined,
  ],
  ['one of two wallets', [OTHER_WALLET, `${CHAIN}:${WALLET}`], [offer('cdp', 'a', WALLET)], [], undefined],
  ['a wallet of another chain', [`eip155:1:${OTHER_WALLET}`], [], [quote('a', WALLET)], undefined],
  ['feeds that differ', [], [offer('cdp', 'a', WALLET), offer('payai', 'a', OTHER_WALLET)], [], 'minor'],
  [
    'feeds of other resources',
    [],
    [offer('cdp', 'a', WALLET), offer('payai', 'b', OTHER_WALLET)],
    [],
    undefined,
  ],
  ['listed otherwise than it asks', [], [offer('cdp', 'a', OTHER_WALLET)], [quote('a', WALLET)], 'minor'],
])(
  'wallet mismatch: %s',
  async (_, wallets, stg_x402_bazaar__offers, stg_endpoint_probes__quotes, severity) => {
    const found = await flagsOf(shop(wallets), { stg_x402_bazaar__offers, stg_endpoint_probes__quotes })
    expect(found).toEqual(severity ? { shop: { wallet_mismatch: severity } } : {})
  },
)

interface Trade {
  /** Payments and volume of 30 days, of which by payers that are no independent ones. */
  payments?: number
  volume?: number
  relation?: 'self' | 'funded'
  related?: { payments: number; volume: number }
  /** What the operator sent to these payers. */
  sent?: number
  flags?: string[]
  notices?: string[]
  /** What other operators of the agent received. */
  others?: { payments: number; volume: number; isFlagged?: boolean }[]
  isQuoted?: boolean
}

/** The flags of a seller with this trade. */
function trading({
  relation = 'funded',
  flags = ['funded_payers'],
  notices = [],
  isQuoted = true,
  ...trade
}: Trade) {
  const { payments = 100, volume = 100, related = { payments: 90, volume: 90 }, others = [], sent } = trade
  const row = { chain: 'all', days: 30, unique_payers: 4, wash_flags: [], notices: [] }
  const more = others.map((other, n) => ({
    ...row,
    operator: `0x${n}`,
    payments: other.payments,
    volume_atomic: other.volume,
    wash_flags: other.isFlagged ? flags : [],
  }))
  const match = (chain: string, operator: string, handle: string, is_credited: boolean) => ({
    chain,
    operator,
    handle,
    is_credited,
  })
  const payer = relation === 'self' ? WALLET : 'p'
  return flagsOf(
    worldOf([
      { handle: 'a', recordId: 'x402_bazaar:shop.example' },
      { handle: 'b', id: 7 },
    ]),
    {
      x402_demand: [
        { ...row, operator: WALLET, payments, volume_atomic: volume, wash_flags: flags, notices },
        ...more,
      ],
      int_x402_payer_days__summed: [{ operator: WALLET, scope: 'all', payer, relation, ...related }],
      stg_x402_payments__fundings: [{ operator: WALLET, wallet: 'p', amount: sent ?? related.volume }],
      stg_endpoint_probes__quotes: isQuoted
        ? [quote('a', WALLET), ...more.map(({ operator }) => quote('a', operator))]
        : [],
      int_operators__matched: [
        match(CHAIN, WALLET, 'a', true),
        match('eip155:1', WALLET, 'a', true),
        match(CHAIN, WALLET, 'b', false),
        ...more.map(({ operator }) => match(CHAIN, operator, 'a', true)),
      ],
    },
  )
}

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
  ['one large customer', { flags: [], notices: ['dominant_payer'] }, 'minor'],
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
])('wash trade: %s', async (_, trade, severity) => {
  expect(await trading(trade)).toEqual(severity ? { a: { wash_trade: severity } } : {})
})
