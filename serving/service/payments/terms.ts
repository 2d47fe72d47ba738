import type { Endpoint } from '../../../core/interface/endpoint.ts'
import type { PaymentConfig } from '../config.ts'
import type { Terms } from './payment.ts'
import type { PaymentRow } from './payment_row.ts'
import type { PaymentScheme } from './schemes/scheme.ts'

const DECIMALS = 6

/** Returns the price of a paid endpoint, and the account to pay. The token has six decimals, as USDC has. */
export function computeTerms(endpoint: Endpoint, config: PaymentConfig): Terms {
  if (endpoint.price === null) throw new Error(`${endpoint.id} is free: it has no terms`)
  const { scheme, network, asset, payTo, maxTimeoutSeconds, extra } = config
  return {
    scheme: scheme.name,
    network,
    amount: atomicUnits(endpoint.price),
    ...{ asset, payTo, maxTimeoutSeconds, extra },
  }
}

/** Returns the terms that a row was claimed under: prices and addresses may have changed since. */
export function rowTerms(row: PaymentRow, today: Terms, { spell }: PaymentScheme): Terms {
  const { network, amount } = row
  // Rows have addresses in the spelling of the scheme, current ones are as published.
  const published = (address: string, now: string) => (address === spell(now) ? now : address)
  return {
    ...today,
    ...{ network, amount },
    asset: published(row.asset, today.asset),
    payTo: published(row.pay_to, today.payTo),
  }
}

/** Returns a price in dollars in the token's smallest unit, both decimal strings: `0.05` is `50000`. No floats. */
export function atomicUnits(price: string): string {
  const parts = /^(\d+)(?:\.(\d{1,6}))?$/.exec(price)
  if (parts === null)
    throw new Error(`the price "${price}" must be dollars with at most ${DECIMALS} decimals, e.g. 0.05`)
  const [, dollars = '', fraction = ''] = parts
  return BigInt(dollars + fraction.padEnd(DECIMALS, '0')).toString()
}
