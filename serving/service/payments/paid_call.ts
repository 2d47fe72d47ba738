import type { Content } from '../../../core/interface/content.ts'
import type { Ledger } from './ledger.ts'
import type { Chain, Facilitator, Listing, Payment, Terms } from './payment.ts'
import { type Claim, FULL, GIVEN_BACK, type PaymentRow } from './payment_row.ts'
import type { Mismatch } from './request.ts'
import type { PaymentScheme } from './schemes/scheme.ts'

/** A call with a payment. */
export interface PaidCall {
  payment: Payment
  /** What this endpoint costs now. */
  terms: Terms
  claim: Claim
  /** What the facilitator may list. */
  listing(): Promise<Listing>
  /** Throws the HttpError of a call that cannot be answered; gives why the payment does not fit, or null. */
  admit(): Promise<Mismatch | null>
  /** Whether the caller shows what only the first sender of a payment has. */
  isSender(row: PaymentRow): boolean
  /** Makes the answer. It is called once for a payment that is served. */
  make(): Promise<{ content: Content; releaseId: string }>
}

/** What became of a paid call. Only `served` has an answer, and only then has money moved for certain. */
export type Outcome =
  | { kind: 'served'; row: PaymentRow; isFirst: boolean }
  /** It is not what was asked for, as the sentence says. Nothing was claimed or charged. */
  | ({ kind: 'mismatch' } & Mismatch)
  /** Nothing was charged; the reason is the facilitator's or ours. */
  | { kind: 'refused'; reason: string }
  /** The payment was used, and the caller did not prove that it is owed an answer. What it bought is not said. */
  | { kind: 'reused' }
  /** The same, too many times. */
  | { kind: 'cut_off' }
  /** Its id belongs to another payment, for something else or from too long ago; nothing was charged. */
  | { kind: 'id_conflict' }
  /** Too many payments of its payer are open; nothing was charged. */
  | { kind: 'full' }
  /** Money may have moved: the same call again, later, finds out. */
  | { kind: 'pending' }
  /** Nobody could check the payment; nothing was charged. */
  | { kind: 'unavailable' }

/** What charging works with. */
export interface ChargeOptions {
  ledger: Ledger
  facilitator: Facilitator
  scheme: PaymentScheme
  chain: Chain
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Told the endpoint of a settlement that the facilitator tells of and the chain does not show. */
  onUnseen(endpoint: string): void
  log(error: unknown): void
}

/** The outcome for a row that was refused. */
export function refusal({ reason }: PaymentRow): Outcome {
  if (reason === GIVEN_BACK) return { kind: 'unavailable' }
  if (reason === FULL) return { kind: 'full' }
  return { kind: 'refused', reason: reason ?? 'no reason was given' }
}

/** Longest time that a call waits for the result of another. */
export const MAX_WAIT_MS = 20_000
const FIRST_PAUSE_MS = 25
const MAX_PAUSE_MS = 250

/** The pauses between two looks at a payment that another call works on, in milliseconds. */
export function* pauses(): Generator<number> {
  let pause = FIRST_PAUSE_MS
  for (let waited = 0; waited < MAX_WAIT_MS; waited += pause) {
    yield pause
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }
}
