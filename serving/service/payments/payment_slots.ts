import type { SqlValue, StateDatabase } from '../store/database.ts'
import type { PaymentKey } from './payment.ts'
import { OVER, SPENT } from './payment_row.ts'

/** So many payments of one payer may be open at once: in progress, or of unknown outcome. */
export const MAX_OPEN_PAYMENTS = 8

/** The place that a payment has, and what all open payments of its payer come to, its own included. */
export interface TakenSlot {
  slot: number
  /** Atomic units. */
  open: bigint
}

interface SlotRow {
  slot: number
  nonce: string
  amount: string
}

const PAYER = 'network = $1 and asset = $2 and payer = $3'
const NUMBERS = Array.from({ length: MAX_OPEN_PAYMENTS }, (_, slot) => `select ${slot} as slot`).join(
  ' union all ',
)

/**
 * The places of open payments: each payer has so many, and what has none is not taken. A place is a row with a key of
 * its own, so that no number of simultaneous calls, at several instances, takes more. All throw StoreUnavailable.
 */
export class PaymentSlots {
  readonly #db: StateDatabase

  constructor(db: StateDatabase) {
    this.#db = db
  }

  /** Takes a place for a payment that is in the ledger, or finds the one that it has; null when all are taken. */
  async take(key: PaymentKey): Promise<TakenSlot | null> {
    for (;;) {
      await this.#db.run(
        `insert into payment_slots (network, asset, payer, slot, nonce)
         select $1, $2, $3, numbers.slot, $4 from (${NUMBERS}) numbers
         where not exists (select 1 from payment_slots taken
           where taken.network = $1 and taken.asset = $2 and taken.payer = $3 and taken.slot = numbers.slot)
         order by numbers.slot limit 1
         on conflict do nothing`,
        keyValues(key),
      )
      const taken = await this.#taken(key)
      const mine = taken.find(({ nonce }) => nonce === key.nonce)
      if (mine !== undefined)
        return { slot: mine.slot, open: taken.reduce((sum, { amount }) => sum + BigInt(amount), 0n) }
      if (taken.length >= MAX_OPEN_PAYMENTS) return null
    }
  }

  /** Frees the place of a payment that is open no more, if it has one. */
  async release(key: PaymentKey): Promise<void> {
    await this.#db.run(`delete from payment_slots where ${PAYER} and nonce = $4`, keyValues(key))
  }

  /** Frees the places of payments that are open no more: their attempt ended before it could. */
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

  #taken({ network, asset, payer }: PaymentKey): Promise<SlotRow[]> {
    return this.#db.all(
      `select taken.slot, taken.nonce, coalesce(payments.amount, '0') as amount from payment_slots taken
       left join payments on payments.network = taken.network and payments.asset = taken.asset
         and payments.payer = taken.payer and payments.nonce = taken.nonce
       where taken.network = $1 and taken.asset = $2 and taken.payer = $3`,
      [network, asset, payer],
    )
  }
}

const keyValues = ({ network, asset, payer, nonce }: PaymentKey): SqlValue[] => [network, asset, payer, nonce]
