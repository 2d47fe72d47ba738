import type { Chain, Payment, Terms } from './payment.ts'
import type { PaymentRow } from './payment_row.ts'

/** What the chain makes of a row: `over` when its authorization can never be used any more, `open` when it still can. */
export type Finding =
  | { state: 'paid'; transaction: string }
  | { state: 'spent' | 'over' | 'open' }
  | { state: 'unreadable'; error: unknown }

/** What all prices have in common. */
export type TokenTerms = Omit<Terms, 'network' | 'amount'>

/** Asks the chain about a row whose answer is kept. A chain that cannot be read is a finding too; nothing is thrown. */
export async function findOnChain(chain: Chain, row: PaymentRow, today: TokenTerms): Promise<Finding> {
  try {
    const found = await chain.authorization(paymentOf(row), termsOfRow(row, today))
    if (found.state !== 'unused') return found
    return { state: found.at >= row.valid_before ? 'over' : 'open' }
  } catch (error) {
    return { state: 'unreadable', error }
  }
}

/** The terms that a row was claimed under: prices and addresses may have changed since. */
export function termsOfRow({ network, asset, amount, pay_to }: PaymentRow, today: TokenTerms): Terms {
  const { domain, maxTimeoutSeconds } = today
  return {
    network,
    asset: checksummed(asset, today.asset),
    amount,
    payTo: checksummed(pay_to, today.payTo),
    maxTimeoutSeconds,
    domain,
  }
}

/** Rows have their addresses in lower case; those of today have checksums. */
const checksummed = (address: string, today: string): string =>
  address === today.toLowerCase() ? today : address

/** The authorization of a row. The ledger keeps no signature, and the chain is asked without one. */
function paymentOf(row: PaymentRow): Payment {
  return {
    version: 2,
    network: row.network,
    accepted: { asset: row.asset, amount: row.amount, payTo: row.pay_to },
    authorization: {
      from: row.payer,
      to: row.pay_to,
      value: row.amount,
      validAfter: String(row.valid_after),
      validBefore: String(row.valid_before),
      nonce: row.nonce,
    },
    signature: '0x',
    identifier: null,
  }
}
