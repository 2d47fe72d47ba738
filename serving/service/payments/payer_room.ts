import type { Chain } from './payment.ts'
import { type PaymentRow, SPENT } from './payment_row.ts'
import type { PaymentSlots } from './payment_slots.ts'

/** What a payment is admitted with. */
interface PayerRoomOptions {
  slots: PaymentSlots
  chain: Chain
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** `refused` is for good, with the reason; `full`: the open payments of this payer leave no room now. */
export type Admission = { kind: 'admitted' } | { kind: 'refused'; reason: string } | { kind: 'full' }

/** For so long a payment waits for those of its payer that are in progress. */
export const MAX_ROOM_WAIT_MS = 15_000
const PAUSE_MS = 100

/** Why a payment is refused whose payer has less than its amount. */
const UNCOVERED = 'insufficient_funds: its payer has less than its amount'

/**
 * Admits a payment that a facilitator has found valid, before its answer is made and kept: its authorization must not
 * have been used before, and the open payments of its payer must be few and covered by the payer's balance. A valid
 * signature costs nothing, and a facilitator judges each payment as if it were the only one. Throws StoreUnavailable
 * and ChainUnavailable.
 */
export class PayerRoom {
  readonly #o: PayerRoomOptions

  constructor(options: PayerRoomOptions) {
    this.#o = options
  }

  /** Takes a place for the payment; one that is not admitted has none. */
  async admit(row: PaymentRow): Promise<Admission> {
    const until = this.#o.now() + MAX_ROOM_WAIT_MS
    for (;;) {
      const taken = await this.#o.slots.take(row)
      const admission = taken === null ? null : await this.#judge(row, taken.open)
      if (admission !== null) return admission
      if (this.#o.now() >= until) return { kind: 'full' }
      // In the order of their places, so that of several that are too many together one is admitted.
      await this.#o.sleep(PAUSE_MS * (1 + (taken?.slot ?? 0)))
    }
  }

  /** Null when it may be admitted later. The balance is read after the places: what was paid meanwhile is in neither. */
  async #judge(row: PaymentRow, open: bigint): Promise<Admission | null> {
    const { slots, chain } = this.#o
    const { isUsed, balance } = await chain.unsettled(row)
    if (!isUsed && open <= balance) return { kind: 'admitted' }
    await slots.release(row)
    if (isUsed) return { kind: 'refused', reason: SPENT }
    return BigInt(row.amount) > balance ? { kind: 'refused', reason: UNCOVERED } : null
  }
}
