import { expect, it } from 'vitest'
import cdp from '../../pipeline/sources/x402_bazaar_cdp.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { fakeHttp } from './recorded_http.ts'

const RESOURCE = 'https://sold.sample.example/v1'
const PAYEE = `0x${'1'.repeat(40)}`
const OFFER = { scheme: 'exact', network: 'eip155:8453', asset: 'USDC', payTo: PAYEE, amount: '10000' }
const LONE = '\ud800'

type Fields = Record<string, unknown>

const listing = (fields: Fields): unknown => ({
  ...{
    resource: RESOURCE,
    type: 'http',
    x402Version: 2,
    accepts: [OFFER],
    lastUpdated: '2026-03-18T00:00:00Z',
  },
  ...fields,
})
const offer = (fields: Fields) => listing({ accepts: [{ ...OFFER, ...fields }] })
const offered = (fields: Fields) => ({ accepts: [{ pay_to: PAYEE, ...fields }] })
const input = (method: unknown) => ({ extensions: { bazaar: { info: { input: { method } } } } })
const tags = (count: number) => Array.from({ length: count }, (_, i) => `tag-${i}`)

/** A listing as feeds have it, the verdict on its row, and the resulting values. */
const SHAPES: [label: string, given: unknown, verdict: ReturnType<typeof checkRow>, holds: Fields][] = [
  ['plain', listing({}), 'kept', { resource: RESOURCE, ...offered({ amount: '10000' }) }],
  ['an amount that is a whole number', offer({ amount: 10_000 }), 'kept', offered({ amount: '10000' })],
  ['an amount that is half a unit', offer({ amount: 0.01 }), 'cleaned', offered({ amount: null })],
  ['an amount in dollars', offer({ amount: '$0.01' }), 'kept', offered({ amount: '$0.01' })],
  ['an amount that is an object', offer({ amount: { value: '1' } }), 'cleaned', offered({ amount: null })],
  ['an amount that no number holds', offer({ amount: 1e21 }), 'cleaned', offered({ amount: null })],
  [
    'the amount of version 1',
    offer({ amount: undefined, maxAmountRequired: '7' }),
    'kept',
    offered({ amount: '7' }),
  ],
  ['a way to pay that is nothing', listing({ accepts: [null, OFFER] }), 'kept', { resource: RESOURCE }],
  [
    'a way to pay without asset and payee',
    offer({ asset: null, payTo: null }),
    'kept',
    { accepts: [{ asset: null, pay_to: null }] },
  ],
  ['a payee that is a list', offer({ payTo: [PAYEE] }), 'cleaned', { accepts: [{ pay_to: null }] }],
  ['a network that is a number', offer({ network: 8453 }), 'cleaned', offered({ network: null })],
  ['a scheme without end', offer({ scheme: 'x'.repeat(101) }), 'cleaned', offered({ scheme: null })],
  ['an asset that is an object', offer({ asset: { address: 'x' } }), 'cleaned', offered({ asset: null })],
  ['ways to pay that are no list', listing({ accepts: {} }), 'cleaned', { accepts: [] }],
  ['ways to pay that are a text', listing({ accepts: 'exact' }), 'cleaned', { accepts: [] }],
  ['no ways to pay', listing({ accepts: null }), 'kept', { accepts: [] }],
  [
    'more ways to pay than are kept',
    listing({ accepts: Array(201).fill(OFFER) }),
    'cleaned',
    { accepts: expect.objectContaining({ length: 200 }) },
  ],
  ['a resource that is an object', listing({ resource: { url: RESOURCE } }), 'kept', { resource: RESOURCE }],
  [
    'a time in milliseconds',
    listing({ lastUpdated: 1_773_792_000_000 }),
    'kept',
    { last_updated: '2026-03-18T00:00:00.000Z' },
  ],
  [
    'a time in seconds',
    listing({ lastUpdated: 1_773_792_000 }),
    'kept',
    { last_updated: '2026-03-18T00:00:00.000Z' },
  ],
  [
    'a time in seconds as text',
    listing({ lastUpdated: '1773792000' }),
    'kept',
    { last_updated: '2026-03-18T00:00:00.000Z' },
  ],
  [
    'a time without a zone',
    listing({ lastUpdated: '2026-03-18 00:00:00' }),
    'cleaned',
    { last_updated: null },
  ],
  ['a time that no date holds', listing({ lastUpdated: 1e300 }), 'cleaned', { last_updated: null }],
  ['no time', listing({ lastUpdated: undefined }), 'kept', { last_updated: null }],
  [
    'half a call',
    listing({ quality: { l30DaysTotalCalls: 10.5, l30DaysUniquePayers: 3 } }),
    'cleaned',
    { calls_30d: null, payers_30d: 3 },
  ],
  [
    'counts as text',
    listing({ quality: { l30DaysTotalCalls: '10', l30DaysUniquePayers: '3' } }),
    'kept',
    { calls_30d: 10, payers_30d: 3 },
  ],
  ['calls below zero', listing({ quality: { l30DaysTotalCalls: -1 } }), 'cleaned', { calls_30d: null }],
  ['a quality that is a text', listing({ quality: 'good' }), 'kept', { calls_30d: null }],
  ['a version as text', listing({ x402Version: '2' }), 'kept', { x402_version: 2 }],
  ['a version with a letter', listing({ x402Version: 'v2' }), 'cleaned', { x402_version: null }],
  [
    'a description without end',
    listing({ description: 'x'.repeat(6_000) }),
    'cleaned',
    { description: null },
  ],
  [
    'a description with half a character',
    listing({ description: `x${LONE}` }),
    'cleaned',
    { description: null },
  ],
  [
    'a description that is an object',
    listing({ description: { en: 'x' } }),
    'cleaned',
    { description: null },
  ],
  ['a name that is a number', listing({ serviceName: 7 }), 'cleaned', { service_name: null }],
  ['tags that are a text', listing({ tags: 'a,b' }), 'cleaned', { tags: [] }],
  ['one odd tag of three', listing({ tags: ['a', 7, 'b'] }), 'cleaned', { tags: ['a', 'b'] }],
  ['more tags than are kept', listing({ tags: tags(201) }), 'cleaned', { tags: tags(200) }],
  ['a type that is a number', listing({ type: 5 }), 'cleaned', { type: null }],
  [
    'a tool of MCP',
    listing({ resource: 'mcp://tool/odd', type: 'mcp' }),
    'kept',
    { resource: 'mcp://tool/odd' },
  ],
  ['a method in small letters', listing(input('get')), 'kept', { method: 'get' }],
  ['a method that is a list', listing(input(['GET', 'POST'])), 'cleaned', { method: null }],
  ['extensions that are a list', listing({ extensions: [] }), 'kept', { method: null }],
  [
    'fields that nobody knows',
    listing({ metadata: { a: [{}] }, curated: true }),
    'kept',
    { resource: RESOURCE },
  ],
  ['no resource', listing({ resource: null }), 'quarantined', {}],
  ['an empty resource', listing({ resource: '' }), 'quarantined', {}],
  ['a resource that turns text round', listing({ resource: `${RESOURCE}/\u202e` }), 'quarantined', {}],
  ['no object', 7, 'quarantined', {}],
]

it.each(SHAPES)('of %s the row is judged by its key alone', async (_, given, verdict, holds) => {
  const http = fakeHttp((url) => ({
    body: { items: url.includes('offset=0') ? [given] : [], pagination: { total: 1 } },
  }))
  const [row] = selectRows(await fetchAll(cdp, http))
  expect(checkRow(cdp, row)).toBe(verdict)
  if (verdict !== 'quarantined') expect(cdp.row.parse(row)).toMatchObject(holds)
})
