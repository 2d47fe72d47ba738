import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listTables, SQL_FOLDER } from './build.ts'
import { buildInParallel, type ConnectionPool, openConnectionPool } from './connection_pool.ts'
import type { Database } from './database.ts'
import { listTablesRead } from './order.ts'

const FOLDER = join(SQL_FOLDER, 'checks')

/** Result of one check: the rows that break it, none if it passes. */
export interface CheckResult {
  name: string
  /** The rule: the first line of the file. */
  says: string
  rows: Record<string, unknown>[]
}

/** Options of a run of checks other than one after the other and all of them. */
export interface CheckOptions {
  pool?: ConnectionPool
  /** Not all tables were built: skip the checks of others. */
  isPartial?: boolean
}

/** Runs every check in `sql/checks`; a check is a query that returns the bad rows (at most 20 are returned). */
export async function runChecks(
  db: Database,
  { pool, isPartial = false }: CheckOptions = {},
): Promise<CheckResult[]> {
  const wanted = isPartial ? await selectRunnable(db) : readChecks()
  const found = new Map<string, CheckResult['rows']>()
  const runs = wanted.map(({ name, sql }) => ({
    ...{ name, reads: [] },
    build: async (connection: Database) => void found.set(name, await readBadRows(connection, sql)),
  }))
  await buildInParallel(pool ?? (await openConnectionPool(db, 1)), runs, () => {})
  return wanted.map(({ name, sql }) => ({ name, says: parseRule(sql), rows: found.get(name) ?? [] }))
}

/** Returns the tables that the checks read. */
export const listCheckTables = async (db: Database): Promise<string[]> =>
  (await Promise.all(readChecks().map((check) => listReads(db, check)))).flat()

interface Check {
  name: string
  sql: string
}

function readChecks(): Check[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return files.sort().map((file) => ({ name: basename(file, '.sql'), sql: readCheck(file) }))
}

const listReads = (db: Database, { name, sql }: Check): Promise<string[]> =>
  listTablesRead(db, sql, `sql/checks/${name}.sql`)

const readCheck = (file: string): string => readFileSync(join(FOLDER, file), 'utf8').trim().replace(/;$/, '')

const parseRule = (sql: string): string => (sql.split('\n')[0] ?? '').replace(/^--\s*/, '')

const readBadRows = (db: Database, sql: string): Promise<CheckResult['rows']> =>
  db.rows(`select * from (${sql}\n) bad limit 20`)

/** Returns the checks whose tables all exist. */
async function selectRunnable(db: Database): Promise<Check[]> {
  const checks = readChecks()
  const there = new Set(await listTables(db))
  const read = await Promise.all(checks.map((check) => listReads(db, check)))
  return checks.filter((_, at) => read[at]?.every((name) => there.has(name)))
}
