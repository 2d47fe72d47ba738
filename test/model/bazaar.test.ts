import { expect, test } from 'vitest'
import { daysAgo } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const RAW = `resource type method x402_version:bigint service_name description tags:json accepts:json last_updated
  calls_30d:bigint payers_30d:bigint first_seen_on:date gone_since:date observed_on:date observed_at source_url
  response_sha256`
const TABLES = {
  raw_x402_bazaar_cdp: RAW,
  raw_x402_bazaar_payai: RAW,
  observed_x402_bazaar_cdp: RAW,
  observed_x402_bazaar_payai: RAW,
}
const listing = (method: string | null, payTo: string, ago: number, more: object = {}) => ({
  ...{ resource: 'https://shop.sample.example/a', type: 'http', method, tags: [] },
  ...{ observed_on: daysAgo(ago), first_seen_on: daysAgo(ago) },
  accepts: [{ network: 'base', pay_to: payTo, amount: '1', asset: null, scheme: 'exact' }],
  ...more,
})
const world = (cdp: object[], payai: object[] = [], earlier: object[] = []) =>
  toGivenTables(TABLES, {
    ...{ raw_x402_bazaar_cdp: cdp, raw_x402_bazaar_payai: payai },
    ...{ observed_x402_bazaar_cdp: [...cdp, ...earlier], observed_x402_bazaar_payai: payai },
  })

test('both feeds are one table, in which an address occurs once for each method', async () => {
  const given = world(
    [
      listing('GET', '0xA', 1),
      listing('POST', '0xA', 1),
      listing(null, '0xA', 1, { gone_since: daysAgo(0) }),
    ],
    [listing('GET', '0xA', 0)],
  )
  expect(await readRows(given, 'stg_x402_bazaar__listings', 'feed, method, gone_since')).toEqual([
    { feed: 'cdp', method: 'GET', gone_since: null },
    { feed: 'cdp', method: 'POST', gone_since: null },
    { feed: 'cdp', method: null, gone_since: daysAgo(0) },
    { feed: 'payai', method: 'GET', gone_since: null },
  ])
})

test('an offer is that of its own method, and as old as any with this wallet at the address', async () => {
  const given = world(
    [listing('POST', '0xB', 1), listing(null, '0xA', 1, { gone_since: daysAgo(0) })],
    [],
    [listing('GET', '0xB', 9), listing('POST', '0xC', 9)],
  )
  expect(await readRows(given, 'stg_x402_bazaar__offers', 'pay_to, is_gone, first_asked_on')).toEqual([
    { pay_to: '0xa', is_gone: true, first_asked_on: daysAgo(1) },
    { pay_to: '0xb', is_gone: false, first_asked_on: daysAgo(9) },
  ])
})
