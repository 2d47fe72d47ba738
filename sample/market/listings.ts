import type { Hex } from 'viem'
import { type SampleSite, SITES } from '../agents/sites.ts'
import { wallet } from '../chain/hex.ts'
import { findAddress, OPERATORS, type SampleOperator } from '../chain/operators.ts'
import { NEVER } from '../days.ts'
import { hash32 } from '../prng.ts'

export type Feed = 'cdp' | 'payai'

/** A resource sold by the call, in the form of the feeds. */
export interface SampleListing {
  site: SampleSite
  operator: SampleOperator
  /** `https://tide-desk.sample.example/api/tides` */
  resource: string
  noun: string
  type: 'http' | 'mcp'
  method: 'GET' | 'POST'
  version: 1 | 2
  network: 'base' | 'base-sepolia' | 'solana'
  /** True if a second network is offered too. */
  isTwofold: boolean
  feeds: Feed[]
  /** True if addresses are in lower case, and not with capitals as a checksum. */
  isLower: boolean
  /** True if the first feed writes times as seconds; the second one then does not. */
  isUnix: boolean
  /** The first and the end day index of its listing. */
  from: number
  until: number
  /** The answer to an unpaid request. */
  unpaid: 'quote' | 'free' | 'gone'
}

const NOUNS = ['today', 'tomorrow', 'forecast', 'archive']
/** Days that a listing outlives the last sale. */
const AFTER_LAST_SALE = 5
/** Listings that start late or end early, and answers that are no quote, by index. */
const FROM: Record<number, number> = { 3: 4, 8: 17 }
const UNTIL: Record<number, number> = { 5: 21, 17: 9 }
const NETWORKS: Record<number, SampleListing['network']> = { 9: 'base-sepolia', 26: 'solana' }
const UNPAID: Record<number, SampleListing['unpaid']> = { 6: 'free', 10: 'gone', 20: 'gone' }
/** The listing on which the two feeds name different wallets. */
const DISPUTED = 1

/** All listings ever. */
export const LISTINGS: SampleListing[] = SITES.flatMap((site) =>
  Array.from({ length: site.offers }, (_, nth) => ({ site, nth })),
).map(({ site, nth }, index) => createListing(site, nth, index))

function createListing(site: SampleSite, nth: number, index: number): SampleListing {
  const operator = OPERATORS.find(({ name }) => name === site.operator) as SampleOperator
  const noun = `${site.slug.split('-')[0]}-${NOUNS[nth]}`
  const type = index % 11 === 7 ? 'mcp' : 'http'
  return {
    ...{
      site,
      operator,
      noun,
      type,
      resource: `https://${site.host}/${type === 'mcp' ? 'mcp' : 'api'}/${noun}`,
    },
    method: index % 9 === 4 ? 'POST' : 'GET',
    version: index % 2 === 0 ? 2 : 1,
    network: NETWORKS[index] ?? 'base',
    isTwofold: index % 8 === 2,
    feeds: index === DISPUTED || index % 3 === 0 ? ['cdp', 'payai'] : index % 5 === 4 ? ['payai'] : ['cdp'],
    isLower: index % 4 === 3,
    isUnix: index % 3 === 1,
    from: FROM[index] ?? operator.from,
    until: UNTIL[index] ?? (operator.until === NEVER ? NEVER : operator.until + AFTER_LAST_SALE),
    unpaid: UNPAID[index] ?? 'quote',
  }
}

/** Returns the listings of a feed on a day, in an order of its own. */
export const selectListings = (feed: Feed, day: number): SampleListing[] =>
  LISTINGS.filter(({ feeds, from, until }) => feeds.includes(feed) && from <= day && day < until).sort(
    (a, b) => hash32(feed + a.resource) - hash32(feed + b.resource),
  )

/** Returns the payee of a listing, by a feed or the seller itself (null). */
export const getPayee = (listing: SampleListing, feed: Feed | null): Hex =>
  feed === 'payai' && listing === LISTINGS[DISPUTED]
    ? wallet('another purse')
    : findAddress(listing.operator.name)
