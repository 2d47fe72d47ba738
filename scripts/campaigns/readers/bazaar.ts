import { listAt, textAt } from '../json.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, type Quarantine, type Reading } from './reading.ts'

/** Reads a day of the discovery feeds, each of which is complete: listings by feed and resource with a space between. */
export function readListings(
  listings: Map<string, Reading>,
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
        if (!isRefused(response, start)) learn(listings, key, item, response)
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

/** One way to pay: a chain by its CAIP-2 id, and who is paid; EVM addresses in lower case. */
export interface Offer {
  chain: string
  payTo: string
}

const CHAINS: Record<string, string> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  polygon: 'eip155:137',
  avalanche: 'eip155:43114',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** The ways to pay in the `accepts` of a listing or of an answer 402; those without a chain or a payee are left out. */
export const offersIn = (item: unknown): Offer[] =>
  listAt(item, 'accepts').flatMap((accept) => {
    const [network, payTo] = [textAt(accept, 'network'), textAt(accept, 'payTo')]
    if (network === null || payTo === null) return []
    const isEvm = payTo.toLowerCase().startsWith('0x')
    return [{ chain: CHAINS[network.toLowerCase()] ?? network, payTo: isEvm ? payTo.toLowerCase() : payTo }]
  })

/** The host of a resource that is sold over https, in lower case, or null. */
export function sellingHost(resource: string): string | null {
  const [, host] = /^https:\/\/([^/:?#]+)(?::443)?(?:[/?#]|$)/.exec(resource) ?? []
  return host?.toLowerCase() ?? null
}
