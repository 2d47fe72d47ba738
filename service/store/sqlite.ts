import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Database, type SqlValue, StoreUnavailable } from './database.ts'
import { MIGRATIONS_DONE, MIGRATIONS_TABLE, missingMigrations } from './migrate.ts'
import { checkValues, placeholdersOf } from './values.ts'

/** How long a statement waits for another process that writes. This process does nothing else meanwhile. */
const BUSY_MS = 2_000
/** Result codes that say that the file cannot be used now: busy, locked, read only, full, not a database, … */
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26])

/**
 * Opens the database in a file, brought to the newest migration. A file that is missing is made, with its folder,
 * for its owner alone. Throws StoreUnavailable, or RunFailed when the file was written by a newer version.
 */
export async function openSqlite(file: string): Promise<Database> {
  const connection = translated(`${file} cannot be opened`, () => connect(file))
  try {
    translated(`${file} cannot be brought to the newest migration`, () => migrate(connection))
  } catch (error) {
    connection.close()
    throw error
  }
  return databaseOf(connection, file)
}

/** Without a pause in between: another handle of this process that waited for the lock would wait for ever. */
function migrate(connection: DatabaseSync): void {
  connection.exec('begin exclusive')
  try {
    connection.exec(MIGRATIONS_TABLE)
    const done = connection.prepare(MIGRATIONS_DONE).all()
    connection.exec(missingMigrations(done.map(({ name }) => String(name))))
    connection.exec('commit')
  } catch (error) {
    // A full disk has rolled back by itself.
    if (connection.isTransaction) connection.exec('rollback')
    throw error
  }
}

function connect(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  const connection = new DatabaseSync(file)
  // Set by statement: the option of the constructor is younger than the oldest Node that this runs on.
  connection.exec(`pragma busy_timeout = ${BUSY_MS}`)
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  return connection
}

function databaseOf(connection: DatabaseSync, file: string): Database {
  const prepared = new Map<string, { statement: StatementSync; placeholders: number }>()
  const prepare = (sql: string) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = { statement: connection.prepare(sql), placeholders: placeholdersOf(sql) }
    prepared.set(sql, made)
    return made
  }
  const execute = <T>(
    sql: string,
    values: readonly SqlValue[],
    use: (statement: StatementSync, named: Record<string, string | bigint | null>) => T,
  ): T =>
    translated(`${file} cannot be used now`, () => {
      const { statement, placeholders } = prepare(sql)
      checkValues(values, placeholders)
      return use(statement, namedValues(values))
    })
  return {
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      execute(sql, values, (statement, named) => statement.all(named) as Row[]),
    run: async (sql, values = []) =>
      execute(sql, values, (statement, named) => Number(statement.run(named).changes)),
    close: async () => {
      if (connection.isOpen) connection.close()
    },
  }
}

/** Numbers go as integers: SQLite would take a number of JavaScript for a float, and `7 / 2` for 3.5. */
const namedValues = (values: readonly SqlValue[]): Record<string, string | bigint | null> =>
  Object.fromEntries(
    values.map((value, index) => [`$${index + 1}`, typeof value === 'number' ? BigInt(value) : value]),
  )

/** Runs `use`; a failure of the file, not of the statement, becomes StoreUnavailable. */
function translated<T>(what: string, use: () => T): T {
  try {
    return use()
  } catch (cause) {
    if (isUnavailable(cause)) throw new StoreUnavailable(what, { cause })
    throw cause
  }
}

/** The database is closed, its file or folder refused (an error of the system has a `syscall`), or its code says so. */
function isUnavailable(error: unknown): boolean {
  const { code, errcode, syscall } = error as { code?: unknown; errcode?: unknown; syscall?: unknown }
  // The low byte is the code; the rest says more.
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') return UNAVAILABLE.has(errcode & 0xff)
  return code === 'ERR_INVALID_STATE' || typeof syscall === 'string'
}
