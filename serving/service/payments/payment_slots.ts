import type { SqlValue, StateDatabase } from '../store/database.ts'
import type { PaymentKey } from './payment.ts'
import { OVER, SPENT } from './payment_row.ts'

/** Maximum number of open payments of a payer: in progress, or of unknown outcome. */
export const MAX_OPEN_PAYMENTS = 8

/** The slot of a payment among the open ones of its payer. */
export interface SlotState {
  /** Null without a slot. */
  slot: number | null
  counts: boolean
  isFull: boolean
  /** Sum of the other payments that count, in atomic units. */
  others: bigint
}

interface SlotRow {
  slot: number
  nonce: string
  counts: number
  amount: string
}

const PAYER = 'network = $1 and asset = $2 and payer = $3'
const NUMBERS = Array.from({ length: MAX_OPEN_PAYMENTS }, (_, slot) => `select ${slot} as slot`).join(
  ' union all ',
)

/**
 * The slots of open payments: each payer has so many, and a payment without one is not taken. A slot is a row with a
 * key of its own, so no number of simultaneous calls, at several instances, takes more. All throw StoreUnavailable.
 */
export class PaymentSlots {
  readonly #db: StateDatabase

  constructor(db: StateDatabase) {
    this.#db = db
  }

  /** Returns the slot of a payment, and the sum of the others. */
  async find({ network, asset, payer, nonce }: PaymentKey): Promise<SlotState> {
    const taken = await this.#db.all<SlotRow>(
      `select taken.slot, taken.nonce, taken.counts, coalesce(payments.amount, '0') as amount from payment_slots taken
       left join payments on payments.network = taken.network and payments.asset = taken.asset
         and payments.payer = taken.payer and payments.nonce = taken.nonce
       where taken.network = $1 and taken.asset = $2 and taken.payer = $3`,
      [network, asset, payer],
    )
    const others = taken.filter((row) => row.nonce !== nonce && row.counts === 1)
    const mine = taken.find((row) => row.nonce === nonce)
    return {
      slot: mine?.slot ?? null,
      counts: mine?.counts === 1,
      isFull: taken.length >= MAX_OPEN_PAYMENTS,
      others: others.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
    }
  }

  /** Takes the first free slot, or counts the payment's own; returns the state after it. */
  async acquire(key: PaymentKey): Promise<SlotState> {
    await this.#db.run(
      `insert into payment_slots (network, asset, payer, slot, nonce, counts)
       select $1, $2, $3, numbers.slot, $4, 1 from (${NUMBERS}) numbers
       where not exists (select 1 from payment_slots taken
         where taken.network = $1 and taken.asset = $2 and taken.payer = $3 and taken.slot = numbers.slot)
       order by numbers.slot limit 1
       on conflict do nothing`,
      keyValues(key),
    )
    const place = await this.find(key)
    if (place.slot === null || place.counts) return place
    await this.#setCounts(key, 1)
    return this.find(key)
  }

  /** Keeps the slot of a payment that waits; until it is taken again it does not count against the balance. */
  suspend(key: PaymentKey): Promise<void> {
    return this.#setCounts(key, 0)
  }

  /** Frees the slot of a payment that is no longer open, if it has one. */
  async release(key: PaymentKey): Promise<void> {
    await this.#db.run(`delete from payment_slots where ${PAYER} and nonce = $4`, keyValues(key))
  }

  async #setCounts(key: PaymentKey, counts: 0 | 1): Promise<void> {
    await this.#db.run(`update payment_slots set counts = $5 where ${PAYER} and nonce = $4`, [
      ...keyValues(key),
      counts,
    ])
  }

  /** Frees the slots of payments that are no longer open: their attempt ended before it could. */
  prune(): Promise<number> {
    return this.#db.run(
      `delete from payment_slots where not exists (select 1 from payments open
         where open.network = payment_slots.network and open.asset = payment_slots.asset
           and open.payer = payment_slots.payer and open.nonce = payment_slots.nonce
           and (open.state in ('reserved', 'verified', 'unknown')
             or (open.state = 'refused' and open.verified_at is not null
               and coalesce(open.reason, '') not in ($1, $2))))`,
      [SPENT, OVER],
    )
  }
}

const keyValues = ({ network, asset, payer, nonce }: PaymentKey): SqlValue[] => [network, asset, payer, nonce]
