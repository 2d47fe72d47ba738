import type { SampleSite } from '../agents/sites.ts'
import { type HostRequest, jsonResponse } from '../answers.ts'
import { LISTINGS, type SampleListing } from './listings.ts'
import { listOffers } from './offers.ts'

/** Returns the answer of a site to an unpaid call; null where it sells nothing. */
export function createQuote(
  { day, request, url: { pathname } }: HostRequest,
  site: SampleSite,
): Response | null {
  const listing = LISTINGS.find((listing) => listing.resource === `https://${site.host}${pathname}`)
  if (!listing || listing.unpaid === 'gone' || day < listing.from) return null
  if (listing.type === 'mcp' || (listing.method === 'POST' && request.method !== 'POST'))
    return jsonResponse({ error: 'Sample: ask with POST' }, 405, { allow: 'POST' })
  if (listing.unpaid === 'free') return jsonResponse({ sample: listing.noun })
  return listing.version === 1 ? oldQuote(listing) : newQuote(listing)
}

const oldQuote = (listing: SampleListing): Response =>
  jsonResponse(
    { x402Version: 1, error: 'X-PAYMENT header is required', accepts: listOffers(listing, null) },
    402,
  )

function newQuote(listing: SampleListing): Response {
  const quote = {
    x402Version: 2,
    error: 'Payment required',
    resource: { url: listing.resource, description: `Sample: ${listing.noun}`, mimeType: 'application/json' },
    accepts: listOffers(listing, null),
  }
  const header = Buffer.from(JSON.stringify(quote)).toString('base64')
  return jsonResponse({}, 402, { 'payment-required': header })
}
