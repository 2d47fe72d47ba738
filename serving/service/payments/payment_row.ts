import type { AuthorizationQuery } from './payment.ts'

/**
 * reserved: a request checks it and builds the answer. verified: the answer is stored, money may move. settled: money
 * has moved. served: and the answer was returned. refused: no money moved as far as is known; it may be sent again.
 * unknown: money may have moved; the chain must be read.
 */
export type PaymentState = 'reserved' | 'verified' | 'settled' | 'served' | 'refused' | 'unknown'

/** The purchase of a payment; it never changes after the claim. */
export interface PaymentClaim extends AuthorizationQuery {
  /** The endpoint's id. */
  endpoint: string
  /** Method, path and known query parameters, see `canonicalRequest`. */
  request: string
  signature_sha256: string
  /** Unix seconds. */
  valid_before: number
  /** SHA-256 of its payment identifier, or of its first sender's other secret; null without one. */
  proof_sha256: string | null
}

/** One row of the ledger, as the table has it. */
export interface PaymentRow extends PaymentClaim {
  state: PaymentState
  attempt: string
  /** Milliseconds since 1970; afterwards another request may take the payment over. */
  lease_until: number
  /** Null until the answer is stored: before that, money cannot have moved through this service. */
  verified_at: number | null
  /** The answer; read only from rows that are paid, and null when it is dropped. */
  body: string | null
  content_type: string | null
  release_id: string | null
  transaction_hash: string | null
  /** Milliseconds since 1970. */
  settled_at: number | null
  reason: string | null
  created_at: number
}

/** Milliseconds after its settlement for which an answer is returned again. */
export const ANSWER_AGAIN_MS = 10 * 60_000

/** True if money has moved for a row, so that its answer is owed. */
export const isPaid = ({ state }: PaymentRow): boolean => state === 'settled' || state === 'served'

/** True for a row that was refused for good: no money moved for it, and none can any more. */
export const isFinallyRefused = ({ state, verified_at, reason }: PaymentRow): boolean =>
  state === 'refused' && (verified_at === null || reason === SPENT || reason === OVER)

/** Reason of a refused row without a verdict: it is as if it had not been sent. */
export const RELEASED = 'given back: it could not be checked or answered'

/** Reason of a row whose id belongs to another payment: that one's answer is returned instead. */
export const DEFERRED = 'given back: its payment identifier belongs to another payment'

/** Reason of a row for which its payer has no room. */
export const FULL = 'given back: too many payments of its payer are open'

/** Reason of a row refused after its answer was stored. */
export const SPENT = 'its authorization was used or cancelled elsewhere'
export const OVER = 'its time was over before it was settled'
