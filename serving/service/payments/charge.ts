import type { Content } from '../../../core/interface/content.ts'
import { StoreUnavailable } from '../store/database.ts'
import { FailedTries } from './failed_tries.ts'
import type { Ledger } from './ledger.ts'
import { findOnChain } from './on_chain.ts'
import { type Chain, type Facilitator, FacilitatorUnavailable, type Payment, type Terms } from './payment.ts'
import {
  ANSWER_AGAIN_MS,
  type Claim,
  GIVEN_BACK,
  isPaid,
  OVER,
  type PaymentRow,
  SPENT,
} from './payment_row.ts'
import { type Mismatch, SPARE_SECONDS } from './request.ts'
import type { PaymentScheme } from './schemes/scheme.ts'
import { termsOfRow } from './terms.ts'

/** A call with a payment. */
export interface PaidCall {
  payment: Payment
  /** What this endpoint costs now. */
  terms: Terms
  claim: Claim
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
  log(error: unknown): void
}

const LONGEST_WAIT_MS = 20_000
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 250

/**
 * Charges a call once, however often and by however many it is sent. The order is what makes it safe: the payment is
 * claimed before any work, the answer is kept before money moves, and what may have moved money is never refused
 * before the chain was asked. Who sends a payment that may stand on the chain already has to show more than that: only
 * its sender gets its answer. Throws StoreUnavailable, and what `admit` and `make` throw; nothing is charged then.
 */
export class Charge {
  readonly #o: ChargeOptions
  readonly #tries = new FailedTries()

  constructor(options: ChargeOptions) {
    this.#o = options
  }

  async pay(call: PaidCall): Promise<Outcome> {
    const known = await this.#o.ledger.find(call.claim)
    if (known !== null) return this.#goOn(known, call, mayHave(known, call))
    const mismatch = await call.admit()
    if (mismatch !== null) return { kind: 'mismatch', ...mismatch }
    const mine = await this.#o.ledger.claim(call.claim)
    return mine === null ? this.#wait(call) : this.#charge(mine, call)
  }

  /** The same payment again: its answer, or the work where another left it. */
  async #goOn(row: PaymentRow, call: PaidCall, isOwed: boolean): Promise<Outcome> {
    if (!isFor(row, call.claim)) return this.#turnAway(call)
    if (isPaid(row)) return isOwed && !this.#isPast(row) ? this.#serve(row, false) : this.#turnAway(call)
    if (this.#o.ledger.isHeld(row)) return isOwed ? this.#wait(call) : this.#turnAway(call)
    if (row.verified_at === null) {
      const mismatch = await call.admit()
      if (mismatch !== null) return { kind: 'mismatch', ...mismatch }
    }
    const mine = await this.#o.ledger.take(row, call.claim)
    if (mine === null) return isOwed ? this.#wait(call) : this.#turnAway(call)
    if (mine.verified_at === null) return this.#charge(mine, call)
    return this.#guarded(this.#resume(mine, call, isOwed))
  }

  #isPast({ state, settled_at }: PaymentRow): boolean {
    return state === 'served' && (settled_at ?? 0) + ANSWER_AGAIN_MS <= this.#o.now()
  }

  #turnAway({ claim }: PaidCall): Outcome {
    return { kind: this.#tries.add(claim) ? 'cut_off' : 'reused' }
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
    const { facilitator, scheme } = this.#o
    const settlement = await facilitator.settle(call.payment, termsOfRow(mine, call.terms, scheme))
    if (settlement.outcome === 'settled') return this.#paid(mine, settlement.transaction, call)
    if (settlement.outcome === 'unknown') return this.#leave(mine, settlement.reason, call)
    return this.#afterFailure(mine, settlement.reason, call)
  }

  /**
   * A facilitator that says that it failed may have sent the transfer all the same, and not have waited for it. So only
   * the chain can refuse what was once sent to be settled: anything else would ask the caller to pay again.
   */
  async #afterFailure(mine: PaymentRow, reason: string, call: PaidCall): Promise<Outcome> {
    const finding = await findOnChain(this.#o.chain, mine)
    if (finding.state === 'paid') return this.#paid(mine, finding.transaction, call)
    if (finding.state === 'spent') return this.#refuse(mine, SPENT, call)
    if (finding.state === 'over') return this.#refuse(mine, OVER, call)
    if (finding.state === 'unreadable') this.#o.log(finding.error)
    return this.#leave(mine, reason, call)
  }

  /**
   * Takes up a payment whose answer is kept, and for which money may have moved. Who knows a payment that the chain does
   * not show yet has it from its sender, and needs no other proof.
   */
  async #resume(mine: PaymentRow, call: PaidCall, isOwed: boolean): Promise<Outcome> {
    const finding = await findOnChain(this.#o.chain, mine)
    if (finding.state === 'paid') {
      if (isOwed) return this.#paid(mine, finding.transaction, call)
      await this.#o.ledger.settled(mine, finding.transaction)
      return this.#turnAway(call)
    }
    if (finding.state === 'spent') return this.#refuse(mine, SPENT, call)
    if (finding.state === 'over') return this.#refuse(mine, OVER, call)
    if (finding.state === 'unreadable') {
      this.#o.log(finding.error)
      const left = await this.#leave(mine, 'the chain could not be read', call)
      return isOwed ? left : this.#turnAway(call)
    }
    // The token takes a nonce once: if the first settlement comes through after all, this one does not.
    const hasTime = mine.valid_before >= this.#o.now() / 1000 + SPARE_SECONDS
    return hasTime ? this.#settle(mine, call) : this.#leave(mine, 'it is about to expire', call)
  }

  /** Another works on this payment, which the caller may have the answer of: waits for what becomes of it. */
  async #wait(call: PaidCall): Promise<Outcome> {
    let pause = FIRST_PAUSE_MS
    for (let waited = 0; waited < LONGEST_WAIT_MS; waited += pause) {
      const row = await this.#o.ledger.find(call.claim)
      if (row === null || row.state === 'unknown') return { kind: 'pending' }
      if (row.state === 'refused' && isFor(row, call.claim)) return refusal(row)
      if (!this.#o.ledger.isHeld(row)) return this.#goOn(row, call, true)
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

/** Before a payment is verified nobody has sent it to the chain: who knows it then has it from its sender. */
const mayHave = (row: PaymentRow, call: PaidCall): boolean => row.verified_at === null || call.isSender(row)

const BOUND = ['request', 'signature_sha256', 'amount', 'pay_to', 'valid_after', 'valid_before'] as const

/** Whether a row was claimed for this very request, with this very authorization and signature. */
const isFor = (row: PaymentRow, claim: Claim): boolean => BOUND.every((name) => row[name] === claim[name])

const refusal = ({ reason }: PaymentRow): Outcome =>
  reason === GIVEN_BACK
    ? { kind: 'unavailable' }
    : { kind: 'refused', reason: reason ?? 'no reason was given' }
