import { expect, test } from 'vitest'
import { daysAgo } from './given.ts'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  stg_x402_bazaar__offers: 'feed chain pay_to host resource first_asked_on:date',
  stg_endpoint_probes__quotes: 'chain pay_to host url first_asked_on:date',
  int_erc8004_wallets__signatures: 'handle wallet',
  stg_x402_payments__payments: 'chain operator paid_on:date',
  int_service__records: 'record_id source source_key',
  int_records__handles: 'record_id handle',
  int_agents__profiles: 'handle departed_on:date',
}

/** A host that has requested payment to a wallet since so many days ago. */
interface PaymentRequest {
  host: string
  to: string
  ago: number
  at?: string
  chain?: string
  feed?: string
}

interface World {
  offers?: PaymentRequest[]
  quotes?: PaymentRequest[]
  /** Wallets that signed for the agent of a host. */
  signed?: { handle: string; wallet: string }[]
  /** The ages in days of the payments to each wallet. */
  paid?: Record<string, number[]>
}

const HOSTS = ['alder', 'birch', 'cedar', 'first', 'departed']

/** The hosts that request payment to each wallet, credited ones with `*` and their number; host names are handles. */
async function matched({
  offers = [],
  quotes = [],
  signed = [],
  paid = {},
}: World): Promise<Record<string, string[]>> {
  const toRow = ({ host, to, ago, at = '/', chain = 'eip155:8453', feed = 'cdp' }: PaymentRequest) => ({
    ...{
      feed,
      chain,
      pay_to: to,
      host,
      resource: `${host}${at}`,
      url: `${host}${at}`,
      first_asked_on: daysAgo(ago),
    },
  })
  // The day of the first read of the feeds.
  const since = { host: 'first', to: '0xfirst', ago: 100 }
  const given = toGivenTables(COLUMNS, {
    stg_x402_bazaar__offers: [since, ...offers].map(toRow),
    stg_endpoint_probes__quotes: quotes.map(toRow).map(({ feed, ...quote }) => quote),
    stg_x402_payments__payments: Object.entries(paid).flatMap(([operator, days]) =>
      days.map((ago) => ({ chain: 'eip155:8453', operator, paid_on: daysAgo(ago) })),
    ),
    int_erc8004_wallets__signatures: signed,
    int_service__records: HOSTS.map((host) => ({
      ...{ record_id: `x402_bazaar:${host}`, source: 'x402_bazaar', source_key: host },
    })),
    int_records__handles: HOSTS.map((host) => ({ record_id: `x402_bazaar:${host}`, handle: host })),
    int_agents__profiles: HOSTS.map((handle) => ({
      ...{ handle, departed_on: handle === 'departed' ? '2026-03-01' : null },
    })),
  })
  const rows = await rowsFrom<{ operator: string; handles: string[] }>(
    given,
    ['int_operators__agents'],
    `select operator, list(handle || case when shared_by > 1 then '*' || shared_by when is_credited then '*' else '' end
       order by handle, is_credited) as handles
     from int_operators__agents where operator <> '0xfirst' group by operator`,
  )
  return Object.fromEntries(rows.map(({ operator, handles }) => [operator, handles]))
}

test('who is seen to ask first is credited, by the first of its answers; a departed agent is not asked', async () => {
  const quotes = [
    { host: 'alder', to: '0xa', ago: 10 },
    { host: 'birch', to: '0xa', ago: 20, at: '/1' },
    { host: 'birch', to: '0xa', ago: 5, at: '/2' },
    { host: 'departed', to: '0xa', ago: 30 },
  ]
  expect(await matched({ quotes })).toEqual({ '0xa': ['alder', 'birch*'] })
})

test('who asks for what signed for it is credited before those who asked first, unless it asks too late', async () => {
  const asks = (to: string) => [
    { host: 'alder', to, ago: 20 },
    { host: 'birch', to, ago: 5 },
  ]
  const quotes = [...asks('0xa'), ...asks('0xb'), ...asks('0xc')]
  const signed = [
    { handle: 'birch', wallet: '0xa' },
    { handle: 'birch', wallet: '0xb' },
    // A signer that requests nothing takes nothing from others.
    { handle: 'cedar', wallet: '0xc' },
  ]
  expect(await matched({ quotes, signed, paid: { '0xb': [20] } })).toEqual({
    '0xa': ['alder', 'birch*'],
    '0xb': ['alder*', 'birch'],
    '0xc': ['alder*', 'birch'],
  })
})

test('of two that ask since one day the one with more resources on a chain is credited there, then the smaller handle', async () => {
  const offers = [
    ...['eip155:8453', 'eip155:137'].map((chain) => ({ host: 'alder', to: '0xa', ago: 100, chain })),
    ...['/1', '/2'].map((at) => ({ host: 'birch', to: '0xa', ago: 100, at })),
    { host: 'cedar', to: '0xb', ago: 100 },
    { host: 'birch', to: '0xb', ago: 100 },
  ]
  expect(await matched({ offers })).toEqual({
    '0xa': ['alder', 'alder*', 'birch*'],
    '0xb': ['birch*', 'cedar'],
  })
})

test('who asks a day after the first payment is credited, two days after it no more, but for who asked from the first', async () => {
  const quotes = [
    { host: 'alder', to: '0xa', ago: 19 },
    { host: 'birch', to: '0xb', ago: 18 },
  ]
  const offers = [{ host: 'cedar', to: '0xc', ago: 100 }]
  const paid = { '0xa': [20, 2], '0xb': [20, 2], '0xc': [150] }
  expect(await matched({ offers, quotes, paid })).toEqual({
    '0xa': ['alder*'],
    '0xb': ['birch'],
    '0xc': ['cedar*'],
  })
})

test('offers of a host that answers for itself do not count, but say since when it asks for what it answers', async () => {
  const offers = [
    { host: 'alder', to: '0xlisted', ago: 1 },
    { host: 'alder', to: '0xa', ago: 30, at: '/1' },
    { host: 'alder', to: '0xa', ago: 10, at: '/2' },
  ]
  const quotes = [
    { host: 'birch', to: '0xa', ago: 20 },
    { host: 'birch', to: '0xb', ago: 60 },
    { host: 'alder', to: '0xa', ago: 5 },
    { host: 'alder', to: '0xb', ago: 5 },
  ]
  expect(await matched({ offers, quotes })).toEqual({
    '0xa': ['alder*', 'birch'],
    '0xb': ['alder', 'birch*'],
  })
})

test('hosts whose own answers ask since one day share an address; who asks later, or in a feed alone, has no part', async () => {
  const asks = (to: string, ...agos: number[]) =>
    ['alder', 'birch', 'cedar'].flatMap((host, n) => {
      const ago = agos[n]
      return ago === undefined ? [] : [{ host, to, ago }]
    })
  const quotes = [...asks('0xa', 9, 9, 8), ...asks('0xb', 9, 9)]
  const offers = [{ host: 'first', to: '0xb', ago: 9 }]
  const signed = [{ handle: 'birch', wallet: '0xb' }]
  expect(await matched({ quotes, offers })).toEqual({
    '0xa': ['alder*2', 'birch*2', 'cedar'],
    '0xb': ['alder*2', 'birch*2', 'first'],
  })
  expect((await matched({ quotes, offers, signed }))['0xb']).toEqual(['alder', 'birch*', 'first'])
  // A host that its feed listed from the first read on is credited alone; a later listing changes nothing.
  const listedFor = (ago: number) => matched({ quotes, offers: [{ host: 'first', to: '0xb', ago }] })
  expect((await listedFor(99))['0xb']).toEqual(['alder*2', 'birch*2', 'first'])
  expect((await listedFor(100))['0xb']).toEqual(['alder', 'birch', 'first*'])
})

test('a listing that the host has not confirmed credits no agent, whoever lists first', async () => {
  const foreignListings = ['/!1', '/!2', '/!3'].map((at) => ({ host: 'alder', to: '0xstranger', ago: 9, at }))
  const own = { host: 'alder', to: '0xown', ago: 8 }
  expect(await matched({ offers: [...foreignListings, own] })).toEqual({
    '0xstranger': ['alder'],
    '0xown': ['alder'],
  })
  // Its own answer credits it, and no listing beside it.
  expect(await matched({ offers: [...foreignListings, own], quotes: [{ ...own, ago: 1 }] })).toEqual({
    '0xown': ['alder*'],
  })
  // So does the signature of the wallet.
  const signed = [{ handle: 'alder', wallet: '0xown' }]
  expect(await matched({ offers: [...foreignListings, own], signed })).toEqual({
    '0xstranger': ['alder'],
    '0xown': ['alder*'],
  })
})

test('a feed that is read for the first time later has its own first day', async () => {
  const offers = [
    { host: 'alder', to: '0xa', ago: 50, feed: 'payai' },
    { host: 'birch', to: '0xb', ago: 49, feed: 'payai' },
  ]
  expect(await matched({ offers })).toEqual({ '0xa': ['alder*'], '0xb': ['birch'] })
})
