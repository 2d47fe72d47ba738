import { expect, test } from 'vitest'
import { raisedFlags } from './flags_of.ts'
import { daysAgo, worldWithAgents } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const TOKEN = `id name symbol first_seen_on:date gone_since:date price:double market_cap:double observed_at`

const COIN = {
  name: 'Sample Agent',
  symbol: 'SMPL',
  price: 2,
  market_cap: 1_000_000,
  first_seen_on: daysAgo(40),
}

/** The alike tokens found, and the departures that follow. */
async function readAlike(tokens: object[]) {
  const given = toGivenTables(
    { stg_coingecko_ai_agents__tokens: TOKEN },
    { stg_coingecko_ai_agents__tokens: tokens },
  )
  const alike = await readRows(given, 'int_tokens__copies', 'id, other, is_same')
  const records = await readRows<{ source_key: string; departed_reason: string | null }>(
    given,
    'int_tokenized__records',
    'source_key, departed_reason',
  )
  const departed = records.filter(({ departed_reason }) => departed_reason !== null)
  return { alike, departed: departed.map(({ source_key }) => source_key) }
}

test.each([
  ['capitals', { name: 'SAMPLE AGENT', symbol: 'smpl' }],
  ['letters of another script', { name: 'S\u0430mple \u0410gent', symbol: 'SMPL' }],
  ['full width and dots', { name: '\uff33ample.Agent', symbol: '$SMPL' }],
])('a coin that is listed again in %s is one coin', async (_, spelt) => {
  const again = { ...COIN, ...spelt, id: 'sample-agent-2', first_seen_on: daysAgo(1), price: 2.01 }
  expect(await readAlike([{ ...COIN, id: 'sample-agent' }, again])).toEqual({
    alike: [{ id: 'sample-agent-2', other: 'sample-agent', is_same: true }],
    departed: ['sample-agent-2'],
  })
})

test('another coin of that name and symbol is a copy of the one that was listed first, or is worth more', async () => {
  const other = { ...COIN, id: 'a', price: 0.001, market_cap: 5_000 }
  expect(await readAlike([{ ...COIN, id: 'sample-agent' }, other])).toEqual({
    alike: [{ id: 'a', other: 'sample-agent', is_same: false }],
    departed: [],
  })
  const pumped = { ...other, market_cap: 9_000_000, first_seen_on: daysAgo(1) }
  expect((await readAlike([{ ...COIN, id: 'sample-agent' }, pumped])).alike).toMatchObject([{ id: 'a' }])
})

test('coins with a name or a symbol of their own, without figures, or gone, are no copies', async () => {
  const coins = [
    { ...COIN, id: 'sample-agent' },
    { ...COIN, id: 'namesake', symbol: 'OTHER' },
    { ...COIN, id: 'symbol', name: 'Other' },
    { ...COIN, id: 'gone', gone_since: daysAgo(2) },
    { ...COIN, id: 'unknown', price: null, market_cap: null },
    { ...COIN, id: 'nameless', name: null },
  ]
  expect(await readAlike(coins)).toEqual({
    alike: [{ id: 'unknown', other: 'sample-agent', is_same: false }],
    departed: ['gone'],
  })
})

test('a coin with the name and symbol of another bears a flag', async () => {
  const coin = (handle: string) => ({
    handle,
    name: handle,
    category: 'tokenized',
    recordId: `coingecko_ai_agents:${handle}`,
  })
  const found = await raisedFlags(worldWithAgents([coin('sample-agent'), coin('other'), coin('third')]), {
    int_tokens__copies: [{ id: 'other', other: 'sample-agent', is_same: false }],
  })
  expect(found).toEqual({ other: { impersonation: 'minor' } })
})
