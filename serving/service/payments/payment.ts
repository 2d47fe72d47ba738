/** What a payment has to be, from the table of prices and the configuration. Addresses are checksummed. */
export interface Terms {
  /** CAIP-2, e.g. `eip155:8453`. */
  network: string
  /** The token's contract. */
  asset: string
  /** Atomic units as a decimal string. */
  amount: string
  payTo: string
  maxTimeoutSeconds: number
  /** The EIP-712 domain of the token. */
  domain: { name: string; version: string }
}

/** An EIP-3009 authorization as it was sent, in either version of x402, checked for its shape alone. */
export interface Payment {
  /** The version that the client speaks: receipts are given in it. */
  version: 1 | 2
  /** As the client named it, translated to CAIP-2. */
  network: string
  /** `null` where a client of version 1 does not say. */
  accepted: { asset: string; amount: string; payTo: string } | null
  authorization: {
    from: string
    to: string
    value: string
    validAfter: string
    validBefore: string
    nonce: string
  }
  signature: string
  /** The id of the payment-identifier extension of x402; null where the client sent none. */
  identifier: string | null
}

/** What makes a payment one and the same: the token accepts each nonce of a payer once. All lower-case. */
export interface PaymentKey {
  network: string
  asset: string
  payer: string
  nonce: string
}

/** What the facilitator says of a payment before it is settled. It throws FacilitatorUnavailable for anything else. */
export type Verdict = { isValid: true; payer: string } | { isValid: false; reason: string }

/**
 * What became of a settlement. `unknown` is everything that is neither a clear yes nor a clear no: a time-out, a lost
 * connection, a 5xx, a redirect, a body that cannot be read. It never throws.
 */
export type Settlement =
  | { outcome: 'settled'; transaction: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'unknown'; reason: string }

/** Checks and settles payments: an HTTP service, or one in this process. */
export interface Facilitator {
  verify(payment: Payment, terms: Terms): Promise<Verdict>
  settle(payment: Payment, terms: Terms): Promise<Settlement>
}

/** No verdict could be had; a payment is then neither taken nor served. */
export class FacilitatorUnavailable extends Error {
  override name = 'FacilitatorUnavailable'
}

/** What the chain says of an authorization. */
export type OnChain =
  /** Used in a transfer that fits the terms. */
  | { state: 'paid'; transaction: string }
  /** Used or cancelled otherwise: it paid nobody, or somebody else. */
  | { state: 'spent' }
  /** Not used up to a block of this time, in Unix seconds. */
  | { state: 'unused'; at: number }

/** Reads the chain. It throws ChainUnavailable when that cannot be done. */
export interface Chain {
  authorization(payment: Payment, terms: Terms): Promise<OnChain>
}

/** The chain cannot be read now. */
export class ChainUnavailable extends Error {
  override name = 'ChainUnavailable'
}
