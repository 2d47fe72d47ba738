import { OperationalError } from '../../../core/domain/errors.ts'

/** A value of a column. Times are whole milliseconds since 1970, below 2^53. */
export type SqlValue = string | number | null

/**
 * The database features that the service needs, so that SQLite and PostgreSQL behave alike: statements in the SQL that
 * both know, with `$1`, `$2`, … for values. Each statement is atomic and durable when its promise settles; there are no
 * transactions over several, so changes that belong together are one statement (`insert … on conflict … returning`,
 * `update … where … returning`). All methods throw StoreUnavailable when the database cannot be reached.
 */
export interface StateDatabase {
  /** Returns the rows of a statement; those of `returning` too. */
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
  /** Runs a statement; returns the number of changed rows. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>
  close(): Promise<void>
}

/** The state of the service cannot be read or written now; `cause` has the reason. */
export class StoreUnavailable extends OperationalError {
  override name = 'StoreUnavailable'
}
