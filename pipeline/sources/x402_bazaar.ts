import { z } from 'zod'
import { UpstreamChanged } from '../errors.ts'
import type { Http } from '../http/http.ts'
import { pick } from '../pick.ts'
import { defineSource, type Observation } from '../source.ts'

const FEEDS = {
  cdp: 'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources',
  payai: 'https://facilitator.payai.network/discovery/resources',
}
const PER_PAGE = 100
const MAX_PAGES = 300

const Page = z.looseObject({
  items: z.array(z.unknown()),
  pagination: z.looseObject({ total: z.number().nullish() }).nullish(),
})

const text = (length: number) => z.string().max(length).nullable()
const count = z.int().min(0).nullable()

/**
 * What is for sale over x402, as both discovery feeds list it, complete each day: 100 listings to a request. The
 * Bazaar of Coinbase holds some ten thousand, the feed of PayAI fewer; both know version 1 and 2 of the protocol.
 */
export default defineSource({
  name: 'x402_bazaar',
  title: 'Resources for sale over x402, from the discovery feeds of Coinbase and PayAI',
  docs: 'https://docs.cdp.coinbase.com/x402/bazaar',
  license: 'Public APIs; descriptions belong to their sellers',
  key: ['feed', 'resource'],
  budget: 2 * MAX_PAGES,
  row: z.object({
    feed: z.enum(['cdp', 'payai']),
    resource: z
      .string()
      .max(2000)
      .regex(/^\P{C}+$/u),
    type: text(100),
    x402_version: count,
    service_name: text(1000),
    description: text(5000),
    tags: z.array(z.string().max(200)).max(200),
    accepts: z
      .array(
        z.object({
          scheme: text(100),
          network: text(200),
          asset: text(200),
          pay_to: text(200),
          amount: text(100),
        }),
      )
      .max(200),
    last_updated: z.iso.datetime({ offset: true }).nullable(),
    calls_30d: count,
    payers_30d: count,
  }),
  async *fetch({ http, known }) {
    const before = (await known('x402_bazaar')).filter((row) => !row.gone_since)
    for (const feed of ['cdp', 'payai'] as const) {
      const listings = await readFeed(http, feed)
      if (listings.length === 0 && before.some((row) => row.feed === feed))
        throw new UpstreamChanged(FEEDS[feed], 'it lists nothing any more')
      yield* listings
    }
    return 'all'
  },
})

async function readFeed(http: Http, feed: keyof typeof FEEDS): Promise<Observation[]> {
  const listings = new Map<unknown, Observation>()
  for (let offset = 0; ; ) {
    const url = `${FEEDS[feed]}?limit=${PER_PAGE}&offset=${offset}`
    if (offset >= MAX_PAGES * PER_PAGE) throw new UpstreamChanged(url, 'its pages have no end')
    const from = await http.json(url, Page)
    const items = from.data?.items ?? []
    for (const item of items) {
      const row = toRow(feed, item)
      // A listing that moves between two pages is listed twice: the later reading stands.
      listings.set(typeof row.resource === 'string' ? row.resource : Symbol(), { from, row })
    }
    offset += items.length
    const total = from.data?.pagination?.total ?? null
    if (items.length === 0 && total !== null && offset + PER_PAGE < total)
      throw new UpstreamChanged(url, `it ends after ${offset} of ${total} listings`)
    if (items.length === 0 || (total === null ? items.length < PER_PAGE : offset >= total))
      return [...listings.values()]
  }
}

function toRow(feed: string, item: unknown): Record<string, unknown> {
  const accepts = pick(item, 'accepts') ?? []
  return {
    feed,
    resource: pick(item, 'resource'),
    type: pick(item, 'type'),
    x402_version: pick(item, 'x402Version'),
    service_name: pick(item, 'serviceName'),
    // In version 1 the description stands with each way to pay.
    description: pick(item, 'description') ?? pick(accepts, '0', 'description'),
    tags: pick(item, 'tags') ?? [],
    accepts: Array.isArray(accepts) ? accepts.map(toOffer) : accepts,
    last_updated: toTime(pick(item, 'lastUpdated')),
    calls_30d: pick(item, 'quality', 'l30DaysTotalCalls'),
    payers_30d: pick(item, 'quality', 'l30DaysUniquePayers'),
  }
}

/** One way to pay; version 1 says `maxAmountRequired` for what version 2 calls `amount`. */
function toOffer(accept: unknown): Record<string, unknown> {
  return {
    scheme: pick(accept, 'scheme'),
    network: pick(accept, 'network'),
    asset: pick(accept, 'asset'),
    pay_to: pick(accept, 'payTo'),
    amount: toDecimal(pick(accept, 'amount') ?? pick(accept, 'maxAmountRequired')),
  }
}

/** Amounts are decimal strings; a whole number that JSON holds exactly is written as one. */
const toDecimal = (amount: unknown) => (Number.isSafeInteger(amount) ? String(amount) : amount)

/** Unix seconds as ISO 8601; a text stays as it is, and what no date can hold, for the row schema to judge. */
function toTime(time: unknown): unknown {
  const date = new Date(typeof time === 'number' ? time * 1000 : Number.NaN)
  return Number.isNaN(date.getTime()) ? time : date.toISOString()
}
