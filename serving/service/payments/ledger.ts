import type { SqlValue, StateDatabase } from '../store/database.ts'
import type { PaymentKey } from './payment.ts'
import { PaymentIdentifiers } from './payment_identifiers.ts'
import {
  ANSWER_AGAIN_MS,
  OVER,
  type PaymentClaim,
  type PaymentRow,
  type PaymentState,
  SPENT,
} from './payment_row.ts'
import { PaymentSlots } from './payment_slots.ts'

/** A stored answer: always JSON. */
export interface StoredAnswer {
  body: string
  contentType: string
  releaseId: string
}

/** Clock in milliseconds, lease of an attempt on a payment, and unique names for attempts. */
export interface LedgerOptions {
  now(): number
  /** Longer than verifying, building the answer and settling can take together. */
  leaseMs: number
  newAttempt(): string
}

// Requests that wait for a payment poll its row: they need no body before it is paid.
const COLUMNS = `network, asset, payer, nonce, endpoint, request, signature_sha256, amount, pay_to, valid_after,
  valid_before, proof_sha256, state, attempt, lease_until, verified_at, content_type, release_id, transaction_hash,
  settled_at, reason, created_at, case when state in ('settled', 'served') then body end as body`
const KEY = 'network = $1 and asset = $2 and payer = $3 and nonce = $4'
const MAX_REASON = 300
/** Milliseconds a row is stored that moved no money and can move none, for requests that wait for its verdict. */
export const REFUSED_MS = 30_000
/** An answer may still be in transit when its time is over. */
const GRACE_MS = 60_000

/**
 * The ledger of payments. Each change of a row is one atomic statement, and null means that the row has changed since
 * it was read: the caller then reads it again. All methods throw StoreUnavailable.
 */
export class Ledger {
  readonly identifiers: PaymentIdentifiers
  readonly slots: PaymentSlots
  readonly #db: StateDatabase
  readonly #options: LedgerOptions

  constructor(db: StateDatabase, options: LedgerOptions) {
    this.#db = db
    this.#options = options
    this.identifiers = new PaymentIdentifiers(db, options.now)
    this.slots = new PaymentSlots(db)
  }

  find(key: PaymentKey): Promise<PaymentRow | null> {
    return this.#firstRow(`select ${COLUMNS} from payments where ${KEY}`, keyValues(key))
  }

  /** True while a row's lease is held. */
  isLeased({ state, lease_until }: PaymentRow): boolean {
    return (state === 'reserved' || state === 'verified') && lease_until > this.#options.now()
  }

  /** Returns a new row, reserved for the caller; null if its key exists. */
  claim(claim: PaymentClaim): Promise<PaymentRow | null> {
    const { now, until, attempt } = this.#lease()
    const { endpoint, request, signature_sha256, amount, pay_to, valid_after, valid_before, proof_sha256 } =
      claim
    return this.#firstRow(
      `insert into payments (network, asset, payer, nonce, endpoint, request, signature_sha256, amount, pay_to,
         valid_after, valid_before, proof_sha256, state, attempt, lease_until, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'reserved', $13, $14, $15, $15)
       on conflict (network, asset, payer, nonce) do nothing returning ${COLUMNS}`,
      [
        ...keyValues(claim),
        ...[endpoint, request, signature_sha256, amount, pay_to, valid_after, valid_before, proof_sha256],
        ...[attempt, until, now],
      ],
    )
  }

  /**
   * Takes over a row that is neither leased nor paid: reserved again, with the new caller's proof, or verified if its
   * answer is stored.
   */
  take(seen: PaymentRow, { proof_sha256 }: Pick<PaymentClaim, 'proof_sha256'>): Promise<PaymentRow | null> {
    const { now, until, attempt } = this.#lease()
    return this.#firstRow(
      `update payments set state = case when verified_at is null then 'reserved' else 'verified' end,
         proof_sha256 = case when verified_at is null then $10 else proof_sha256 end,
         attempt = $7, lease_until = $8, updated_at = $9
       where ${KEY} and attempt = $5 and state = $6
         and (state in ('refused', 'unknown') or (state in ('reserved', 'verified') and lease_until <= $9))
       returning ${COLUMNS}`,
      [...seenValues(seen), attempt, until, now, proof_sha256],
    )
  }

  /** Stores the answer of a payment that was found valid; from now on money may move. */
  verified(mine: PaymentRow, answer: StoredAnswer): Promise<PaymentRow | null> {
    const { now, until } = this.#lease()
    return this.#firstRow(
      `update payments set state = 'verified', body = $7, content_type = $8, release_id = $9, verified_at = $10,
         lease_until = $11, updated_at = $10, reason = null
       where ${KEY} and attempt = $5 and state = $6 and state = 'reserved' returning ${COLUMNS}`,
      [...seenValues(mine), answer.body, answer.contentType, answer.releaseId, now, until],
    )
  }

  /**
   * Records that money has moved. It is a fact, whoever reports it: it needs no lease, and overrides any other state.
   * Null if it was recorded already.
   */
  settled(key: PaymentKey, transaction: string): Promise<PaymentRow | null> {
    return this.#firstRow(
      `update payments set state = 'settled', transaction_hash = $5, settled_at = $6, updated_at = $6, reason = null
       where ${KEY} and verified_at is not null and state not in ('settled', 'served') returning ${COLUMNS}`,
      [...keyValues(key), transaction, this.#options.now()],
    )
  }

  /** Records that the answer of a paid row was returned. */
  async served(key: PaymentKey): Promise<void> {
    await this.#db.run(
      `update payments set state = 'served', served_at = $5, updated_at = $5 where ${KEY} and state = 'settled'`,
      [...keyValues(key), this.#options.now()],
    )
  }

  /** Closes a row that no money moved for. */
  refused(seen: PaymentRow, reason: string): Promise<PaymentRow | null> {
    return this.#close(seen, 'refused', reason)
  }

  /** Marks a row's outcome as unknown, for a later request to resolve. */
  unknown(seen: PaymentRow, reason: string): Promise<PaymentRow | null> {
    return this.#close(seen, 'unknown', reason)
  }

  /**
   * Returns rows without a lease whose outcome is open, the longest untouched first. One refused after its answer was
   * stored is open until the chain shows that its authorization can move nothing any more.
   */
  open(network: string, limit: number): Promise<PaymentRow[]> {
    return this.#db.all(
      `select ${COLUMNS} from payments where network = $1
         and (state = 'unknown' or (state in ('reserved', 'verified') and lease_until <= $2)
           or (state = 'refused' and verified_at is not null and coalesce(reason, '') not in ($4, $5)))
       order by updated_at, nonce limit $3`,
      [network, this.#options.now(), limit, SPENT, OVER],
    )
  }

  /**
   * Deletes obsolete rows: those that moved no money and can move none, expired answers, ids and slots that are free
   * again. Returns the number of payment rows.
   */
  async prune(): Promise<number> {
    const now = this.#options.now()
    await this.#db.run(
      "update payments set body = null where state = 'served' and body is not null and settled_at <= $1",
      [now - ANSWER_AGAIN_MS - GRACE_MS],
    )
    const deleted = await this.#db.run(
      `delete from payments where updated_at <= $1
         and ((state = 'refused' and (verified_at is null or reason in ($3, $4)))
           or (state = 'reserved' and verified_at is null and lease_until <= $2))`,
      [now - REFUSED_MS, now, SPENT, OVER],
    )
    await this.slots.prune()
    await this.identifiers.prune()
    return deleted
  }

  /** Returns the newest rows, of one state if given. */
  newest(state: PaymentState | null, limit: number): Promise<PaymentRow[]> {
    return this.#db.all(
      `select ${COLUMNS} from payments where state = $1 or $1 = 'any' order by created_at desc, nonce limit $2`,
      [state ?? 'any', limit],
    )
  }

  /** Returns the number of rows in each state that has any, except served: counting these takes long. */
  counts(): Promise<{ state: PaymentState; count: number }[]> {
    return this.#db.all(
      "select state, count(*) as count from payments where state <> 'served' group by state order by state",
    )
  }

  #close(seen: PaymentRow, state: 'refused' | 'unknown', reason: string): Promise<PaymentRow | null> {
    const { now } = this.#lease()
    return this.#firstRow(
      `update payments set state = $7, reason = $8, lease_until = 0, updated_at = $9
       where ${KEY} and attempt = $5 and state = $6 and (state in ('reserved', 'verified', 'unknown')
         or (state = 'refused' and verified_at is not null))
       returning ${COLUMNS}`,
      [...seenValues(seen), state, toStorable(reason), now],
    )
  }

  async #firstRow(sql: string, values: SqlValue[]): Promise<PaymentRow | null> {
    const [row] = await this.#db.all<PaymentRow>(sql, values)
    return row ?? null
  }

  #lease() {
    const now = this.#options.now()
    return { now, until: now + this.#options.leaseMs, attempt: this.#options.newAttempt() }
  }
}

/** A reason comes from outside: it is cut, and cleared of what a database refuses. */
const toStorable = (reason: string): string => reason.slice(0, MAX_REASON).toWellFormed().replaceAll('\0', '')

const keyValues = ({ network, asset, payer, nonce }: PaymentKey): SqlValue[] => [network, asset, payer, nonce]

const seenValues = (row: PaymentRow): SqlValue[] => [...keyValues(row), row.attempt, row.state]
