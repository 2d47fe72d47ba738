import { describe, expect, it } from 'vitest'
import type { KnownRow, Source } from '../../pipeline/source/source.ts'
import cdp from '../../pipeline/sources/x402_bazaar_cdp.ts'
import payai from '../../pipeline/sources/x402_bazaar_payai.ts'
import { checkRow, fetchAll, selectRows } from './context.ts'
import { recordAndReplay } from './contract.ts'
import { listed } from './given_agents.ts'
import { fakeHttp, type Reply } from './recorded_http.ts'

const PER_PAGE = 1000
const listing = (name: string, fields: object = {}) => ({
  resource: `https://sample.example/${name}`,
  type: 'http',
  ...fields,
})
const many = (count: number) => Array.from({ length: count }, (_, i) => listing(String(i)))
const parseOffset = (url: string) => Number(new URL(url).searchParams.get('offset'))
const page = (url: string, all: object[], total: number | null = all.length, most = PER_PAGE): Reply => ({
  body: { items: all.slice(parseOffset(url), parseOffset(url) + most), pagination: { total } },
})
/** A listing as it stood two days before. */
const knownListing = (name: string, fields: object = {}): KnownRow =>
  listed(`https://sample.example/${name}`, { observed_on: '2026-01-06', ...fields })
const read = async (
  reply: (url: string) => Reply | undefined,
  known: KnownRow[] = [],
  source: Source = cdp,
) => {
  const http = fakeHttp(reply)
  const fetched = await fetchAll(source, http, { known: { [source.name]: known } })
  return { rows: selectRows(fetched), coverage: fetched.coverage, asked: http.asked }
}
const readListing = async (fields: object) => (await read((url) => page(url, [listing('0', fields)]))).rows[0]

describe('a feed', () => {
  it.each([
    [1000, 1000, 1],
    [2500, 2500, 3],
    [2500, null, 4],
    [28_001, 28_001, 29],
  ])('of %i listings with total %s is read in %i pages', async (count, total, pages) => {
    const { rows, coverage, asked } = await read((url) => page(url, many(count), total))
    expect(rows).toHaveLength(count)
    expect(asked).toHaveLength(pages)
    expect(coverage).toBe('all')
  })

  it('with smaller pages than requested is read to its end', async () => {
    const { rows, coverage, asked } = await read((url) => page(url, many(250), 250, 100))
    expect(rows).toHaveLength(250)
    expect(asked.map(parseOffset)).toEqual([0, 100, 200])
    expect(coverage).toBe('all')
  })

  it('lists a resource once that is on two pages, as it was read last', async () => {
    const all = [...many(1000), listing('7', { description: 'later' })]
    const { rows } = await read((url) => page(url, all))
    expect(rows).toHaveLength(1000)
    expect(rows.find((row) => row.resource === 'https://sample.example/7')?.description).toBe('later')
  })

  it('is asked for at its own address', async () => {
    for (const [source, host] of [
      [cdp, 'api.cdp.coinbase.com'],
      [payai, 'facilitator.payai.network'],
    ] as const) {
      const { asked } = await read((url) => page(url, many(1)), [], source)
      expect(asked.map((url) => new URL(url).host)).toEqual([host])
    }
  })
})

describe('a feed that is not read to its end', () => {
  it.each([
    ['has no answer', { status: 503, body: 'busy' }],
    ['is no page', { body: '<!doctype html>' }],
  ])('keeps the rows before the page that %s, and reports the rest', async (_, broken) => {
    const { rows, coverage } = await read((url) => (parseOffset(url) < 2000 ? page(url, many(3500)) : broken))
    expect(rows).toHaveLength(2000)
    expect(coverage).toEqual({ left_out: '1,500 of 3,500 listings' })
  })

  it('comes to the same from the archive', async () => {
    const { live, derived } = await recordAndReplay(
      cdp,
      (url) => (parseOffset(url) < 1000 ? page(url, many(1500)) : { status: 404, body: 'none' }),
      {},
    )
    expect(live.coverage).toEqual({ left_out: '500 of 1,500 listings' })
    expect(derived).toEqual(live)
  })

  it('fails when its first page has no answer', async () => {
    await expect(read(() => ({ status: 503, body: 'busy' }))).rejects.toThrow('503')
  })

  it('says so when it ends far before its total', async () => {
    const { coverage } = await read((url) => page(url, many(2000), 9000))
    expect(coverage).toEqual({ left_out: '7,000 of 9,000 listings' })
  })

  it('says so when listings can have slipped between its pages', async () => {
    // One on the first page leaves while it is read, and all others move up.
    const later = many(1500).slice(1)
    const { rows, coverage } = await read((url) => page(url, parseOffset(url) === 0 ? many(1500) : later))
    expect(rows).toHaveLength(1499)
    expect(coverage).toBe('all')
    const grown = [...many(3).map(({ resource }) => listing(`new${resource.at(-1)}`)), ...many(1500)]
    const other = await read((url) => page(url, parseOffset(url) === 0 ? many(1500) : grown))
    expect(other.coverage).toEqual({ left_out: '3 of 1,503 listings' })
  })
})

describe('an empty feed', () => {
  it.each([cdp, payai])('is a failure of $name when it listed something before', async (source) => {
    const reading = read((url) => page(url, []), [knownListing('0')], source)
    await expect(reading).rejects.toThrow('it no longer lists anything')
  })

  it('is none when nothing was listed, or all of it had left', async () => {
    for (const known of [[], [knownListing('0', { gone_since: '2026-01-06' })]])
      expect((await read((url) => page(url, []), known)).coverage).toBe('all')
  })
})

it.each([
  ['2026-01-07', '2026-01-06', [payai]],
  ['2026-01-08', '2026-01-07', [cdp]],
  ['2026-01-09', '2026-01-07', [cdp, payai]],
])('on %s, with both read on %s, is the turn of these', async (day, observed_on, turns) => {
  for (const source of [cdp, payai]) {
    const http = fakeHttp((url) => page(url, many(1)))
    const known = { [source.name]: [knownListing('0', { observed_on })] }
    const { coverage } = await fetchAll(source, http, { day, known })
    expect(coverage).toBe(turns.includes(source) ? 'all' : 'changes')
    expect(http.asked).toHaveLength(turns.includes(source) ? 1 : 0)
  }
})

describe('the method', () => {
  const v2 = (input: object) => ({ extensions: { bazaar: { info: { input } } } })
  const v1 = (...methods: unknown[]) => ({
    accepts: methods.map((method) => ({ outputSchema: { input: { method } } })),
  })

  it.each([
    ['version 2', v2({ method: 'POST' }), 'POST'],
    ['version 1', v1('GET'), 'GET'],
    ['version 1, with a second way to pay', v1(null, 'PUT'), 'PUT'],
    ['both, where the second version counts', { ...v1('GET'), ...v2({ method: 'POST' }) }, 'POST'],
    ['neither', v2({}), null],
  ])('is read from %s', async (_, fields, method) => {
    expect(cdp.row.parse(await readListing(fields)).method).toBe(method)
  })

  it('tells listings of one address apart', async () => {
    const all = ['GET', 'POST', 'POST', undefined].map((method) => listing('0', v2({ method })))
    const { rows } = await read((url) => page(url, all))
    expect(rows.map(({ method }) => method)).toEqual(['GET', 'POST', null])
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
    const row = cdp.row.parse(await readListing({ accepts: [fields] }))
    expect(row.accepts).toMatchObject([{ amount }])
  })

  it.each([1.5, 1e300, 2 ** 53])('that is the number %s is dropped', async (amount) => {
    const row = await readListing({ accepts: [{ amount }] })
    expect(checkRow(cdp, row)).toBe('cleaned')
    expect(cdp.row.parse(row).accepts).toMatchObject([{ amount: null }])
  })
})

it.each([
  [1_767_225_600, '2026-01-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  [null, null],
])('reads the time %s as %s', async (lastUpdated, time) => {
  expect(cdp.row.parse(await readListing({ lastUpdated })).last_updated).toBe(time)
})
