import { type ChargeOptions, type PaidCall, type PaidCallOutcome, pauses } from './paid_call.ts'
import {
  ANSWER_AGAIN_MS,
  isFinallyRefused,
  isPaid,
  type PaymentClaim,
  type PaymentRow,
} from './payment_row.ts'
import type { Settlements } from './settlements.ts'
import { rowTerms } from './terms.ts'

/** Result for a call whose id another payment has; `free`: nothing came of that payment. */
export type SharedResult =
  | Extract<PaidCallOutcome, { kind: 'id_conflict' | 'refused' | 'pending' }>
  | { kind: 'paid'; row: PaymentRow }
  | { kind: 'free' }

/**
 * Answers a payment whose id belongs to another of the same payer with that one's purchase. It is never charged. Throws
 * StoreUnavailable and FacilitatorUnavailable.
 */
export class SharedAnswer {
  readonly #o: ChargeOptions
  readonly #settlements: Settlements

  constructor(options: ChargeOptions, settlements: Settlements) {
    this.#o = options
    this.#settlements = settlements
  }

  /** Returns the holder's answer to a call of its payer for the very same purchase, verified first if not yet done. */
  async share(holder: PaymentRow, call: PaidCall, isVerified: boolean): Promise<SharedResult> {
    const { facilitator, scheme, now } = this.#o
    if (!isSamePurchase(holder, call.claim) || isAnswerExpired(holder, now())) return { kind: 'id_conflict' }
    if (!isVerified) {
      const terms = rowTerms(holder, call.terms, scheme)
      const verdict = await facilitator.verify(call.payment, terms, await call.listing())
      if (!verdict.isValid) return { kind: 'refused', reason: verdict.reason }
    }
    for (const pause of pauses()) {
      const found = await this.#check(holder)
      if (found !== null) return found
      await this.#o.sleep(pause)
    }
    return { kind: 'pending' }
  }

  /** Null while another request works on the payment that has the id. */
  async #check(holder: PaymentRow): Promise<SharedResult | null> {
    const { ledger, now } = this.#o
    const row = await ledger.find(holder)
    if (row === null || isFinallyRefused(row)) return { kind: 'free' }
    if (isPaid(row)) return isAnswerExpired(row, now()) ? { kind: 'id_conflict' } : { kind: 'paid', row }
    if (ledger.isLeased(row)) return null
    return row.state === 'reserved' ? { kind: 'free' } : this.#checkChain(row)
  }

  /** Closes the payment that has the id by the state of the chain. */
  async #checkChain(row: PaymentRow): Promise<SharedResult | null> {
    const finding = await this.#settlements.find(row)
    if (finding.state === 'open' || finding.state === 'unreadable') return { kind: 'pending' }
    await this.#settlements.close(row, finding, '')
    return null
  }
}

/** True when an answer was given and its time is over. */
export const isAnswerExpired = ({ state, settled_at }: PaymentRow, now: number): boolean =>
  state === 'served' && (settled_at ?? 0) + ANSWER_AGAIN_MS <= now

const PURCHASE = ['network', 'asset', 'pay_to', 'amount', 'request'] as const

/** True when two payments are for the same: method, path and query, and the same money. */
const isSamePurchase = (row: PaymentRow, claim: PaymentClaim): boolean =>
  PURCHASE.every((name) => row[name] === claim[name])
