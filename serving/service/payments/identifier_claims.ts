import type { Ledger } from './ledger.ts'
import { isFinallyRefused, type PaymentClaim, type PaymentRow, RELEASED } from './payment_row.ts'

const MAX_TRIES = 20

/** Claims of payers' ids for payments, which may have been released since. All throw StoreUnavailable. */
export class IdentifierClaims {
  readonly #ledger: Ledger

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Returns the other payment that the id of a call belongs to; null if it has none, or the id is free or its own. */
  async otherHolder(claim: PaymentClaim): Promise<PaymentRow | null> {
    const holder = await this.#ledger.identifiers.find(claim)
    if (holder === null || isSamePayment(holder, claim)) return null
    const row = await this.#ledger.find(holder)
    return row === null || isFinallyRefused(row) || this.#isAbandoned(row) ? null : row
  }

  /**
   * Claims the id of a payment whose payer has proved to sign it: null if it is the payment's own now, else the row of
   * the payment that has it. It is taken from a payment without a lease that moved no money, after closing that one, so
   * that an earlier worker cannot continue it.
   */
  async claim(mine: PaymentRow): Promise<PaymentRow | null> {
    const { identifiers } = this.#ledger
    if (mine.proof_sha256 === null) return null
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await identifiers.claim(mine)) return null
      const holder = await identifiers.find(mine)
      if (holder === null) continue
      const row = await this.#ledger.find(holder)
      if (row !== null && !(await this.#isClosed(row))) return row
      if (await identifiers.takeOver(holder, mine)) return null
    }
    throw new Error('a payment identifier changed hands again and again')
  }

  async #isClosed(row: PaymentRow): Promise<boolean> {
    if (isFinallyRefused(row)) return true
    return this.#isAbandoned(row) && (await this.#ledger.refused(row, RELEASED)) !== null
  }

  #isAbandoned(row: PaymentRow): boolean {
    return row.state === 'reserved' && !this.#ledger.isLeased(row)
  }
}

const isSamePayment = (
  holder: { network: string; asset: string; nonce: string },
  claim: PaymentClaim,
): boolean => holder.network === claim.network && holder.asset === claim.asset && holder.nonce === claim.nonce
