import type { Content } from '../../../core/interface/content.ts'
import type { Ledger } from './ledger.ts'
import type { ChainReader, Facilitator, Listing, Payment, Terms } from './payment.ts'
import { FULL, type PaymentClaim, type PaymentRow, RELEASED } from './payment_row.ts'
import type { Mismatch } from './request.ts'
import type { PaymentScheme } from './schemes/scheme.ts'

/** A call with a payment. */
export interface PaidCall {
  payment: Payment
  /** Current terms of the endpoint. */
  terms: Terms
  claim: PaymentClaim
  /** Returns the facilitator's listing of the call. */
  listing(): Promise<Listing>
  /** Throws the HttpError of a call that cannot be answered; returns why the payment does not fit, or null. */
  admit(): Promise<Mismatch | null>
  /** True if the caller proves to be the first sender of a payment. */
  isSender(row: PaymentRow): boolean
  /** Builds the answer. It is called once for a payment that is served. */
  make(): Promise<{ content: Content; releaseId: string }>
}

/** The outcome of a paid call. Only `served` has an answer, and only then has money moved for certain. */
export type PaidCallOutcome =
  | { kind: 'served'; row: PaymentRow; isFirst: boolean }
  /** It differs from what was requested, as the sentence says. Nothing was claimed or charged. */
  | ({ kind: 'mismatch' } & Mismatch)
  /** Nothing was charged; the reason is the facilitator's or ours. */
  | { kind: 'refused'; reason: string }
  /** The payment was used, and the caller did not prove that it is owed an answer. Its purchase is not revealed. */
  | { kind: 'reused' }
  /** The same, too many times. */
  | { kind: 'cut_off' }
  /** Its id belongs to another payment, for something else or from too long ago; nothing was charged. */
  | { kind: 'id_conflict' }
  /** Too many payments of its payer are open; nothing was charged. */
  | { kind: 'full' }
  /** Money may have moved: the same call again, later, finds out. */
  | { kind: 'pending' }
  /** The payment could not be checked; nothing was charged. */
  | { kind: 'unavailable' }

/** Dependencies of charging. */
export interface ChargeOptions {
  ledger: Ledger
  facilitator: Facilitator
  scheme: PaymentScheme
  chain: ChainReader
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Called with the endpoint of a settlement that the facilitator reports and the chain does not show. */
  onNotOnChain(endpoint: string): void
  log(error: unknown): void
}

/** Returns the outcome for a refused row. */
export function refusal({ reason }: PaymentRow): PaidCallOutcome {
  if (reason === RELEASED) return { kind: 'unavailable' }
  if (reason === FULL) return { kind: 'full' }
  return { kind: 'refused', reason: reason ?? 'no reason was given' }
}

/** Maximum milliseconds that a call waits for the result of another. */
export const MAX_RESULT_WAIT_MS = 20_000
const FIRST_PAUSE_MS = 25
const MAX_PAUSE_MS = 250

/** Generates the pauses between two reads of a payment that another call works on, in milliseconds. */
export function* pauses(): Generator<number> {
  let pause = FIRST_PAUSE_MS
  for (let waited = 0; waited < MAX_RESULT_WAIT_MS; waited += pause) {
    yield pause
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }
}
