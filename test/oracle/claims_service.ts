import { type Claimed, claimedAs } from './claims.ts'
import { copiesIn } from './copies.ts'
import { paymentRequests } from './credit.ts'
import { hostsNamedIn, isShared } from './hosts_named.ts'
import { offersIn, resourceIn, sellingHost } from './readers/bazaar.ts'
import type { Reading } from './readers/reading.ts'
import type { Readings } from './readings.ts'

/** A listing in the Bazaar and its `feed resource`. */
export interface Sold {
  key: string
  listing: Reading
}

/** The listings of each host that sells, or sold once. */
export function sellers({ listings }: Pick<Readings, 'listings'>): Map<string, Sold[]> {
  const byHost = new Map<string, Sold[]>()
  for (const [key, listing] of listings) {
    const host = sellingHost(resourceIn(key))
    if (host !== null && !isShared(host)) byHost.set(host, [...(byHost.get(host) ?? []), { key, listing }])
  }
  return byHost
}

/** Returns the claims of service records: registrations, hosts that sell, and hosts that serve a card. */
export function serviceClaims(readings: Readings): Claimed[] {
  const hostsNamed = hostsNamedIn(readings)
  const copies = copiesIn(readings)
  const registered = [...readings.registrations.values()].map((registration) => {
    const hosts = [...hostsNamed(registration)]
    const proven = hosts
      .filter(([, { isOnly, isPaid }]) => isOnly || isPaid)
      .map(([host]) => `origin:https://${host}`)
    const accounts = [registration.owner, registration.signer].filter((account) => account !== '')
    const wallets = accounts.map((account) => `wallet:${registration.chain}/${account}`)
    const weak = [...wallets, ...hosts.map(([host]) => `domain:${host}`)]
    return {
      record: `erc8004_identity:${registration.agent}`,
      isThere: !copies.has(registration.agent),
      claims: claimedAs([`erc8004:${registration.agent}`, ...proven], weak),
    }
  })
  const walletKey = (host: string, chain: string | null, payTo: string) => `${host} ${chain} ${payTo}`
  const believed = paymentRequests(readings).filter(({ isConfirmed }) => isConfirmed)
  const confirmed = new Set(believed.map(({ host, chain, operator }) => walletKey(host, chain, operator)))
  const asking = new Set(readings.probes.filter(({ quotes }) => quotes.length > 0).map(({ host }) => host))
  const listedFirst = new Set(believed.map(({ host, resource }) => `${host} ${resource}`))
  const selling = [...sellers(readings)].map(([host, listed]) => {
    const there = listed.filter(({ listing }) => listing.goneOn === null)
    const paid = there.flatMap(({ listing }) => offersIn(listing.item))
    const own = paid.filter(({ chain, payTo }) => confirmed.has(walletKey(host, chain, payTo)))
    const isItsOwn =
      asking.has(host) || there.some(({ key }) => listedFirst.has(`${host} ${resourceIn(key)}`))
    const wallets = own.map(({ chain, payTo }) => `wallet:${chain}/${payTo}`)
    return {
      record: `x402_bazaar:${host}`,
      isThere: there.length > 0,
      // Anyone can list any host, so it is merged with others only if it requests payment itself, or if the feed had
      // this resource when it was first read.
      claims: claimedAs(isItsOwn && there.length > 0 ? [`origin:https://${host}`] : [], [
        `domain:${host}`,
        ...wallets,
      ]),
    }
  })
  const serving = readings.cards
    .filter(({ isServed }) => isServed)
    .map(({ host }) => ({
      record: `a2a_cards:${host}`,
      isThere: true,
      claims: claimedAs([`origin:https://${host}`], [`domain:${host}`]),
    }))
  return [...registered, ...selling, ...serving]
}
