import { OVER, SPENT } from './payment_row.ts'

/**
 * The fault of a payment. The first seven are the codes of the payment extension of A2A; it has none for the last
 * three: a payload that is invalid or for something else, an answer that is not available, and a service that takes no
 * payment.
 */
export type PaymentFault =
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_SIGNATURE'
  | 'EXPIRED_PAYMENT'
  | 'DUPLICATE_NONCE'
  | 'NETWORK_MISMATCH'
  | 'INVALID_AMOUNT'
  | 'SETTLEMENT_FAILED'
  | 'INVALID_PAYLOAD'
  | 'INVALID_REQUEST'
  | 'PAYMENTS_UNAVAILABLE'

// Facilitators have no common words. These are tried in order: a nonce that was used is no bad signature.
const WORDS: readonly (readonly [RegExp, PaymentFault])[] = [
  [/nonce|already_used|authorization_used/, 'DUPLICATE_NONCE'],
  [/signature/, 'INVALID_SIGNATURE'],
  [/insufficient|balance/, 'INSUFFICIENT_FUNDS'],
  [/expired|valid_before/, 'EXPIRED_PAYMENT'],
  [/network|chain_id/, 'NETWORK_MISMATCH'],
  [/amount|authorization_value/, 'INVALID_AMOUNT'],
]

/** Returns the code for the reason of a refusal, our own or a facilitator's. */
export function findFault(reason: string): PaymentFault {
  if (reason === SPENT) return 'DUPLICATE_NONCE'
  if (reason === OVER) return 'EXPIRED_PAYMENT'
  const words = reason.toLowerCase()
  return WORDS.find(([word]) => word.test(words))?.[1] ?? 'SETTLEMENT_FAILED'
}
