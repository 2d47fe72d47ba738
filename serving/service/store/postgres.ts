import { Client, type ClientConfig, DatabaseError, Pool, types } from 'pg'
import { RunFailed } from '../../../core/domain/errors.ts'
import { type SqlValue, type StateDatabase, StoreUnavailable } from './database.ts'
import { MIGRATIONS_DONE, MIGRATIONS_TABLE, missingMigrations } from './migrate.ts'
import { checkValues, countPlaceholders } from './values.ts'

const CONNECTIONS = 10
const CONNECT_MS = 2_000
/** The server's limit of a statement; this side waits a little longer. */
const STATEMENT_MS = 5_000
const ANSWER_MS = 6_000
const MIGRATE_MS = 60_000
/** Any number, the same for all instances: the lock under which one of them migrates. */
const MIGRATION_LOCK = 4_022_001
const INT8 = 20

/**
 * Opens a PostgreSQL, migrated to the newest version. Throws StoreUnavailable if it cannot be reached, and RunFailed if
 * it was written by a newer version or could lose confirmed writes.
 */
export async function openPostgres(url: string): Promise<StateDatabase> {
  await prepareServer({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    types: { getTypeParser: selectParser },
  })
  // An idle connection was lost: the pool opens another one, and the next call fails if it cannot.
  pool.on('error', () => {})
  return toDatabase(pool)
}

async function prepareServer(config: ClientConfig): Promise<void> {
  const client = new Client(config)
  client.on('error', () => {})
  await translateErrors(async () => {
    try {
      await client.connect()
      await requireDurability(client)
      await migrate(client)
    } finally {
      // Ends a transaction that failed, too.
      await client.end()
    }
  })
}

/** Throws RunFailed for a server that confirms a statement before it is on its disk. */
async function requireDurability(client: Client): Promise<void> {
  const { rows } = await client.query("select current_setting('synchronous_commit') as setting")
  if (rows[0].setting === 'off')
    throw new RunFailed(
      'the PostgreSQL of DATABASE_URL has synchronous_commit = off and would lose payments in a crash: alter role … set synchronous_commit = on',
    )
}

/** Migrates under a lock until the transaction ends: of instances started at once, one migrates and the rest wait. */
async function migrate(client: Client): Promise<void> {
  await client.query('begin')
  await client.query(`set local statement_timeout = ${MIGRATE_MS}`)
  await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
  await client.query(MIGRATIONS_TABLE)
  const { rows } = await client.query<{ name: string }>(MIGRATIONS_DONE)
  await client.query(missingMigrations(rows.map(({ name }) => name)))
  await client.query('commit')
}

function toDatabase(pool: Pool): StateDatabase {
  const query = (sql: string, values: readonly SqlValue[]) =>
    translateErrors(async () => {
      checkValues(values, countPlaceholders(sql))
      return pool.query(sql, [...values])
    })
  return {
    all: async <Row>(sql: string, values: readonly SqlValue[] = []) =>
      (await query(sql, values)).rows as Row[],
    run: async (sql, values = []) => (await query(sql, values)).rowCount ?? 0,
    close: async () => {
      if (!pool.ending) await pool.end()
    },
  }
}

/** Returns PostgreSQL's parsers, except for int8: values here are below 2^53, and a larger one is a fault. */
function selectParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? wholeNumber : types.getTypeParser(oid, format)
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is no number that can be held exactly`)
  return number
}

async function translateErrors<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (cause) {
    if (isUnavailable(cause)) throw new StoreUnavailable('PostgreSQL cannot be used now', { cause })
    throw cause
  }
}

/**
 * SQLSTATE classes that are the server's trouble, not the statement's: connection, authorization, missing database,
 * rolled back for another's sake, resources, stopped or timed out, system error, broken data, read only.
 */
const UNAVAILABLE = /^(08|28|3D|40|53|57|58|XX|25006)/

/** True for errors of the connection: those neither of PostgreSQL nor ours. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) return UNAVAILABLE.test(error.code ?? '')
  return !(error instanceof TypeError || error instanceof RangeError || error instanceof RunFailed)
}
