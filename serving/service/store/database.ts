import { AssayError } from '../../../core/domain/errors.ts'

/** What a column holds. Times are whole milliseconds since 1970, below 2^53. */
export type SqlValue = string | number | null

/**
 * The little of a database that the service needs, so that SQLite and PostgreSQL do alike: statements in the SQL that
 * both know, with `$1`, `$2`, … for values. Each statement is atomic and durable when its promise settles; there are
 * no transactions over several, so whatever must hold together is one statement (`insert … on conflict … returning`,
 * `update … where … returning`). All methods throw StoreUnavailable when the database cannot be reached.
 */
export interface StateDatabase {
  /** The rows that a statement gives; those of `returning` too. */
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** Runs a statement; gives how many rows it changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>
  close(): Promise<void>
}

/** The state of the service cannot be read or written now; `cause` says why. */
export class StoreUnavailable extends AssayError {
  override name = 'StoreUnavailable'
}
