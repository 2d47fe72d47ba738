import { hash, timingSafeEqual } from 'node:crypto'
import { Cache } from '../../../core/domain/cache.ts'
import type { StateDatabase } from '../store/database.ts'

/** A Pro key without its secret, which cannot be read again. Times are milliseconds since 1970. */
export interface ProKey {
  id: string
  label: string
  createdAt: number
  /** Null while it may be used. */
  revokedAt: number | null
}

/** The verdict on a key. */
export type ProKeyVerdict = 'valid' | 'unknown' | 'revoked' | 'malformed'

const FORM = /^assay_([0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/
const ID_BYTES = 6
const SECRET_BYTES = 32
/** Hash compared for an unknown key: no known text has it. */
const NOBODY = '0'.repeat(64)
/** Milliseconds for which a valid key is not looked up again: a revocation takes effect within that time. */
export const REMEMBERED_MS = 5_000
export const MAX_REMEMBERED = 1_000

/** The keys that open paid addresses without payment: `assay_<id>.<secret>`; the store has the secret's SHA-256. */
export class ProKeys {
  readonly #db: StateDatabase
  readonly #now: () => number
  readonly #random: (bytes: number) => Uint8Array
  /** Id and hash of the secret → end of its validity. */
  readonly #valid = new Cache<number>({ maxSize: MAX_REMEMBERED })

  constructor(db: StateDatabase, { now, random }: { now(): number; random(bytes: number): Uint8Array }) {
    this.#db = db
    this.#now = now
    this.#random = random
  }

  /** Creates a key. `key` is returned here and never again. Throws StoreUnavailable. */
  async issue(label: string): Promise<{ id: string; key: string }> {
    const id = Buffer.from(this.#random(ID_BYTES)).toString('hex')
    const secret = Buffer.from(this.#random(SECRET_BYTES)).toString('base64url')
    await this.#db.run('insert into pro_keys (id, label, secret_hash, created_at) values ($1, $2, $3, $4)', [
      id,
      label,
      hash('sha256', secret),
      this.#now(),
    ])
    return { id, key: `assay_${id}.${secret}` }
  }

  /** Returns all keys, the oldest first. Throws StoreUnavailable. */
  async list(): Promise<ProKey[]> {
    const rows = await this.#db.all<{
      id: string
      label: string
      created_at: number
      revoked_at: number | null
    }>('select id, label, created_at, revoked_at from pro_keys order by created_at, id')
    return rows.map(({ id, label, created_at, revoked_at }) => ({
      id,
      label,
      createdAt: created_at,
      revokedAt: revoked_at,
    }))
  }

  /**
   * Revokes a key: for calls that come here after it, and within REMEMBERED_MS everywhere. Returns whether there was
   * such a key in use. Throws StoreUnavailable.
   */
  async revoke(id: string): Promise<boolean> {
    const revoked = await this.#db.run(
      'update pro_keys set revoked_at = $2 where id = $1 and revoked_at is null',
      [id, this.#now()],
    )
    this.#valid.clear()
    return revoked > 0
  }

  /** Returns the verdict on a key, with the same work for an unknown one. Throws StoreUnavailable. */
  async check(key: string): Promise<ProKeyVerdict> {
    const [, id, secret] = FORM.exec(key) ?? []
    if (id === undefined || secret === undefined) return 'malformed'
    const hashed = hash('sha256', secret)
    const checkedAt = this.#now()
    if (this.#isRemembered(`${id}.${hashed}`, checkedAt)) return 'valid'
    const [row] = await this.#db.all<{ secret_hash: string; revoked_at: number | null }>(
      'select secret_hash, revoked_at from pro_keys where id = $1',
      [id],
    )
    const isRight = timingSafeEqual(Buffer.from(row?.secret_hash ?? NOBODY), Buffer.from(hashed))
    if (row === undefined || !isRight) return 'unknown'
    // Only a caller with the secret learns that the key was revoked.
    if (row.revoked_at !== null) return 'revoked'
    this.#valid.put(`${id}.${hashed}`, checkedAt + REMEMBERED_MS)
    return 'valid'
  }

  /** True if `check` would find the key valid without looking it up. */
  isKnown(key: string): boolean {
    const [, id, secret] = FORM.exec(key) ?? []
    return id !== undefined && this.#isRemembered(`${id}.${hash('sha256', secret ?? '')}`, this.#now())
  }

  #isRemembered(name: string, now: number): boolean {
    const until = this.#valid.get(name)
    if (until === undefined) return false
    // A clock that was set back must not make a key live longer.
    if (now < until && until - now <= REMEMBERED_MS) return true
    this.#valid.delete(name)
    return false
  }
}
