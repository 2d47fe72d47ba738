import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'
import { letters } from '../chain/hex.ts'
import { SAMPLE_USDC } from '../chain/logs.ts'
import { type Feed, getPayee, type SampleListing } from './listings.ts'

type Network = SampleListing['network']

const CAIP: Record<Network, string> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}
const ASSETS: Record<Network, string> = {
  base: SAMPLE_USDC,
  'base-sepolia': '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v',
}
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Returns the payment options of a listing, in the form of its version; `feed` is null for the seller's own. */
export function listOffers(listing: SampleListing, feed: Feed | null): object[] {
  const { network, isTwofold } = listing
  const second: Network = network === 'solana' ? 'base' : 'solana'
  return [network, ...(isTwofold ? [second] : [])].map((item) => offer(listing, feed, item))
}

function offer(listing: SampleListing, feed: Feed | null, network: Network): object {
  const { operator, version, noun, resource, method, site, isLower } = listing
  const amount = String(operator.price)
  const written = (address: string): string =>
    network === 'solana' || isLower ? address : getAddress(address as Hex)
  const common = {
    scheme: 'exact',
    asset: written(ASSETS[network]),
    payTo:
      network === 'solana'
        ? letters(`solana ${operator.name}`, BASE58, 44)
        : written(getPayee(listing, feed)),
    extra: { name: network === 'base' ? 'USD Coin' : 'USDC', version: '2' },
  }
  if (version === 2) return { ...common, amount, network: CAIP[network], maxTimeoutSeconds: 300 }
  return {
    ...{ ...common, network, resource, maxAmountRequired: amount, maxTimeoutSeconds: 60 },
    ...{ description: `${site.name}: ${noun}`, mimeType: 'application/json' },
    outputSchema: { input: { method, type: 'http' }, output: null },
  }
}
