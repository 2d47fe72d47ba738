import type { Content } from '../../handler/content.ts'
import { StoreUnavailable } from '../store/database.ts'
import type { Ledger } from './ledger.ts'
import { findOnChain, termsOfRow } from './on_chain.ts'
import { type Chain, type Facilitator, FacilitatorUnavailable, type Payment, type Terms } from './payment.ts'
import { type Claim, GIVEN_BACK, isPaid, OVER, type PaymentRow, SPENT } from './payment_row.ts'
import { type Misfit, SPARE_SECONDS } from './request.ts'

/** A call with a payment. */
export interface PaidCall {
  payment: Payment
  /** What this endpoint costs now. */
  terms: Terms
  claim: Claim
  /** Throws the HttpError of a call that cannot be answered; gives why the payment does not fit, or null. */
  admit(): Promise<Misfit | null>
  /** Makes the answer. It is called once for a payment that is served. */
  make(): Promise<{ content: Content; releaseId: string }>
}

/** What became of a paid call. Only `served` has an answer, and only then has money moved for certain. */
export type Outcome =
  | { kind: 'served'; row: PaymentRow; isFirst: boolean }
  /** It is not what was asked for, as the sentence says. Nothing was claimed or charged. */
  | ({ kind: 'misfit' } & Misfit)
  /** Nothing was charged; the reason is the facilitator's or ours. */
  | { kind: 'refused'; reason: string }
  /** The payment was sent before, for something else. */
  | { kind: 'reused' }
  /** Money may have moved: the same call again, later, finds out. */
  | { kind: 'pending' }
  /** Nobody could check the payment; nothing was charged. */
  | { kind: 'unavailable' }

/** What charging works with. */
export interface ChargeOptions {
  ledger: Ledger
  facilitator: Facilitator
  chain: Chain
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
  log(error: unknown): void
}

const LONGEST_WAIT_MS = 20_000
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 250

/**
 * Charges a call once, however often and by however many it is sent. The order is what makes it safe: the payment is
 * claimed before any work, the answer is kept before money moves, and what may have moved money is never refused
 * before the chain was asked. Throws StoreUnavailable, and what `admit` and `make` throw; nothing is charged then.
 */
export class Charge {
  readonly #o: ChargeOptions

  constructor(options: ChargeOptions) {
    this.#o = options
  }

  async pay(call: PaidCall): Promise<Outcome> {
    const known = await this.#o.ledger.find(call.claim)
    if (known !== null) return this.#goOn(known, call)
    const misfit = await call.admit()
    if (misfit !== null) return { kind: 'misfit', ...misfit }
    const mine = await this.#o.ledger.claim(call.claim)
    return mine === null ? this.#wait(call) : this.#charge(mine, call)
  }

  /** The same payment again: its answer, or the work where another left it. */
  async #goOn(row: PaymentRow, call: PaidCall): Promise<Outcome> {
    if (!isFor(row, call.claim)) return { kind: 'reused' }
    if (isPaid(row)) return this.#serve(row, false)
    if (this.#o.ledger.isHeld(row)) return this.#wait(call)
    if (row.verified_at === null) {
      const misfit = await call.admit()
      if (misfit !== null) return { kind: 'misfit', ...misfit }
    }
    const mine = await this.#o.ledger.take(row)
    if (mine === null) return this.#wait(call)
    return mine.verified_at === null ? this.#charge(mine, call) : this.#guarded(this.#resume(mine, call))
  }

  /** Verifies, makes the answer, keeps it, and settles. Until it is kept, any failure gives the payment back. */
  async #charge(mine: PaymentRow, call: PaidCall): Promise<Outcome> {
    let verified: PaymentRow | null
    try {
      const verdict = await this.#o.facilitator.verify(call.payment, call.terms)
      if (!verdict.isValid) return this.#refuse(mine, verdict.reason, call)
      const { content, releaseId } = await call.make()
      const { bytes, contentType } = content
      const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      verified = await this.#o.ledger.verified(mine, { body, contentType, releaseId })
    } catch (error) {
      await this.#o.ledger.refused(mine, GIVEN_BACK)
      if (!(error instanceof FacilitatorUnavailable)) throw error
      this.#o.log(error)
      return { kind: 'unavailable' }
    }
    return verified === null ? this.#wait(call) : this.#guarded(this.#settle(verified, call))
  }

  /** From here on money may move: even a fault of ours is no reason for the caller to sign another payment. */
  async #guarded(work: Promise<Outcome>): Promise<Outcome> {
    try {
      return await work
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      this.#o.log(error)
      return { kind: 'pending' }
    }
  }

  async #settle(mine: PaymentRow, call: PaidCall): Promise<Outcome> {
    const settlement = await this.#o.facilitator.settle(call.payment, termsOfRow(mine, call.terms))
    if (settlement.outcome === 'settled') return this.#paid(mine, settlement.transaction, call)
    if (settlement.outcome === 'unknown') return this.#leave(mine, settlement.reason, call)
    return this.#afterFailure(mine, settlement.reason, call)
  }

  /**
   * A facilitator that says that it failed may have sent the transfer all the same, and not have waited for it. What
   * still verifies is therefore not refused, which would ask the caller to pay again, but left open.
   */
  async #afterFailure(mine: PaymentRow, reason: string, call: PaidCall): Promise<Outcome> {
    const isOut = await this.#isInvalid(mine, call)
    const finding = await findOnChain(this.#o.chain, mine, call.terms)
    if (finding.state === 'paid') return this.#paid(mine, finding.transaction, call)
    if (finding.state === 'spent') return this.#refuse(mine, SPENT, call)
    if (finding.state === 'over' || (finding.state === 'open' && isOut))
      return this.#refuse(mine, reason, call)
    if (finding.state === 'unreadable') this.#o.log(finding.error)
    return this.#leave(mine, reason, call)
  }

  async #isInvalid(mine: PaymentRow, { payment, terms }: PaidCall): Promise<boolean> {
    try {
      return !(await this.#o.facilitator.verify(payment, termsOfRow(mine, terms))).isValid
    } catch (error) {
      this.#o.log(error)
      return false
    }
  }

  /** Takes up a payment whose answer is kept, and for which money may have moved. */
  async #resume(mine: PaymentRow, call: PaidCall): Promise<Outcome> {
    const finding = await findOnChain(this.#o.chain, mine, call.terms)
    if (finding.state === 'paid') return this.#paid(mine, finding.transaction, call)
    if (finding.state === 'spent') return this.#refuse(mine, SPENT, call)
    if (finding.state === 'over') return this.#refuse(mine, OVER, call)
    if (finding.state === 'unreadable') {
      this.#o.log(finding.error)
      return this.#leave(mine, 'the chain could not be read', call)
    }
    // The token takes a nonce once: if the first settlement comes through after all, this one does not.
    const hasTime = mine.valid_before >= this.#o.now() / 1000 + SPARE_SECONDS
    return hasTime ? this.#settle(mine, call) : this.#leave(mine, 'its time is nearly over', call)
  }

  /** Another works on this payment: waits for what becomes of it. */
  async #wait(call: PaidCall): Promise<Outcome> {
    let pause = FIRST_PAUSE_MS
    for (let waited = 0; waited < LONGEST_WAIT_MS; waited += pause) {
      const row = await this.#o.ledger.find(call.claim)
      if (row === null || row.state === 'unknown') return { kind: 'pending' }
      if (row.state === 'refused' && isFor(row, call.claim)) return refusal(row)
      if (!this.#o.ledger.isHeld(row)) return this.#goOn(row, call)
      await this.#o.sleep(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
    return { kind: 'pending' }
  }

  async #paid(mine: PaymentRow, transaction: string, call: PaidCall): Promise<Outcome> {
    const row = await this.#o.ledger.settled(mine, transaction)
    return row === null ? this.#wait(call) : this.#serve(row, true)
  }

  async #serve(row: PaymentRow, isFirst: boolean): Promise<Outcome> {
    try {
      if (row.state === 'settled') await this.#o.ledger.served(row)
    } catch (error) {
      // It is paid, and that is recorded: the answer is owed, whether or not this last note can be made.
      this.#o.log(error)
    }
    return { kind: 'served', row, isFirst }
  }

  async #refuse(mine: PaymentRow, reason: string, call: PaidCall): Promise<Outcome> {
    const row = await this.#o.ledger.refused(mine, reason)
    return row === null ? this.#wait(call) : refusal(row)
  }

  async #leave(mine: PaymentRow, reason: string, call: PaidCall): Promise<Outcome> {
    const row = await this.#o.ledger.unknown(mine, reason)
    return row === null ? this.#wait(call) : { kind: 'pending' }
  }
}

const BOUND = ['request', 'signature_sha256', 'amount', 'pay_to', 'valid_after', 'valid_before'] as const

/** Whether a row was claimed for this very request, with this very authorization and signature. */
const isFor = (row: PaymentRow, claim: Claim): boolean => BOUND.every((name) => row[name] === claim[name])

const refusal = ({ reason }: PaymentRow): Outcome =>
  reason === GIVEN_BACK
    ? { kind: 'unavailable' }
    : { kind: 'refused', reason: reason ?? 'no reason was given' }
