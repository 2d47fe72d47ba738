import { estimateFeed, readFeed } from '../agents/bazaar_feed.ts'
import { LISTING_KEY, listingRow } from '../agents/bazaar_listing.ts'
import { defineSource } from '../source/define_source.ts'

const FEED = {
  source: 'x402_bazaar_payai',
  turn: 'payai',
  address: 'https://facilitator.payai.network/discovery/resources',
}

/** Paid x402 resources in PayAI's feed: 1,000 listings to a request, complete every second day. */
export default defineSource({
  name: FEED.source,
  title: 'Paid x402 resources, from the PayAI discovery feed',
  docs: 'https://docs.payai.network/x402/facilitators/bazaar',
  license: 'Public API; descriptions belong to their sellers',
  republished: 'figures',
  attribution: 'x402 Bazaar of PayAI; texts belong to their sellers',
  key: LISTING_KEY,
  // Of 1,000 listings each: several times the present size, since it grows.
  budget: 200,
  firstDay: { 'facilitator.payai.network': 28 },
  minutes: 8,
  row: listingRow,
  plan: (context) => estimateFeed(FEED, context),
  fetch: (context) => readFeed(FEED, context),
})
