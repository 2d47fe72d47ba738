import { expect, test } from 'vitest'
import { raisedFlags, raisedReasons } from './flags_of.ts'
import { together, type World, worldWithAgents } from './given.ts'

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
  together(worldWithAgents([{ handle: 'shop', id: 1 }]), {
    int_records__handles: [{ record_id: 'x402_bazaar:shop.example', handle: 'shop' }],
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
  ['feeds that agree', [], [offer('cdp', 'a', WALLET), offer('payai', 'a', WALLET)], [], undefined],
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
    const found = await raisedFlags(shop(wallets), { stg_x402_bazaar__offers, stg_endpoint_probes__quotes })
    expect(found).toEqual(severity ? { shop: { wallet_mismatch: severity } } : {})
  },
)

test.each<[string, string[], object, string | undefined]>([
  ['that its host asks for', [WALLET], { wallet: OTHER_WALLET }, undefined],
  ['of another chain', [WALLET], { wallet: OTHER_WALLET, chain: 'eip155:1' }, 'major'],
  ['of another agent', [WALLET], { wallet: OTHER_WALLET, handle: 'other' }, 'major'],
  ['that it has not told anybody of', [], { wallet: WALLET }, undefined],
])('wallet mismatch: a wallet that signed for it %s', async (_, wallets, signed, severity) => {
  const found = await raisedFlags(shop(wallets), {
    int_erc8004_wallets__signatures: [{ handle: 'shop', chain: CHAIN, ...signed }],
    stg_endpoint_probes__quotes: [quote('a', OTHER_WALLET)],
  })
  expect(found).toEqual(severity ? { shop: { wallet_mismatch: severity } } : {})
})

test('a contradiction on several chains is one, and the reasons count resources', async () => {
  const chains = ['eip155:8453', 'eip155:137']
  const found = await raisedReasons(worldWithAgents([{ handle: 'shop', id: 1 }]), {
    int_records__handles: [
      { record_id: 'x402_bazaar:shop.example', handle: 'shop' },
      { record_id: 'erc8004_identity:eip155:137/1', handle: 'shop' },
    ],
    stg_erc8004_files__files: chains.map((chain) => ({
      ...{ agent_key: `${chain}/1`, chain, outcome: 'ok', wallets: [WALLET], services: [] },
    })),
    stg_endpoint_probes__quotes: chains.map((chain) => ({ ...quote('a', OTHER_WALLET), chain })),
    stg_x402_bazaar__offers: chains.map((chain) => ({ ...offer('cdp', 'b', OTHER_WALLET), chain })),
  })
  expect(found).toEqual([
    'shop: wallet_mismatch, minor: Its registration names one wallet, but the feeds that list it name others.',
    'shop: wallet_mismatch, major: Its registration names one wallet, but its own host asks for payment to another.',
  ])
  const disputed = await raisedReasons(
    worldWithAgents([{ handle: 'shop', recordId: 'x402_bazaar:shop.example' }]),
    {
      stg_x402_bazaar__offers: ['a', 'b'].flatMap((resource) => [
        offer('cdp', resource, WALLET),
        offer('payai', resource, OTHER_WALLET),
      ]),
    },
  )
  expect(disputed).toEqual([
    'shop: wallet_mismatch, minor: Two feeds, or a feed and its own host, name different wallets for 2 of its resources.',
  ])
})
