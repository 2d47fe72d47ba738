import type { StateDatabase } from '../store/database.ts'
import type { PaymentKey } from './payment.ts'

/** Milliseconds for which an id belongs to its payment after its claim. */
export const IDENTIFIER_MS = 86_400_000

const UNPAID_MS = 3_600_000

/** An id of a payer, stored as a hash. */
export interface PayerIdentifier {
  payer: string
  /** SHA-256 of the id; null for a call without an id. */
  proof_sha256: string | null
}

/** The payment that an id belongs to, and the attempt that claimed the id. */
export interface Holder extends PaymentKey {
  attempt: string
}

/** A payment under work by its attempt. */
type Mine = Holder & PayerIdentifier

const ID = 'payer = $1 and identifier_sha256 = $2'

/**
 * The payment that each id of a payer belongs to. Ids of different payers never collide. Each method is one atomic
 * statement and throws StoreUnavailable.
 */
export class PaymentIdentifiers {
  readonly #db: StateDatabase
  readonly #now: () => number

  /** `now` is in milliseconds since 1970. */
  constructor(db: StateDatabase, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** Returns the payment that an id belongs to; null for a free id. */
  async find({ payer, proof_sha256 }: PayerIdentifier): Promise<Holder | null> {
    if (proof_sha256 === null) return null
    const [holder] = await this.#db.all<Holder>(
      `select network, asset, payer, nonce, attempt from payment_identifiers where ${ID} and claimed_at > $3`,
      [payer, proof_sha256, this.#now() - IDENTIFIER_MS],
    )
    return holder ?? null
  }

  /** Claims an id that is free or the payment's own; true when it is its own now. */
  async claim({ network, asset, payer, nonce, attempt, proof_sha256 }: Mine): Promise<boolean> {
    const now = this.#now()
    const claimed = await this.#db.run(
      `insert into payment_identifiers as held (payer, identifier_sha256, network, asset, nonce, attempt, claimed_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (payer, identifier_sha256) do update set network = excluded.network, asset = excluded.asset,
         nonce = excluded.nonce, attempt = excluded.attempt, claimed_at = excluded.claimed_at
       where held.claimed_at <= $8
         or (held.network = excluded.network and held.asset = excluded.asset and held.nonce = excluded.nonce)`,
      [payer, proof_sha256, network, asset, nonce, attempt, now, now - IDENTIFIER_MS],
    )
    return claimed > 0
  }

  /** Takes an id from the attempt that was read as its holder; false if another has claimed it since. */
  async takeOver({ attempt: seen }: Holder, mine: Mine): Promise<boolean> {
    const { network, asset, payer, nonce, attempt, proof_sha256 } = mine
    const taken = await this.#db.run(
      `update payment_identifiers set network = $3, asset = $4, nonce = $5, attempt = $6, claimed_at = $7
       where ${ID} and attempt = $8`,
      [payer, proof_sha256, network, asset, nonce, attempt, this.#now(), seen],
    )
    return taken > 0
  }

  /**
   * Deletes ids that have expired, and those of payments no longer in the ledger: nothing came of these. They are
   * looked up among the ids of an hour, since no payment that moves no money stays longer.
   */
  prune(): Promise<number> {
    const now = this.#now()
    return this.#db.run(
      `delete from payment_identifiers where claimed_at <= $1
         or (claimed_at > $2 and not exists (select 1 from payments
           where payments.network = payment_identifiers.network and payments.asset = payment_identifiers.asset
             and payments.payer = payment_identifiers.payer and payments.nonce = payment_identifiers.nonce))`,
      [now - IDENTIFIER_MS, now - UNPAID_MS],
    )
  }
}
