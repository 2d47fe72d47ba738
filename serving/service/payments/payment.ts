/**
 * Requirements of a payment, from the table of prices and the configuration, as version 2 of x402 writes them.
 * Addresses are as published.
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
  /** Token data that a client needs to sign. */
  extra: Readonly<Record<string, string>>
}

/** The sold resource, as x402 describes it. */
export interface SoldResource {
  url: string
  description: string
  mimeType: string
  /** The seller and the subjects, by which lists of paid resources show and find it. */
  serviceName: string
  tags: string[]
}

/** The part of a sale that a facilitator may list. */
export interface Listing {
  resource: SoldResource
  extensions: Readonly<Record<string, unknown>>
}

/** A signed transfer, whatever the scheme: it can be made once and until a certain time. */
export interface SignedTransfer {
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
  /** The scheme's own form, sent to a facilitator. */
  payload: unknown
}

/** A payment as it was sent, in either version of x402; only its shape is checked. */
export interface Payment extends SignedTransfer {
  /** The client's version: receipts are given in it. */
  version: 1 | 2
  /** As the client named it, translated to CAIP-2. */
  network: string
  /** `null` if a client of version 1 does not say. */
  accepted: { asset: string; amount: string; payTo: string } | null
  /** The id of the payment-identifier extension of x402; null if the client sent none. */
  identifier: string | null
}

/** The identity of a payment: each nonce of a payer can be used once. All in the spelling of the scheme. */
export interface PaymentKey {
  network: string
  asset: string
  payer: string
  nonce: string
}

/** The facilitator's verdict on a payment before it is settled. It throws FacilitatorUnavailable for anything else. */
export type Verdict = { isValid: true; payer: string } | { isValid: false; reason: string }

/**
 * The result of a settlement. `unknown` is everything that is neither a clear yes nor a clear no: a time-out, a lost
 * connection, a 5xx, a redirect, a body that cannot be read. It never throws.
 */
export type Settlement =
  | { outcome: 'settled'; transaction: string }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'unknown'; reason: string }

/** Checks and settles payments, and may list the paid endpoints: an HTTP service, or one in this process. */
export interface Facilitator {
  verify(payment: Payment, terms: Terms, listing: Listing): Promise<Verdict>
  settle(payment: Payment, terms: Terms, listing: Listing): Promise<Settlement>
}

/** No verdict was available; a payment is then neither taken nor served. */
export class FacilitatorUnavailable extends Error {
  override name = 'FacilitatorUnavailable'
}

/** The chain's state of an authorization. */
export type OnChain =
  /** Used in a transfer that fits the terms. */
  | { state: 'paid'; transaction: string }
  /** Used or cancelled otherwise: it paid nobody, or somebody else. */
  | { state: 'spent' }
  /** Not used up to a block of this time, in Unix seconds. */
  | { state: 'unused'; at: number }

/** The authorization to look up on the chain, all in the spelling of the scheme. */
export interface AuthorizationQuery extends PaymentKey {
  pay_to: string
  /** Atomic units. */
  amount: string
  /** Unix seconds; it cannot be used before. */
  valid_after: number
}

/** The state of a payment before its settlement, all of one block. */
export interface UnsettledState {
  /** True when its authorization was used or cancelled already. */
  isUsed: boolean
  /** Atomic units of the token that its payer has. */
  balance: bigint
}

/** Reads the chain. Both throw ChainUnavailable when that fails. */
export interface ChainReader {
  /** Returns the state of an authorization; the transaction that is said to use it is read first. */
  authorization(query: AuthorizationQuery, transaction?: string): Promise<OnChain>
  /** Returns the state of a payment that is not settled yet. */
  unsettled(query: AuthorizationQuery): Promise<UnsettledState>
}

/** The chain cannot be read now. */
export class ChainUnavailable extends Error {
  override name = 'ChainUnavailable'
}
