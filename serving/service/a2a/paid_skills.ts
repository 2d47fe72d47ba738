import type { RpcContext } from '../rpc/method.ts'

/** A purchase: the answer of a paid endpoint, with its parameters as REST writes them. */
export interface PaidAsk {
  /** The id of the endpoint, e.g. `attestation`. */
  endpoint: string
  given: Readonly<Record<string, string>>
  context: RpcContext
}

/** A quote as version 1 of x402 shapes it, as the payment extension of A2A carries it. */
export interface Quote {
  x402Version: 1
  /** The reason for the quote. */
  error: string
  accepts: Record<string, unknown>[]
}

/** The receipt of a settled payment in the payment extension of A2A. */
interface Receipt {
  success: true
  transaction: string
  /** Its version 1 name, e.g. `base`. */
  network: string
  payer: string
}

/** The result of a payment. */
export type PaymentResult =
  /** The answer's JSON text. The same payment for the same ask returns the same text again. */
  | { kind: 'served'; text: string; receipt: Receipt }
  /** Nothing was charged. `code` is one of the extension's error codes, e.g. `INVALID_SIGNATURE`. */
  | { kind: 'failed'; code: string; message: string }
  /** Money may have moved: send the same payment again, later. */
  | { kind: 'pending'; message: string }
  /** The payment could not be checked, and nothing was charged: it may be sent again, later. */
  | { kind: 'unchecked'; message: string }

/** The paid answers, for an interface other than REST. All interfaces share one ledger. Throws StoreUnavailable. */
export interface PaidSkills {
  /** Checks a purchase as REST does with a payment: throws HttpError (400, 404, or 503 if it cannot be sold). */
  check(ask: PaidAsk): Promise<void>
  /** Returns the answer's JSON text for a valid Pro key; null without a key. An invalid key returns the reason. */
  withKey(ask: PaidAsk): Promise<{ text: string } | { fault: string } | null>
  quote(ask: PaidAsk): Promise<Quote>
  /** `task` is the id of the task that is paid. */
  pay(ask: PaidAsk, payload: unknown, task: string): Promise<PaymentResult>
}
