import type { SqlValue, StateDatabase } from '../../store/database.ts'

/** The head of a log as proven: size and root of its tree, and the digest of its last day. */
export interface LogHead {
  /** The line `origin+id+key`. */
  key: string
  size: number
  /** In hexadecimal. */
  root: string
  digest: string
}

/** A release that was accepted. */
export interface AcceptedRelease {
  id: string
  manifestSha256: string
}

/** The stored state of an index's log; each part is null if missing. */
export interface KnownLogState {
  head: LogHead | null
  accepted: AcceptedRelease | null
  /** A release that an operator allows though the log does not end with it, while the log has this size; null: any. */
  allowed: { release: string; logSize: number | null } | null
  /** The last release that was offered and not accepted. */
  refused: { release: string; why: string; at: number } | null
}

interface Row {
  index_name: string
  verifier_key: string | null
  log_size: number | null
  log_root: string | null
  day_digest: string | null
  release: string | null
  manifest_sha256: string | null
  allowed_release: string | null
  allowed_log_size: number | null
  refused_release: string | null
  refused_why: string | null
  refused_at: number | null
}

/** A used permission holds for that very log; a new one for the next release offered, or for the log as it is. */
const STILL_ALLOWED = `(known_logs.allowed_log_size = excluded.log_size
  or (known_logs.allowed_log_size is null and (known_logs.log_size is null
    or known_logs.log_size = excluded.log_size or known_logs.allowed_release = excluded.release)))`

const NOTHING: KnownLogState = { head: null, accepted: null, allowed: null, refused: null }

/** The rows of `known_logs`, one for each index. All methods throw StoreUnavailable while the database is away. */
export class KnownLogs {
  readonly db: StateDatabase

  constructor(db: StateDatabase) {
    this.db = db
  }

  async read(index: string): Promise<KnownLogState> {
    const [row] = await this.db.all<Row>('select * from known_logs where index_name = $1', [index])
    return row === undefined ? NOTHING : readRow(row)
  }

  /** Returns the stored state of every index, by its name. */
  async all(): Promise<[index: string, memory: KnownLogState][]> {
    const rows = await this.db.all<Row>('select * from known_logs order by index_name')
    return rows.map((row) => [row.index_name, readRow(row)])
  }

  /**
   * Stores a head and the release that it ends with. False if another instance has seen more of the log, or another
   * log, in the meantime: the stored log never gets smaller.
   */
  async advance(index: string, head: LogHead, accepted: AcceptedRelease, now: number): Promise<boolean> {
    const values = [head.key, head.size, head.root, head.digest, accepted.id, accepted.manifestSha256, now]
    const changed = await this.db.run(
      `insert into known_logs
         (index_name, verifier_key, log_size, log_root, day_digest, release, manifest_sha256, seen_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (index_name) do update set
         verifier_key = excluded.verifier_key, log_size = excluded.log_size, log_root = excluded.log_root,
         day_digest = excluded.day_digest, release = excluded.release,
         manifest_sha256 = excluded.manifest_sha256, seen_at = excluded.seen_at,
         allowed_release = case when ${STILL_ALLOWED} then known_logs.allowed_release end,
         allowed_log_size = case when ${STILL_ALLOWED} and known_logs.allowed_release = excluded.release
           then excluded.log_size else known_logs.allowed_log_size end,
         refused_release = null, refused_why = null, refused_at = null
       where known_logs.verifier_key is null
         or (known_logs.verifier_key = excluded.verifier_key
           and (known_logs.log_size < excluded.log_size
             or (known_logs.log_size = excluded.log_size and known_logs.log_root = excluded.log_root)))`,
      [index, ...values],
    )
    return changed > 0
  }

  /** Stores a release without a log as accepted, if no log is known. */
  async acceptWithoutLog(index: string): Promise<void> {
    await this.db.run(
      `update known_logs set refused_release = null, refused_why = null, refused_at = null
       where index_name = $1 and refused_release is not null`,
      [index],
    )
  }

  async refuse(index: string, release: string, reason: string, now: number): Promise<void> {
    await this.#put(index, 'refused_release = $2, refused_why = $3, refused_at = $4', [release, reason, now])
  }

  /** Allows a release though the log does not end with it, until the log grows. */
  async allow(index: string, release: string): Promise<void> {
    await this.#put(index, 'allowed_release = $2, allowed_log_size = null', [release])
  }

  /** Deletes the log of an index; returns whether one was known. */
  async forget(index: string): Promise<boolean> {
    return (await this.db.run('delete from known_logs where index_name = $1', [index])) > 0
  }

  async #put(index: string, assignments: string, values: SqlValue[]): Promise<void> {
    await this.db.run('insert into known_logs (index_name) values ($1) on conflict (index_name) do nothing', [
      index,
    ])
    await this.db.run(`update known_logs set ${assignments} where index_name = $1`, [index, ...values])
  }
}

function readRow(row: Row): KnownLogState {
  const { verifier_key: key, log_size: size, log_root: root, day_digest: digest } = row
  const { release, manifest_sha256, allowed_release, allowed_log_size } = row
  const { refused_release, refused_why, refused_at } = row
  const isKnown = key !== null && size !== null && root !== null && digest !== null
  return {
    head: isKnown ? { key, size, root, digest } : null,
    accepted:
      release === null || manifest_sha256 === null ? null : { id: release, manifestSha256: manifest_sha256 },
    allowed: allowed_release === null ? null : { release: allowed_release, logSize: allowed_log_size },
    refused:
      refused_release === null
        ? null
        : { release: refused_release, why: refused_why ?? '', at: refused_at ?? 0 },
  }
}
