import { describe, expect, it } from 'vitest'
import bazaar from '../../pipeline/sources/x402_bazaar.ts'
import { fetchAll, rowsOf } from './context.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const listing = (name: string, fields: object = {}) => ({
  resource: `https://sample.example/${name}`,
  type: 'http',
  ...fields,
})
const many = (count: number) => Array.from({ length: count }, (_, i) => listing(String(i)))
const offsetOf = (url: string) => Number(new URL(url).searchParams.get('offset'))
const isCdp = (url: string) => url.startsWith('https://api.cdp.coinbase.com/')
const page = (url: string, all: object[], total: number | null = all.length): Reply => ({
  body: { items: all.slice(offsetOf(url), offsetOf(url) + 100), pagination: { total } },
})
const none: Reply = { body: { items: [], pagination: { total: 0 } } }
const seenBefore = (feed: string, fields: object = {}) => ({
  x402_bazaar: [
    { feed, resource: 'https://sample.example/0', is_listed: true, observed_on: '2026-01-04', ...fields },
  ],
})
const one = async (fields: object) => {
  const http = fakeHttp((url) => (isCdp(url) ? page(url, [listing('0', fields)]) : none))
  return rowsOf(await fetchAll(bazaar, http))[0]
}

describe('a feed', () => {
  it.each([
    [100, 100, 1],
    [250, 250, 3],
    [250, null, 3],
    [200, null, 3],
  ])('of %i listings with total %s is read in %i pages', async (count, total, pages) => {
    const http = fakeHttp((url) => (isCdp(url) ? page(url, many(count), total) : none))
    expect(rowsOf(await fetchAll(bazaar, http))).toHaveLength(count)
    expect(http.asked.filter(isCdp)).toHaveLength(pages)
  })

  it('that ends far before its total is a failure', async () => {
    const http = fakeHttp((url) => (isCdp(url) ? page(url, many(200), 900) : none))
    await expect(fetchAll(bazaar, http)).rejects.toThrow('offset=200: it ends after 200 of 900 listings')
  })

  it('without an end is a failure', async () => {
    const http = fakeHttp(() => ({ body: { items: many(100), pagination: { total: 1e9 } } }))
    await expect(fetchAll(bazaar, http)).rejects.toThrow('offset=30000: its pages never end')
    expect(http.asked.length).toBeLessThanOrEqual(bazaar.budget / 2)
  })

  it('lists a resource once that is on two pages, as it was read last', async () => {
    const all = [...many(100), listing('7', { type: 'mcp' })]
    const rows = rowsOf(
      await fetchAll(
        bazaar,
        fakeHttp((url) => (isCdp(url) ? page(url, all) : none)),
      ),
    )
    expect(rows).toHaveLength(100)
    expect(rows.find((row) => row.resource === 'https://sample.example/7')?.type).toBe('mcp')
  })

  it('may list what the other lists too', async () => {
    const rows = rowsOf(
      await fetchAll(
        bazaar,
        fakeHttp((url) => page(url, many(1))),
      ),
    )
    expect(rows.map((row) => row.feed)).toEqual(['cdp', 'payai'])
  })
})

describe('an empty feed', () => {
  it.each(['cdp', 'payai'])('is a failure of %s when it listed something before', async (feed) => {
    const http = fakeHttp((url) => (isCdp(url) === (feed === 'cdp') ? none : page(url, many(1))))
    const fetching = fetchAll(bazaar, http, { known: seenBefore(feed) })
    await expect(fetching).rejects.toThrow('it no longer lists anything')
  })

  it('is none when nothing was listed, or all of it had left', async () => {
    const http = fakeHttp((url) => (isCdp(url) ? page(url, many(1)) : none))
    for (const known of [{}, seenBefore('payai', { is_listed: false })])
      expect(rowsOf(await fetchAll(bazaar, http, { known }))).toHaveLength(1)
  })
})

describe('a listing that left', () => {
  const left = { resource: 'https://sample.example/gone', type: 'http', gone_since: null, source_url: 'x' }
  const http = () => fakeHttp((url) => page(url, many(1)))

  it('is yielded once more as not listed, with the page that should have had it', async () => {
    const { observations, coverage } = await fetchAll(bazaar, http(), { known: seenBefore('cdp', left) })
    expect(coverage).toBe('changes')
    const last = observations.find(({ row }) => row.resource === left.resource)
    expect(last?.row).toEqual({ feed: 'cdp', resource: left.resource, type: 'http', is_listed: false })
    expect(last?.from.url).toContain('api.cdp.coinbase.com')
  })

  it('is not yielded a second time', async () => {
    const known = seenBefore('cdp', { ...left, is_listed: false })
    expect(rowsOf(await fetchAll(bazaar, http(), { known })).every((row) => row.is_listed)).toBe(true)
  })
})

describe('the turns of the feeds', () => {
  it.each([
    ['2026-01-07', '2026-01-06', ['payai']],
    ['2026-01-08', '2026-01-07', ['cdp']],
    ['2026-01-09', '2026-01-07', ['cdp', 'payai']],
  ])('on %s, with both read on %s', async (day, observed_on, feeds) => {
    const row = { resource: 'https://sample.example/0', is_listed: true, observed_on }
    const known = { x402_bazaar: ['cdp', 'payai'].map((feed) => ({ feed, ...row })) }
    const rows = rowsOf(
      await fetchAll(
        bazaar,
        fakeHttp((url) => page(url, many(1))),
        { day, known },
      ),
    )
    expect(rows.map(({ feed }) => feed)).toEqual(feeds)
  })
})

describe('an amount', () => {
  it.each([
    ['amount', { amount: '18446744073709551616' }, '18446744073709551616'],
    ['maxAmountRequired', { maxAmountRequired: '25000' }, '25000'],
    ['both', { amount: '1', maxAmountRequired: '2' }, '1'],
    ['a whole number', { amount: 1000 }, '1000'],
    ['neither', {}, null],
  ])('is read from %s', async (_, fields, amount) => {
    const row = bazaar.row.parse(await one({ accepts: [fields] }))
    expect(row.accepts).toMatchObject([{ amount }])
  })

  it.each([1.5, 1e300, 2 ** 53])('that is the number %s goes to quarantine', async (amount) => {
    expect(bazaar.row.safeParse(await one({ accepts: [{ amount }] })).success).toBe(false)
  })
})

it.each([
  [1_767_225_600, '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  [null, null],
])('reads the time %s as %s', async (lastUpdated, time) => {
  expect(bazaar.row.parse(await one({ lastUpdated })).last_updated).toBe(time)
})
