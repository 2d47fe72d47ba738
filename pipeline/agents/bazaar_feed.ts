import { z } from 'zod'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { thousands } from '../../core/pages/numbers.ts'
import type { Http, UpstreamAnswer } from '../http/http.ts'
import { describeLeft } from '../source/left_out.ts'
import { findLastRead, isDue, nullIfUpstreamFails } from '../source/schedule.ts'
import type { Coverage, ExpectedRequests, FetchContext, Observation, PlanContext } from '../source/source.ts'
import { LISTING_KEY, toListing } from './bazaar_listing.ts'

/** A discovery feed of the x402 Bazaar. */
interface Feed {
  /** The name of its source. */
  source: string
  /** The name of its rotation counter. */
  turn: string
  address: string
}

// Maximum page size of both feeds. A page can hold the whole schema of each of its listings.
const PER_PAGE = 1000
const LARGE = { timeoutMs: 60_000, maxBytes: 128 * 1024 * 1024 }

const Page = z.looseObject({
  items: z.array(z.unknown()),
  pagination: z.looseObject({ total: z.number().nullish() }).nullish(),
})
type PageAnswer = UpstreamAnswer<z.infer<typeof Page>>

/** The pages read from a feed, up to its end or to the first page without an answer. */
interface Reading {
  listings: Map<unknown, Observation>
  offset: number
  /** As the first page and the last one stated it. */
  totals: { first: number | null; last: number | null }
  isEnded: boolean
}

/**
 * Reads a feed every second day, on days of its own, since it is only available whole. A listing counts as gone when
 * every page was read and none can have moved from one page to another meanwhile.
 */
export async function* readFeed(
  { source, turn, address }: Feed,
  { http, known, day }: FetchContext,
): AsyncGenerator<Observation, Coverage> {
  const before = await known(source)
  if (!isDue(turn, findLastRead(before), day, 2)) return 'changes'
  const reading = await readPages(http, address)
  if (reading.listings.size === 0 && before.some((row) => !row.gone_since))
    throw new UpstreamChanged(address, 'it no longer lists anything')
  yield* reading.listings.values()
  const left_out = describeDeferred(reading)
  return left_out === null ? 'all' : { left_out }
}

/** Null on a day that is not the feed's, else the requests of its last run. */
export async function estimateFeed(
  { source, turn }: Feed,
  context: PlanContext,
): Promise<ExpectedRequests | null> {
  const before = await context.known(source)
  return isDue(turn, findLastRead(before), context.day, 2) ? null : { requests: {}, isEstimate: false }
}

async function readPages(http: Http, address: string): Promise<Reading> {
  const totals = { first: null, last: null }
  const reading: Reading = { listings: new Map(), offset: 0, totals, isEnded: false }
  while (!reading.isEnded) {
    const url = `${address}?limit=${PER_PAGE}&offset=${reading.offset}`
    const request = http.json(url, Page, LARGE)
    const page = await (reading.offset === 0 ? request : nullIfUpstreamFails(request))
    if (page === null) return reading
    addPage(reading, page)
  }
  return reading
}

function addPage(reading: Reading, from: PageAnswer): void {
  const items = from.data?.items ?? []
  for (const item of items) {
    const row = toListing(item)
    // A listing that moves between two pages is listed twice: the later reading counts.
    reading.listings.set(toListingKey(row), { from, row })
  }
  const total = from.data?.pagination?.total ?? null
  if (reading.offset === 0) reading.totals.first = total
  reading.totals.last = total
  reading.offset += items.length
  // A feed may return fewer than requested, so a short page alone does not mean the end.
  reading.isEnded = items.length === 0 || (total !== null && reading.offset >= total)
}

/** The key of a listing, where it has one. */
function toListingKey(row: Record<string, unknown>): unknown {
  const [resource, ...rest] = LISTING_KEY.map((column) => row[column])
  const isNamed =
    typeof resource === 'string' && rest.every((item) => item === null || typeof item === 'string')
  return isNamed ? JSON.stringify([resource, ...rest]) : Symbol()
}

/** Returns the deferred listings in words, or null when there are none. */
function describeDeferred({ listings, offset, totals: { first, last }, isEnded }: Reading): string | null {
  if (last === null) return isEnded ? null : `what follows ${thousands(offset)} listings`
  if (offset < last) return describeLeft(last - offset, last, 'listings')
  // A feed that grew or shrank while it was read has moved listings from page to page.
  const slipped = last - listings.size
  return first !== last && slipped > 0 ? describeLeft(slipped, last, 'listings') : null
}
