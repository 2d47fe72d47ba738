import { sellers } from './claims_service.ts'
import { askedAt, offersIn, resourceIn } from './readers/bazaar.ts'
import type { Readings } from './readings.ts'
import { DAY, formatDate } from './wash.ts'

/** The readings that show requests for payment, and payments. */
export type Market = Pick<Readings, 'listings' | 'askedOn' | 'probes' | 'moved'>

/** That a host asks for payment to an address on a chain, for which resource, and since which date. */
interface PaymentRequest {
  chain: string | null
  operator: string
  host: string
  resource: string
  since: string
  /** True if its own answer 402 says so. */
  isOwn: boolean
  /** It is, or was listed when its feed was first read. */
  isConfirmed: boolean
}

/** An agent whose hosts ask for payment to one address of a chain. */
interface Claimant {
  handle: string
  since: string
  resources: number
  isOwn: boolean
  isConfirmed: boolean
}

/** An account of a chain: the same address may be somebody else's on another. */
export const accountOn = (chain: string, address: string): string => `${chain} ${address}`

/**
 * The agents that each account is credited to, by `accountOn`: of those whose hosts request payment to it on its chain
 * the one that it signed for, then the one that was first seen to do so, then one whose own answer does, then the one
 * with more resources, then the smaller handle; an agent that first requested it when it had been paid there for more
 * than a day is not credited. Own answers that began on one day share it, unless it signed for somebody.
 */
export function creditedOperators(
  readings: Market,
  findAgents: (host: string) => string[],
  signedFor: (operator: string) => Set<string>,
): Map<string, string[]> {
  const asked = paymentRequests(readings)
  const dawn = asked.map(({ since }) => since).reduce((a, b) => (a < b ? a : b), '9999')
  const firstPaid = new Map<string, number>()
  for (const { chain, to, time } of readings.moved.payments) {
    const account = accountOn(chain, to)
    firstPaid.set(account, Math.min(time, firstPaid.get(account) ?? Number.POSITIVE_INFINITY))
  }
  const placed = asked.flatMap((asking) =>
    asking.chain === null ? [] : { ...asking, account: accountOn(asking.chain, asking.operator) },
  )
  const credited = [...Map.groupBy(placed, ({ account }) => account)].flatMap(
    ([account, all]): [string, string[]][] => {
      const paid = firstPaid.get(account)
      const isInTime = ({ since }: Claimant): boolean =>
        paid === undefined || since === dawn || since <= formatDate(paid + DAY)
      const signed = signedFor(all[0]?.operator ?? '')
      const isConfirmed = (claimant: Claimant) => claimant.isConfirmed || signed.has(claimant.handle)
      const inTime = claimants(all, findAgents).filter(isConfirmed).filter(isInTime).sort(byClaim)
      const signer = inTime.find(({ handle }) => signed.has(handle))
      const best = signer ?? inTime[0]
      if (best === undefined) return []
      const sharers = inTime.filter(
        (claimant) => claimant.isOwn && best.isOwn && claimant.since === best.since,
      )
      return [[account, signer || sharers.length === 0 ? [best.handle] : sharers.map(({ handle }) => handle)]]
    },
  )
  return new Map(credited)
}

function claimants(asked: PaymentRequest[], findAgents: (host: string) => string[]): Claimant[] {
  const all = asked.flatMap((asking) => findAgents(asking.host).map((handle) => ({ ...asking, handle })))
  return [...Map.groupBy(all, ({ handle }) => handle)].map(([handle, own]) => ({
    handle,
    since: own.map(({ since }) => since).reduce((a, b) => (a < b ? a : b)),
    resources: new Set(own.map(({ resource }) => resource)).size,
    isOwn: own.some(({ isOwn }) => isOwn),
    isConfirmed: own.some(({ isConfirmed }) => isConfirmed),
  }))
}

const byClaim = (a: Claimant, b: Claimant): number =>
  (a.since < b.since ? -1 : Number(a.since > b.since)) ||
  Number(b.isOwn) - Number(a.isOwn) ||
  b.resources - a.resources ||
  (a.handle < b.handle ? -1 : 1)

/**
 * Returns the payment requests by host and `payTo`: from its own answers 402, or from the Bazaar if it never gave one.
 */
export function paymentRequests(readings: Pick<Market, 'listings' | 'askedOn' | 'probes'>): PaymentRequest[] {
  const offered = [...sellers(readings)].flatMap(([host, all]) =>
    all.flatMap(({ key, listing }) =>
      offersIn(listing.item).map(({ chain, payTo }) => ({
        ...{ chain, operator: payTo, host, resource: resourceIn(key), isOwn: false },
        feed: key.slice(0, key.indexOf(' ')),
        since: readings.askedOn.get(askedAt(key))?.get(payTo) ?? listing.firstOn,
      })),
    ),
  )
  const begun = new Map<string, string>()
  for (const { feed, since } of offered) if (since < (begun.get(feed) ?? '9999')) begun.set(feed, since)
  const listed = offered.map(({ feed, ...offer }) => ({
    ...offer,
    isConfirmed: offer.since === begun.get(feed),
  }))
  // A quote that the Bazaar had before us is as old as it was there.
  const quoted = readings.probes.flatMap(({ url, host, quotes }) =>
    quotes.map(({ chain, payTo, since }) => {
      const before = listed.filter((offer) => offer.host === host && offer.operator === payTo)
      return {
        ...{ chain, operator: payTo, host, resource: url, isOwn: true, isConfirmed: true },
        since: [since, ...before.map((offer) => offer.since)].sort()[0] ?? since,
      }
    }),
  )
  const answering = new Set(quoted.map(({ host }) => host))
  return [...quoted, ...listed.filter(({ host }) => !answering.has(host))]
}
