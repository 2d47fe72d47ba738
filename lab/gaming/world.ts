import { join } from 'node:path'
import { silentReporter } from '../../cli/progress.ts'
import { Archive, hashHex } from '../../pipeline/archive/archive.ts'
import { History } from '../../pipeline/history/history.ts'
import { ingest } from '../../pipeline/ingest/ingest.ts'
import { openConnectionPool } from '../../pipeline/model/connection_pool.ts'
import { type Database, identifier, openDatabase } from '../../pipeline/model/database.ts'
import { loadIngestHistory, loadModelInputs } from '../../pipeline/model/load.ts'
import { loadMethodologies } from '../../pipeline/model/methodology_loader.ts'
import { createTable } from '../../pipeline/model/tables.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'
import { loadSources } from '../../pipeline/source/source_loader.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import type { Rows } from './attack.ts'

/** Each of these days reads the payments of up to seven days; the last one is the day of the study. */
const READ_DAYS = [8, 15, 22, 29].map((index) => SAMPLE_DAYS[index] as string)

/**
 * Sources that identify services, and the age of a repository; all others are read on the day of the study alone.
 */
const READ_EACH_DAY = [
  ...['mcp_registry', 'github'],
  ...['x402_payments', 'x402_bazaar_cdp', 'x402_bazaar_payai', 'endpoint_probes'],
  ...['erc8004_identity', 'erc8004_files', 'erc8004_reputation'],
]

/** The logical date of the study. */
export const STUDY_DAY = READ_DAYS.at(-1) as string

/** The chain that attackers are on. */
export const STUDY_CHAIN = 'eip155:8453'

/** A block of that day, after all of the sample's. */
export const STUDY_BLOCK = 44_700_000

/** Days between the first reading of the feeds and the study: the age of what they listed then is unknown. */
export const DAYS_READ = (Date.parse(STUDY_DAY) - Date.parse(READ_DAYS[0] as string)) / 86_400_000

/**
 * An archive that stores the bodies in memory: files would take a quarter of the time, and these are never read again.
 */
class BriefArchive extends Archive {
  readonly #bodies = new Map<string, Buffer>()

  override writeBody(bytes: Uint8Array): string {
    const hash = hashHex(bytes)
    this.#bodies.set(hash, Buffer.from(bytes))
    return hash
  }

  override hasBody(hash: string): boolean {
    return this.#bodies.has(hash)
  }

  override readBody(hash: string): Buffer {
    const body = this.#bodies.get(hash)
    if (!body) throw new Error(`no body ${hash} was written`)
    return body
  }
}

/**
 * A database with everything that the models read, as the real ingest leaves it on the day of the study of the sample
 * world. Writes its archive and history below `folder`; the caller closes the database and removes the folder.
 */
export async function openWorld(folder: string): Promise<Database> {
  const [sources, methodologies] = [await loadSources(), await loadMethodologies()]
  const archive = new BriefArchive(join(folder, 'archive'))
  const history = new History(join(folder, 'history'))
  for (const day of READ_DAYS) {
    const db = await openDatabase(':memory:')
    // Small queries run in less time without a second thread to hand them to.
    await db.run('set threads = 1')
    const options = runOptions(day, folder)
    await loadIngestHistory(db, history, day)
    await ingest({
      db,
      lanes: await openConnectionPool(db, 1),
      loadsHistory: false,
      archive,
      history,
      sources,
      options,
    })
    if (day === STUDY_DAY) {
      await loadModelInputs(db, history, sources, methodologies, options)
      await storeObservations(db)
      return db
    }
    db.close()
  }
  throw new Error('no day was read')
}

const runOptions = (day: string, output: string): RunOptions => ({
  ...{
    day,
    output,
    universe: createSampleUpstreams(day),
    sources: day === STUDY_DAY ? null : READ_EACH_DAY,
    offline: false,
    refetch: false,
  },
  ...{ acceptShrink: true, baseUrl: 'http://127.0.0.1:8787', env: {}, report: silentReporter },
})

/** Tables in place of the views over the history, so that rows can be added. */
export async function storeObservations(db: Database): Promise<void> {
  const views = await db.rows<{ name: string }>(
    `select view_name as name from duckdb_views() where view_name like 'observed\\_%' escape '\\' order by name`,
  )
  for (const view of views) {
    const name = identifier(view.name)
    await db.run(`create table kept as from ${name}; drop view ${name}; alter table kept rename to ${name}`)
  }
}

const PROVENANCE = {
  observed_on: STUDY_DAY,
  observed_at: `${STUDY_DAY}T23:59:59.000Z`,
  source_url: 'https://attacker.example/',
  response_sha256: 'a'.repeat(64),
  first_seen_on: STUDY_DAY,
}

/**
 * Adds an attacker's rows to the raw tables, first seen on the day of the study unless a row says otherwise. Attacks
 * are written for the sample's days: in a data set of another day all their times are shifted.
 */
export async function addRows(db: Database, rows: Rows): Promise<void> {
  const move = await mover(db)
  for (const [table, added] of Object.entries(rows)) {
    const columns = await readColumns(db, table)
    await createTable(
      db,
      'added',
      columns,
      added.map((row) => move({ ...PROVENANCE, ...row })),
    )
    for (const target of new Set([table, table.replace(/^raw_/, 'observed_')])) {
      const names = Object.keys(await readColumns(db, target)).map(identifier)
      if (names.length > 0 && (target === table || table.startsWith('raw_')))
        await db.run(`insert into ${identifier(target)} by name select ${names.join(', ')} from added`)
    }
  }
}

const TIMES = [
  'day',
  'observed_on',
  'observed_at',
  'first_seen_on',
  'block_time',
  'published_at',
  'updated_at',
  'pushed_at',
]

/**
 * Moves a row's times from the day of the study to that of the run, and its block behind those that were read of its
 * chain.
 */
async function mover(db: Database): Promise<(row: Record<string, unknown>) => Record<string, unknown>> {
  const [run] = await db.rows<{ days: number; blocks: number }>(`
    select day - date '${STUDY_DAY}' as days,
      (
        select coalesce(max(block_number), 0) from raw_x402_payments
        where chain = '${STUDY_CHAIN}' and response_sha256 != '${PROVENANCE.response_sha256}'
      ) as blocks
    from run`)
  const { days = 0, blocks = 0 } = run ?? {}
  if (days === 0) return (row) => row
  const shiftTime = (at: string): string =>
    new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, at.length)
  return (row) => ({
    ...row,
    ...Object.fromEntries(TIMES.filter((key) => key in row).map((key) => [key, shiftTime(String(row[key]))])),
    ...('block_number' in row && { block_number: Number(row.block_number) - STUDY_BLOCK + blocks }),
  })
}

/** Takes out what `addRows` added to the tables of sources. */
export async function removeAdded(db: Database): Promise<void> {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from duckdb_columns() where column_name = 'response_sha256' and database_name = 'memory'`,
  )
  for (const { name } of tables)
    await db.run(`delete from ${identifier(name)} where response_sha256 = '${PROVENANCE.response_sha256}'`)
}

async function readColumns(db: Database, table: string): Promise<Record<string, string>> {
  const columns = await db.rows<{ name: string; type: string }>(
    `select column_name as name, data_type as type from duckdb_columns()
     where table_name = '${table}' order by column_index`,
  )
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]))
}
