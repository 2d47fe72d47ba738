import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import type { Http } from '../http/http.ts'
import { pick } from '../pick.ts'
import { isDue, lastRead } from '../schedule.ts'
import { defineSource, type Known, type Observation } from '../source.ts'

const FEEDS = {
  cdp: 'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources',
  payai: 'https://facilitator.payai.network/discovery/resources',
}
type Feed = keyof typeof FEEDS
const PER_PAGE = 100
const MAX_PAGES = 300

const Page = z.looseObject({
  items: z.array(z.unknown()),
  pagination: z.looseObject({ total: z.number().nullish() }).nullish(),
})

const text = (length: number) => z.string().max(length).nullable()
const count = z.int().min(0).nullable()

/**
 * What is for sale over x402, as both discovery feeds list it: 100 listings to a request. A feed is only to be had
 * whole, so each is read every second day, on days of their own; what a feed no longer has is yielded once more, as
 * not listed. Both know version 1 and 2 of the protocol.
 */
export default defineSource({
  name: 'x402_bazaar',
  title: 'Paid x402 resources, from the Coinbase and PayAI discovery feeds',
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
    is_listed: z.boolean(),
  }),
  async *fetch({ http, known, day }) {
    const before = await known('x402_bazaar')
    for (const feed of ['cdp', 'payai'] as const) {
      const own = before.filter((row) => row.feed === feed)
      if (isDue(feed, lastRead(own), day, 2)) yield* readFeed(http, feed, own)
    }
    return 'changes'
  },
})

async function* readFeed(http: Http, feed: Feed, own: Known[]): AsyncGenerator<Observation> {
  const { listings, from } = await readPages(http, feed)
  const listed = own.filter((row) => row.is_listed)
  if (listings.size === 0 && listed.length > 0)
    throw new UpstreamChanged(FEEDS[feed], 'it no longer lists anything')
  yield* listings.values()
  for (const row of listed.filter((one) => !listings.has(one.resource)))
    yield { from, row: { ...pickFields(row), is_listed: false } }
}

/** All listings by resource, and the last page: it is where those that are missing are not. */
async function readPages(http: Http, feed: Feed) {
  const listings = new Map<unknown, Observation>()
  for (let offset = 0; ; ) {
    const url = `${FEEDS[feed]}?limit=${PER_PAGE}&offset=${offset}`
    if (offset >= MAX_PAGES * PER_PAGE) throw new UpstreamChanged(url, 'its pages never end')
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
      return { listings, from }
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
    is_listed: true,
  }
}

/** The fields of a row, without where it was read. */
function pickFields(row: Known): Record<string, unknown> {
  const { observed_on, observed_at, source_url, response_sha256, first_seen_on, gone_since, ...fields } = row
  return fields
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
