import PQueue from 'p-queue'
import type { ChainReader } from './payment.ts'
import { type PaymentRow, SPENT } from './payment_row.ts'
import type { PaymentSlots } from './payment_slots.ts'

/** Dependencies of `PayerRoom`. */
interface PayerRoomOptions {
  slots: PaymentSlots
  chain: ChainReader
  /** Milliseconds since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** `refused` is final, with the reason; `full`: the open payments of this payer leave no room now. */
export type PayerAdmission = { kind: 'admitted' } | { kind: 'refused'; reason: string } | { kind: 'full' }

/** Maximum milliseconds that a payment waits for those of its payer in progress. */
export const MAX_ROOM_WAIT_MS = 15_000
const PAUSE_MS = 100

/** Reason of a payment whose payer has less than its amount. */
const UNCOVERED = 'insufficient_funds: its payer has less than its amount'

/**
 * Admits a payment that a facilitator has found valid, before its answer is built and stored: its authorization must
 * not have been used before, and the open payments of its payer must be few and covered by the payer's balance. A valid
 * signature costs nothing, and a facilitator judges each payment as if it were alone. Throws StoreUnavailable and
 * ChainUnavailable.
 */
export class PayerRoom {
  readonly #o: PayerRoomOptions
  readonly #queues = new Map<string, PQueue>()

  constructor(options: PayerRoomOptions) {
    this.#o = options
  }

  /** Takes a slot for the payment, which is free again once it is refused. */
  async admit(row: PaymentRow): Promise<PayerAdmission> {
    const { slots, now, sleep } = this.#o
    const until = now() + MAX_ROOM_WAIT_MS
    let judged = await this.#judge(row)
    while (typeof judged === 'bigint') {
      if (now() >= until) return { kind: 'full' }
      const { slot, isFull, others } = await slots.find(row)
      const hasRoom = others + BigInt(row.amount) <= judged && (slot !== null || !isFull)
      if (hasRoom) judged = await this.#judge(row)
      else if (slot === null) await this.#queueFor(row, () => this.#waitForSlot(row, until))
      // In slot order, so that of several that are too much together the first is admitted.
      else await sleep(PAUSE_MS * (1 + slot))
    }
    return judged
  }

  /** Of a payer's payments without a slot, only the first polls the ledger. */
  async #queueFor({ network, payer }: PaymentRow, work: () => Promise<void>): Promise<void> {
    const key = `${network} ${payer}`
    const queue = this.#queues.get(key) ?? new PQueue({ concurrency: 1 })
    this.#queues.set(key, queue)
    await queue.add(work).finally(() => {
      if (queue.size + queue.pending === 0) this.#queues.delete(key)
    })
  }

  async #waitForSlot(row: PaymentRow, until: number): Promise<void> {
    const { slots, now, sleep } = this.#o
    while (now() < until && (await slots.find(row)).isFull) await sleep(PAUSE_MS)
  }

  /**
   * Counts the payment, and then reads the others: whoever counts later sees it. The balance is read last, so that
   * payments made meanwhile are not in it. Returns the balance if the payment may be admitted later.
   */
  async #judge(row: PaymentRow): Promise<PayerAdmission | bigint> {
    const { slots, chain } = this.#o
    const { slot, others } = await slots.acquire(row)
    const { isUsed, balance } = await chain.unsettled(row)
    if (isUsed) return { kind: 'refused', reason: SPENT }
    const amount = BigInt(row.amount)
    if (amount > balance) return { kind: 'refused', reason: UNCOVERED }
    if (slot !== null && others + amount <= balance) return { kind: 'admitted' }
    await slots.suspend(row)
    return balance
  }
}
