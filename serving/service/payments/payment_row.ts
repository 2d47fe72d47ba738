import type { Sought } from './payment.ts'

/**
 * reserved: somebody checks it and makes the answer. verified: the answer is kept, money may move. settled: money has
 * moved. served: and the answer was given. refused: no money moved as far as is known; it may be sent again. unknown:
 * money may have moved; the chain has to be asked.
 */
export type PaymentState = 'reserved' | 'verified' | 'settled' | 'served' | 'refused' | 'unknown'

/** What a payment is for; it never changes after the claim. */
export interface Claim extends Sought {
  /** The endpoint's id. */
  endpoint: string
  /** Method, path and known query parameters, see `requestOf`. */
  request: string
  signature_sha256: string
  /** Unix seconds. */
  valid_before: number
  /** SHA-256 of its payment identifier, or of what else its first sender showed; null where there was nothing. */
  proof_sha256: string | null
}

/** One row of the ledger, as the table has it. */
export interface PaymentRow extends Claim {
  state: PaymentState
  attempt: string
  /** Milliseconds; whoever comes later may take the payment over. */
  lease_until: number
  /** Null until the answer is kept: before that, money cannot have moved through this service. */
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

/** For how long after its settlement an answer that was given is given again. */
export const ANSWER_AGAIN_MS = 10 * 60_000

/** Whether money has moved for a row, so that its answer is owed. */
export const isPaid = ({ state }: PaymentRow): boolean => state === 'settled' || state === 'served'

/** True for a row that was refused for good: no money moved for it, and none can any more. */
export const isOver = ({ state, verified_at, reason }: PaymentRow): boolean =>
  state === 'refused' && (verified_at === null || reason === SPENT || reason === OVER)

/** Why a row is refused that nobody came to a verdict on: it is as if it had not been sent. */
export const GIVEN_BACK = 'given back: it could not be checked or answered'

/** Reason of a row whose id belongs to another payment: the answer of that is given in its place. */
export const DEFERRED = 'given back: its payment identifier belongs to another payment'

/** Reason of a row for which its payer has no room. */
export const FULL = 'given back: too many payments of its payer are open'

/** Why a row is refused whose answer was kept. */
export const SPENT = 'its authorization was used or cancelled elsewhere'
export const OVER = 'its time was over before it was settled'
