import { type HostHandler, jsonResponse } from '../answers.ts'
import { toTime } from '../days.ts'
import { hash32 } from '../prng.ts'
import { type Feed, type SampleListing, selectListings } from './listings.ts'
import { listOffers } from './offers.ts'

const MAX = 1000

/** The feed of the first facilitator. */
export const cdpHost: HostHandler = ({ day, url }) =>
  url.pathname === '/platform/v2/x402/discovery/resources'
    ? list('cdp', day, url.searchParams, 100)
    : jsonResponse({ errorType: 'not_found', errorMessage: 'The requested resource was not found.' }, 404)

/** The feed of the second facilitator, without descriptions and figures. */
export const payaiHost: HostHandler = ({ day, url }) =>
  url.pathname === '/discovery/resources'
    ? list('payai', day, url.searchParams, 20)
    : jsonResponse({ error: 'Not found' }, 404)

function list(feed: Feed, day: number, query: URLSearchParams, usual: number): Response {
  const [limit, offset] = [Number(query.get('limit') ?? usual), Number(query.get('offset') ?? 0)]
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX)
    return refusal(`limit must be between 1 and ${MAX}`)
  if (!Number.isInteger(offset) || offset < 0) return refusal('offset must be a non-negative integer')
  const type = query.get('type')
  const found = selectListings(feed, day).filter((listing) => type === null || listing.type === type)
  return jsonResponse({
    items: found.slice(offset, offset + limit).map((listing) => item(listing, feed, day)),
    pagination: { limit, offset, total: found.length },
    x402Version: 2,
  })
}

const refusal = (errorMessage: string): Response =>
  jsonResponse({ errorType: 'invalid_request', errorMessage, correlationId: 'sample' }, 400)

function item(listing: SampleListing, feed: Feed, day: number): object {
  const { site, noun, resource, type, version, isUnix } = listing
  const updated = updatedAt(listing, day)
  const isSeconds = isUnix === (feed === 'cdp')
  return {
    ...{ resource, type, x402Version: version, accepts: listOffers(listing, feed) },
    lastUpdated: isSeconds ? Date.parse(updated) / 1000 : updated,
    metadata: version === 1 ? {} : { category: 'Sample', provider: site.name },
    ...(feed === 'cdp' ? describeListing(listing, day) : {}),
    ...(version === 2
      ? { extensions: { bazaar: { info: { input: { type, method: listing.method } } } } }
      : {}),
    ...(feed === 'cdp' ? { serviceName: site.name, tags: ['sample', noun] } : {}),
  }
}

/** Every few days, and not after the last sale. */
function updatedAt({ resource, operator }: SampleListing, day: number): string {
  const latest = Math.min(day, operator.until - 1)
  return toTime(latest - ((latest + hash32(resource)) % 3) + (hash32(resource) % 1000) / 1001)
}

/** The facilitator's figures; omitted where it has none yet. */
function describeListing({ site, noun, resource, operator, isTwofold }: SampleListing, day: number): object {
  const calls = Math.floor((operator.perDay * Math.min(30, day + 20)) / (1 + (hash32(resource) % 3)))
  const quality = {
    l30DaysTotalCalls: calls,
    l30DaysUniquePayers: Math.min(calls, operator.customers),
    lastCalledAt: toTime(Math.min(day, operator.until - 1) + 0.9),
  }
  const description = `Sample: ${noun}, by the call, from ${site.host}.`
  return { description, ...(isTwofold ? {} : { quality }) }
}
