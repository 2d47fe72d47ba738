import { at, listAt, textAt } from '../../kit/json.ts'
import type { Readings } from '../readings.ts'
import type { Recorded, RecordedArchive, RecordedDay } from '../recorded.ts'
import { learn, type Quarantine } from './reading.ts'

/** Reads a day of a discovery feed: listings by key, and their prices by feed and resource. */
export function readListings(
  { listings, askedOn }: Pick<Readings, 'listings' | 'askedOn'>,
  archive: RecordedArchive,
  { source, date, responses }: RecordedDay,
  isRefused: Quarantine,
): void {
  const feed = source.slice('x402_bazaar_'.length)
  const there = new Set<string>()
  const bodies: unknown[] = []
  for (const response of responses.toSorted((a, b) => parseOffset(a) - parseOffset(b))) {
    const body = archive.body(response.sha256)
    bodies.push(body)
    for (const item of listAt(body, 'items')) {
      const resource = textAt(item, 'resource')
      if (resource === null) continue
      const names = [resource, textAt(item, 'type'), readMethod(item)]
      const key = listingKey(feed, names)
      there.add(key)
      const [place, type, method] = names.map((name) => JSON.stringify(name))
      if (isRefused(response, `{"resource":${place},"type":${type},"method":${method},`)) continue
      learn(listings, key, item, response)
      const since = askedOn.get(`${feed} ${resource}`) ?? new Map<string, string>()
      askedOn.set(`${feed} ${resource}`, since)
      for (const { payTo } of offersIn(item)) since.set(payTo, since.get(payTo) ?? date)
    }
  }
  if (!isWhole(bodies, there.size)) return
  for (const [key, reading] of listings)
    if (key.startsWith(`${feed} `) && !there.has(key)) reading.goneOn ??= date
}

/** Feed, resource, type and method, so that keys sort in this order, missing parts last. */
const listingKey = (feed: string, names: (string | null)[]): string =>
  `${feed} ${names.map((name) => name ?? '\u{10ffff}').join('\n')}`

/** The resource that a key names. */
export const resourceIn = (key: string): string => key.slice(key.indexOf(' ') + 1).split('\n')[0] ?? ''

/** The feed and the resource that a key names, with a space between. */
export const askedAt = (key: string): string => key.split('\n')[0] ?? ''

/** The method of the second version, else of the first way to pay that says one. */
const readMethod = (item: unknown): string | null =>
  textAt(item, 'extensions', 'bazaar', 'info', 'input', 'method') ??
  listAt(item, 'accepts')
    .map((accept) => textAt(accept, 'outputSchema', 'input', 'method'))
    .find((method) => method !== null) ??
  null

/** True if the pages hold as many items as the last of them counts, and the list did not change in between. */
function isWhole(bodies: unknown[], distinct: number): boolean {
  const totals = bodies.map((body) => Number(at(body, 'pagination', 'total')))
  const [first = 0, last = 0] = [totals[0], totals.at(-1)]
  const read = bodies.map((body) => listAt(body, 'items').length).reduce((a, b) => a + b, 0)
  return read >= last && (first === last || distinct >= last)
}

const parseOffset = ({ url }: Recorded): number => Number(new URL(url).searchParams.get('offset'))

/**
 * One price: the chain by its CAIP-2 id or as it is spelled, null where none is said; the account that is to be paid,
 * EVM addresses in lower case; and atomic units where they are whole.
 */
export interface Price {
  chain: string | null
  payTo: string
  amount: bigint | null
}

/** A price, and since when it was seen to be asked. */
export interface DatedPrice extends Price {
  since: string
}

const CHAINS: Record<string, string> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  polygon: 'eip155:137',
  avalanche: 'eip155:43114',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

/** The ways to pay in the `accepts` of a listing; those without a chain or a payee are left out. */
export const offersIn = (item: unknown): Price[] => pricesIn(item).filter(({ chain }) => chain !== null)

/** The prices in the `accepts` of a listing or of an answer 402. */
export const pricesIn = (item: unknown): Price[] =>
  listAt(item, 'accepts').flatMap((accept) => {
    const payTo = textAt(accept, 'payTo')
    if (payTo === null) return []
    const amount = String(at(accept, 'amount') ?? at(accept, 'maxAmountRequired'))
    const network = textAt(accept, 'network')
    return [
      {
        chain: network === null ? null : (CHAINS[network.toLowerCase()] ?? network),
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
