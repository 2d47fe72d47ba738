import { getAddress } from 'viem/utils'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import type { PaymentConfig } from '../config.ts'
import type { Terms } from './payment.ts'

const DECIMALS = 6

/** What a call of a paid endpoint costs, and where it is to be paid. The token has six decimals, as USDC has. */
export function termsOf(endpoint: Endpoint, config: PaymentConfig): Terms {
  if (endpoint.price === null) throw new Error(`${endpoint.id} is free: it has no terms`)
  return {
    network: config.network,
    asset: getAddress(config.asset),
    amount: atomicUnits(endpoint.price),
    payTo: getAddress(config.payTo),
    maxTimeoutSeconds: config.maxTimeoutSeconds,
    domain: { name: config.domain.name, version: config.domain.version },
  }
}

/** A price in dollars as a decimal string in the token's smallest unit: `0.05` is `50000`. No float is involved. */
export function atomicUnits(price: string): string {
  const parts = /^(\d+)(?:\.(\d{1,6}))?$/.exec(price)
  if (parts === null)
    throw new Error(`the price "${price}" must be dollars with at most ${DECIMALS} decimals, e.g. 0.05`)
  const [, dollars = '', fraction = ''] = parts
  return BigInt(dollars + fraction.padEnd(DECIMALS, '0')).toString()
}

/** The terms as version 2 of x402 writes a requirement. */
export function requirementOf({ network, asset, amount, payTo, maxTimeoutSeconds, domain }: Terms) {
  return {
    scheme: 'exact',
    network,
    amount,
    asset,
    payTo,
    maxTimeoutSeconds,
    extra: { name: domain.name, version: domain.version },
  }
}
