import type { RpcContext } from '../rpc/method.ts'

/** What is bought: the answer of an endpoint that has a price, with its parameters as REST writes them. */
export interface PaidAsk {
  /** The id of the endpoint, e.g. `attestation`. */
  endpoint: string
  given: Readonly<Record<string, string>>
  context: RpcContext
}

/** A quote as version 1 of x402 shapes it: what the payment extension of A2A carries. */
export interface Quote {
  x402Version: 1
  /** Why it is asked for. */
  error: string
  accepts: Record<string, unknown>[]
}

/** What the payment extension of A2A tells of a settled payment. */
interface Receipt {
  success: true
  transaction: string
  /** As version 1 names it, e.g. `base`. */
  network: string
  payer: string
}

/** What became of a payment. */
export type PaymentResult =
  /** The answer's JSON text. The same payment for the same ask gives the same again. */
  | { kind: 'served'; text: string; receipt: Receipt }
  /** Nothing was charged. `code` is one of the extension's error codes, e.g. `INVALID_SIGNATURE`. */
  | { kind: 'failed'; code: string; message: string }
  /** Money may have moved: the same payment is to be sent again, later. */
  | { kind: 'pending'; message: string }
  /** Nobody could check it, and nothing was charged: the same payment may be sent again, later. */
  | { kind: 'unchecked'; message: string }

/** The paid answers, for an interface that is not REST. All interfaces share one ledger. Throws StoreUnavailable. */
export interface PaidSkills {
  /**
   * Checks what is asked for as REST does with a payment: throws HttpError (400, 404, or 503 where it cannot be sold).
   */
  check(ask: PaidAsk): Promise<void>
  /** The answer's JSON text for a valid Pro key; null without one. A key that opens nothing gives the sentence why. */
  withKey(ask: PaidAsk): Promise<{ text: string } | { fault: string } | null>
  quote(ask: PaidAsk): Promise<Quote>
  /** `task` is the id of the task that is paid. */
  pay(ask: PaidAsk, payload: unknown, task: string): Promise<PaymentResult>
}
