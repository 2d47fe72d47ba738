import { StoreUnavailable } from '../store/database.ts'
import { FailedTries } from './failed_tries.ts'
import { IdentifierClaims } from './identifier_claims.ts'
import { type ChargeOptions, type PaidCall, type PaidCallOutcome, pauses, refusal } from './paid_call.ts'
import { PayerRoom } from './payer_room.ts'
import { ChainUnavailable, FacilitatorUnavailable } from './payment.ts'
import { DEFERRED, FULL, isPaid, type PaymentClaim, type PaymentRow, RELEASED } from './payment_row.ts'
import { SPARE_SECONDS } from './request.ts'
import { Settlements } from './settlements.ts'
import { isAnswerExpired, SharedAnswer } from './shared_answer.ts'

/**
 * Charges a call once, however often and by however many it is sent. The order makes it safe: the payment is claimed
 * before any work, and its id once it is found valid; the answer is stored before money moves, and returned when the
 * chain shows that it moved; and a payment that may have moved money is never refused before the chain is read. A
 * sender of a payment that may already be on the chain must prove more: only the original sender gets its answer.
 * Throws StoreUnavailable, and errors of `admit` and `make`; nothing is charged then.
 */
export class Charge {
  readonly #o: ChargeOptions
  readonly #tries = new FailedTries()
  readonly #identifiers: IdentifierClaims
  readonly #room: PayerRoom
  readonly #settlements: Settlements
  readonly #shared: SharedAnswer

  constructor(options: ChargeOptions) {
    const { ledger, chain, now, sleep } = options
    this.#o = options
    this.#identifiers = new IdentifierClaims(ledger)
    this.#room = new PayerRoom({ slots: ledger.slots, chain, now, sleep })
    this.#settlements = new Settlements(options)
    this.#shared = new SharedAnswer(options, this.#settlements)
  }

  async pay(call: PaidCall): Promise<PaidCallOutcome> {
    const known = await this.#o.ledger.find(call.claim)
    // A payment that may have moved money is owed an answer, or none, by itself.
    const holder = known?.verified_at ? null : await this.#identifiers.otherHolder(call.claim)
    if (holder !== null) return this.#share(holder, call, false)
    if (known !== null) return this.#resumeKnown(known, call, mayReceive(known, call))
    const mismatch = await call.admit()
    if (mismatch !== null) return { kind: 'mismatch', ...mismatch }
    const mine = await this.#o.ledger.claim(call.claim)
    return mine === null ? this.#wait(call) : this.#charge(mine, call)
  }

  /** Handles the same payment again: returns its answer, or continues work that another request left. */
  async #resumeKnown(row: PaymentRow, call: PaidCall, isOwed: boolean): Promise<PaidCallOutcome> {
    if (!isFor(row, call.claim)) return this.#reject(call)
    if (isPaid(row))
      return isOwed && !isAnswerExpired(row, this.#o.now()) ? this.#serve(row, false) : this.#reject(call)
    if (this.#o.ledger.isLeased(row)) return isOwed ? this.#wait(call) : this.#reject(call)
    if (row.verified_at === null) {
      const mismatch = await call.admit()
      if (mismatch !== null) return { kind: 'mismatch', ...mismatch }
    }
    const mine = await this.#o.ledger.take(row, call.claim)
    if (mine === null) return isOwed ? this.#wait(call) : this.#reject(call)
    if (mine.verified_at === null) return this.#charge(mine, call)
    return this.#pendingOnFault(this.#resume(mine, call, isOwed))
  }

  #reject({ claim }: PaidCall): PaidCallOutcome {
    return { kind: this.#tries.add(claim) ? 'cut_off' : 'reused' }
  }

  /** Another payment has the id of this call: it gets that one's answer, or is charged if nothing came of it. */
  async #share(holder: PaymentRow, call: PaidCall, isVerified: boolean): Promise<PaidCallOutcome> {
    try {
      const shared = await this.#shared.share(holder, call, isVerified)
      if (shared.kind === 'free') return await this.pay(call)
      return shared.kind === 'paid' ? await this.#serve(shared.row, false) : shared
    } catch (error) {
      return this.#unavailable(error)
    }
  }

  /** Verifies, builds the answer, stores it, and settles. Until it is stored, any failure releases the payment. */
  async #charge(mine: PaymentRow, call: PaidCall): Promise<PaidCallOutcome> {
    let stored: PaymentRow | null
    try {
      const verdict = await this.#o.facilitator.verify(call.payment, call.terms, await call.listing())
      if (!verdict.isValid) return this.#refuse(mine, verdict.reason, call)
      const holder = await this.#identifiers.claim(mine)
      if (holder !== null) {
        await this.#o.ledger.refused(mine, DEFERRED)
        return this.#share(holder, call, true)
      }
      const admission = await this.#room.admit(mine)
      if (admission.kind !== 'admitted')
        return this.#refuse(mine, admission.kind === 'full' ? FULL : admission.reason, call)
      const { content, releaseId } = await call.make()
      const { bytes, contentType } = content
      const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      stored = await this.#o.ledger.verified(mine, { body, contentType, releaseId })
    } catch (error) {
      await this.#settlements.refuse(mine, RELEASED)
      return this.#unavailable(error)
    }
    return stored === null ? this.#wait(call) : this.#pendingOnFault(this.#settle(stored, call))
  }

  /** Returns the outcome of a payment that could not be checked; other errors are rethrown. */
  #unavailable(error: unknown): PaidCallOutcome {
    if (!(error instanceof FacilitatorUnavailable || error instanceof ChainUnavailable)) throw error
    this.#o.log(error)
    return { kind: 'unavailable' }
  }

  /** From here on money may move: even an internal error is no reason for the caller to sign another payment. */
  async #pendingOnFault(work: Promise<PaidCallOutcome>): Promise<PaidCallOutcome> {
    try {
      return await work
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      this.#o.log(error)
      return { kind: 'pending' }
    }
  }

  async #settle(mine: PaymentRow, call: PaidCall): Promise<PaidCallOutcome> {
    return this.#toOutcome(await this.#settlements.settle(mine, call), call)
  }

  /**
   * Resumes a payment whose answer is stored, and for which money may have moved. A caller who knows a payment that the
   * chain does not show yet has it from its sender, and needs no other proof.
   */
  async #resume(mine: PaymentRow, call: PaidCall, isOwed: boolean): Promise<PaidCallOutcome> {
    const finding = await this.#settlements.find(mine)
    // The token accepts a nonce once: if the first settlement succeeds after all, this one does not.
    const hasTime = mine.valid_before >= this.#o.now() / 1000 + SPARE_SECONDS
    if (finding.state === 'open' && hasTime) return this.#settle(mine, call)
    const reason = finding.state === 'open' ? 'it is about to expire' : 'the chain could not be read'
    const row = await this.#settlements.close(mine, finding, reason)
    const isPublic = finding.state === 'paid' || finding.state === 'unreadable'
    return isPublic && !isOwed ? this.#reject(call) : this.#toOutcome(row, call)
  }

  /** Returns the outcome for a row that was closed or left as unknown; null: another request has changed it. */
  #toOutcome(row: PaymentRow | null, call: PaidCall): Promise<PaidCallOutcome> | PaidCallOutcome {
    if (row === null) return this.#wait(call)
    if (row.state === 'refused') return refusal(row)
    return isPaid(row) ? this.#serve(row, true) : { kind: 'pending' }
  }

  /** Waits for the result of another request that works on this payment. */
  async #wait(call: PaidCall): Promise<PaidCallOutcome> {
    for (const pause of pauses()) {
      const row = await this.#o.ledger.find(call.claim)
      if (row === null || row.state === 'unknown') return { kind: 'pending' }
      if (hasAnotherId(row, call)) return this.#reject(call)
      if (row.state === 'refused' && isFor(row, call.claim))
        return row.reason === DEFERRED ? this.pay(call) : refusal(row)
      if (!this.#o.ledger.isLeased(row)) return this.#resumeKnown(row, call, true)
      await this.#o.sleep(pause)
    }
    return { kind: 'pending' }
  }

  async #serve(row: PaymentRow, isFirst: boolean): Promise<PaidCallOutcome> {
    try {
      if (row.state === 'settled') await this.#o.ledger.served(row)
    } catch (error) {
      // It is paid, and that is recorded: the answer is owed, whether or not this last change is stored.
      this.#o.log(error)
    }
    return { kind: 'served', row, isFirst }
  }

  async #refuse(mine: PaymentRow, reason: string, call: PaidCall): Promise<PaidCallOutcome> {
    return this.#toOutcome(await this.#settlements.refuse(mine, reason), call)
  }
}

/** Before a payment is verified it is not on the chain: a caller who knows it has it from its sender. */
const mayReceive = (row: PaymentRow, call: PaidCall): boolean =>
  row.verified_at === null || call.isSender(row)

/** True for a call that sends a payment with another id than that in progress. */
const hasAnotherId = (row: PaymentRow, call: PaidCall): boolean =>
  call.claim.proof_sha256 !== null && call.claim.proof_sha256 !== row.proof_sha256 && !call.isSender(row)

const BOUND = ['request', 'signature_sha256', 'amount', 'pay_to', 'valid_after', 'valid_before'] as const

/** True if a row was claimed for this very request, with this very authorization and signature. */
const isFor = (row: PaymentRow, claim: PaymentClaim): boolean =>
  BOUND.every((name) => row[name] === claim[name])
