import { estimateFeed, readFeed } from '../agents/bazaar_feed.ts'
import { LISTING_KEY, listingRow } from '../agents/bazaar_listing.ts'
import { defineSource } from '../source/define_source.ts'

const FEED = {
  source: 'x402_bazaar_cdp',
  turn: 'cdp',
  address: 'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources',
}

/** Paid x402 resources in Coinbase's feed: 1,000 listings to a request, complete every second day. */
export default defineSource({
  name: FEED.source,
  title: 'Paid x402 resources, from the Coinbase discovery feed',
  docs: 'https://docs.cdp.coinbase.com/x402/bazaar',
  license: 'Public API; descriptions belong to their sellers',
  republished: 'figures',
  attribution: 'x402 Bazaar of Coinbase; texts belong to their sellers',
  key: LISTING_KEY,
  // Of 1,000 listings each: several times the present size, since it grows.
  budget: 200,
  firstDay: { 'api.cdp.coinbase.com': 16 },
  minutes: 8,
  row: listingRow,
  plan: (context) => estimateFeed(FEED, context),
  fetch: (context) => readFeed(FEED, context),
})
