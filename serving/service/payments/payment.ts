/**
 * What a payment has to be, from the table of prices and the configuration, as version 2 of x402 writes a requirement.
 * Addresses are as they are published.
 */
export interface Terms {
  /** The name of the scheme. */
  scheme: string
  /** CAIP-2, e.g. `eip155:8453`. */
  network: string
  /** Atomic units as a decimal string. */
  amount: string
  /** The token. */
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  /** What a client has to know of the token to sign. */
  extra: Readonly<Record<string, string>>
}

/** What is sold, as x402 describes it. */
export interface Resource {
  url: string
  description: string
  mimeType: string
}

/** What a facilitator may list of a sale. */
export interface Listing {
  resource: Resource
  extensions: Readonly<Record<string, unknown>>
}

/** What a payer has signed: whatever the scheme, a transfer that can be made once and until a certain time. */
export interface Signed {
  authorization: {
    from: string
    to: string
    /** Atomic units. */
    value: string
    /** Unix seconds. */
    validAfter: string
    validBefore: string
    nonce: string
  }
  signature: string
  /** As the scheme has it: what a facilitator is sent. */
  payload: unknown
}

/** A payment as it was sent, in either version of x402, checked for its shape alone. */
export interface Payment extends Signed {
  /** The version that the client speaks: receipts are given in it. */
  version: 1 | 2
  /** As the client named it, translated to CAIP-2. */
  network: string
  /** `null` where a client of version 1 does not say. */
  accepted: { asset: string; amount: string; payTo: string } | null
  /** The id of the payment-identifier extension of x402; null where the client sent none. */
  identifier: string | null
}

/** What makes a payment one and the same: each nonce of a payer can be used once. All in the spelling of the scheme. */
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

/** Checks and settles payments, and may list what is paid for: an HTTP service, or one in this process. */
export interface Facilitator {
  verify(payment: Payment, terms: Terms, listing: Listing): Promise<Verdict>
  settle(payment: Payment, terms: Terms, listing: Listing): Promise<Settlement>
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

/** What is looked for on the chain, all in the spelling of the scheme. */
export interface Sought extends PaymentKey {
  pay_to: string
  /** Atomic units. */
  amount: string
  /** Unix seconds; it cannot be used before. */
  valid_after: number
}

/** The state of a payment before its settlement, all of one block. */
export interface Unsettled {
  /** True when its authorization was used or cancelled already. */
  isUsed: boolean
  /** Atomic units of the token that its payer has. */
  balance: bigint
}

/** Reads the chain. Both throw ChainUnavailable when that cannot be done. */
export interface Chain {
  /** What became of an authorization; the transaction that is said to use it is looked at first. */
  authorization(sought: Sought, transaction?: string): Promise<OnChain>
  /** Returns the state of a payment that is not settled yet. */
  unsettled(sought: Sought): Promise<Unsettled>
}

/** The chain cannot be read now. */
export class ChainUnavailable extends Error {
  override name = 'ChainUnavailable'
}
