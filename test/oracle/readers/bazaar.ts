import { at, listAt, textAt } from '../../kit/json.ts'
import type { Readings } from '../readings.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, type Quarantine } from './reading.ts'

/** Reads a day of the discovery feeds, each of which is complete: listings by feed and resource with a space between. */
export function readListings(
  { listings, askedOn }: Pick<Readings, 'listings' | 'askedOn'>,
  archive: RecordedArchive,
  day: RecordedDay,
  isRefused: Quarantine,
): void {
  for (const [feed, host] of Object.entries(FEEDS)) {
    const pages = day.responses.filter(({ url }) => new URL(url).hostname === host)
    if (pages.length === 0) continue
    const there = new Set<string>()
    for (const response of pages.sort((a, b) => offsetOf(a) - offsetOf(b)))
      for (const item of listAt(archive.body(response.sha256), 'items')) {
        const resource = textAt(item, 'resource')
        if (resource === null) continue
        const key = `${feed} ${resource}`
        there.add(key)
        const start = `{"feed":"${feed}","resource":${JSON.stringify(resource)},`
        if (isRefused(response, start)) continue
        learn(listings, key, item, response)
        const since = askedOn.get(key) ?? new Map<string, string>()
        askedOn.set(key, since)
        for (const { payTo } of offersIn(item)) since.set(payTo, since.get(payTo) ?? day.date)
      }
    const missing = [...listings].filter(([key]) => key.startsWith(`${feed} `) && !there.has(key))
    // The last page is where those that are missing are not.
    for (const [key, reading] of missing)
      if (reading.goneOn === null)
        listings.set(key, { ...reading, response: pages.at(-1) as Recorded, goneOn: day.date })
  }
}

const FEEDS = { cdp: 'api.cdp.coinbase.com', payai: 'facilitator.payai.network' }

const offsetOf = ({ url }: Recorded): number => Number(new URL(url).searchParams.get('offset'))

/** One price: the account that is to be paid, EVM addresses in lower case, and atomic units where they are whole. */
export interface Price {
  payTo: string
  amount: bigint | null
}

/** A price, and since when it was seen to be asked. */
export interface Asked extends Price {
  since: string
}

/** One way to pay: a price on a chain by its CAIP-2 id. */
export interface Offer extends Price {
  chain: string
}

const CHAINS: Record<string, string> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  polygon: 'eip155:137',
  avalanche: 'eip155:43114',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** The ways to pay in the `accepts` of a listing; those without a chain or a payee are left out. */
export const offersIn = (item: unknown): Offer[] =>
  listAt(item, 'accepts').flatMap((accept) => {
    const network = textAt(accept, 'network')
    const chain = network === null ? null : (CHAINS[network.toLowerCase()] ?? network)
    return chain === null ? [] : pricesIn({ accepts: [accept] }).map((price) => ({ ...price, chain }))
  })

/** The prices in the `accepts` of a listing or of an answer 402. */
export const pricesIn = (item: unknown): Price[] =>
  listAt(item, 'accepts').flatMap((accept) => {
    const payTo = textAt(accept, 'payTo')
    if (payTo === null) return []
    const amount = String(at(accept, 'amount') ?? at(accept, 'maxAmountRequired'))
    return [
      {
        payTo: payTo.toLowerCase().startsWith('0x') ? payTo.toLowerCase() : payTo,
        amount: /^\d+$/.test(amount) ? BigInt(amount) : null,
      },
    ]
  })

/** The host of a resource that is sold over https, in lower case, or null. */
export function sellingHost(resource: string): string | null {
  const [, host] = /^https:\/\/([^/:?#]+)(?::443)?(?:[/?#]|$)/.exec(resource) ?? []
  return host?.toLowerCase() ?? null
}
