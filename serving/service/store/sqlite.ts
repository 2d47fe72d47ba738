import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SqlValue, type StateDatabase, StoreUnavailable } from './database.ts'
import { MIGRATIONS_DONE, MIGRATIONS_TABLE, missingMigrations } from './migrate.ts'
import { SqliteConnection, type SqliteValue } from './sqlite_connection.ts'
import { checkValues, countPlaceholders } from './values.ts'

/** Milliseconds that opening waits for another process that writes. */
const OPENING_BUSY_MS = 2_000
/** Milliseconds that a statement waits for it. SQLite itself would hold up every statement behind. */
export const MAX_BUSY_MS = 1_000
const BUSY_PAUSE_MS = 25
/** Result codes for a lock held by another process. */
const BUSY = new Set([5, 6])
/** Result codes for a file that cannot be used now: busy, locked, read only, full, not a database, … */
const UNAVAILABLE = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26])

/**
 * Opens the database in a file, migrated to the newest version. A missing file is created, with its folder, for its
 * owner alone; it grows to `mostBytes` at most, if given. Throws StoreUnavailable, or RunFailed if the file was written
 * by a newer version.
 */
export async function openSqlite(file: string, mostBytes: number | null = null): Promise<StateDatabase> {
  const connection = await translateErrors(`${file} cannot be opened`, () => connect(file))
  try {
    await translateErrors(`${file} cannot be opened`, () => configure(connection, mostBytes))
    await translateErrors(`${file} cannot be brought to the newest migration`, () => migrate(connection))
    await connection.exec('pragma busy_timeout = 0')
  } catch (error) {
    await connection.close()
    throw error
  }
  return toDatabase(connection, file)
}

async function connect(file: string): Promise<SqliteConnection> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
  return SqliteConnection.open(file)
}

async function configure(connection: SqliteConnection, mostBytes: number | null): Promise<void> {
  // Set by statement: the option of the constructor is younger than the oldest Node that this runs on.
  await connection.exec(`pragma busy_timeout = ${OPENING_BUSY_MS}`)
  await connection.exec('pragma journal_mode = wal')
  await connection.exec('pragma synchronous = full')
  if (mostBytes === null) return
  const [row] = await connection.all('pragma page_size')
  await connection.exec(`pragma max_page_count = ${Math.floor(mostBytes / Number(row?.page_size))}`)
}

async function migrate(connection: SqliteConnection): Promise<void> {
  await connection.exec('begin exclusive')
  try {
    await connection.exec(MIGRATIONS_TABLE)
    const done = await connection.all(MIGRATIONS_DONE)
    await connection.exec(missingMigrations(done.map(({ name }) => String(name))))
    await connection.exec('commit')
  } catch (error) {
    await connection.rollBack()
    throw error
  }
}

function toDatabase(connection: SqliteConnection, file: string): StateDatabase {
  const placeholders = new Map<string, number>()
  const countValues = (sql: string): number => {
    const known = placeholders.get(sql) ?? countPlaceholders(sql)
    placeholders.set(sql, known)
    return known
  }
  const execute = async <T>(
    sql: string,
    values: readonly SqlValue[],
    use: (named: Record<string, SqliteValue>) => Promise<T>,
  ): Promise<T> => {
    checkValues(values, countValues(sql))
    const named = namedValues(values)
    return retryWhileBusy(() => translateErrors(`${file} cannot be used now`, () => use(named)))
  }
  return {
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      execute(sql, values, async (named) => (await connection.all(sql, named)) as Row[]),
    run: async (sql, values = []) => execute(sql, values, (named) => connection.run(sql, named)),
    close: () => connection.close(),
  }
}

/** Tries again while another process holds the lock, with pauses for the statements of others. */
async function retryWhileBusy<T>(use: () => Promise<T>): Promise<T> {
  for (let waited = 0; ; waited += BUSY_PAUSE_MS)
    try {
      return await use()
    } catch (error) {
      if (waited >= MAX_BUSY_MS || !(error instanceof StoreUnavailable && isCode(error.cause, BUSY)))
        throw error
      await sleep(BUSY_PAUSE_MS)
    }
}

/** Passes numbers as integers: SQLite would take a number of JavaScript for a float, and `7 / 2` for 3.5. */
const namedValues = (values: readonly SqlValue[]): Record<string, SqliteValue> =>
  Object.fromEntries(
    values.map((value, index) => [`$${index + 1}`, typeof value === 'number' ? BigInt(value) : value]),
  )

/** Runs `use`; a failure of the file, not of the statement, becomes StoreUnavailable. */
async function translateErrors<T>(action: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (cause) {
    if (isUnavailable(cause)) throw new StoreUnavailable(action, { cause })
    throw cause
  }
}

/** True if the database is closed, its file or folder refused (system errors have a `syscall`), or by its code. */
function isUnavailable(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  return isCode(error, UNAVAILABLE) || code === 'ERR_INVALID_STATE' || typeof syscall === 'string'
}

/** True if an error of SQLite has one of these codes. The low byte is the code; the rest has details. */
function isCode(error: unknown, codes: ReadonlySet<number>): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && codes.has(errcode & 0xff)
}
