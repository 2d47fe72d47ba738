import { join } from 'node:path'
import { Archive } from '../../pipeline/archive/archive.ts'
import { History } from '../../pipeline/history/history.ts'
import { ingest } from '../../pipeline/ingest/ingest.ts'
import { loadMethodologies } from '../../pipeline/methodology_loader.ts'
import { type Database, identifier, openDatabase } from '../../pipeline/model/database.ts'
import { loadGiven, loadIngestHistory } from '../../pipeline/model/load.ts'
import { createTable } from '../../pipeline/model/tables.ts'
import { silentReporter } from '../../pipeline/progress.ts'
import type { RunOptions } from '../../pipeline/run_types.ts'
import { SAMPLE_DAYS, sampleUniverse } from '../../pipeline/sample/sample.ts'
import { loadSources } from '../../pipeline/source_loader.ts'
import type { Rows } from './attack.ts'

/** Each of these days reads the payments of up to seven days; the last one is the day of the study. */
const READ_DAYS = [8, 15, 22, 29].map((index) => SAMPLE_DAYS[index] as string)

/** The logical date of the study. */
export const STUDY_DAY = READ_DAYS.at(-1) as string

/**
 * A database with everything that the models read, as the real ingest leaves it on the day of the study of the sample
 * world. Writes its archive and history below `folder`; the caller closes the database and removes the folder.
 */
export async function openWorld(folder: string): Promise<Database> {
  const [sources, methodologies] = [await loadSources(), await loadMethodologies()]
  const archive = new Archive(join(folder, 'archive'))
  const history = new History(join(folder, 'history'))
  for (const day of READ_DAYS) {
    const db = await openDatabase(':memory:')
    const options = optionsOf(day, folder)
    await loadIngestHistory(db, history, day)
    await ingest({ db, archive, history, sources, options })
    if (day === STUDY_DAY) {
      await loadGiven(db, history, sources, methodologies, options)
      await keepObservations(db)
      return db
    }
    db.close()
  }
  throw new Error('no day was read')
}

const optionsOf = (day: string, output: string): RunOptions => ({
  ...{ day, output, universe: sampleUniverse(day), sources: null, offline: false, refetch: false },
  ...{ acceptShrink: true, baseUrl: 'http://127.0.0.1:8787', env: {}, report: silentReporter },
})

/** Tables in place of the views over the history, so that rows can be added. */
async function keepObservations(db: Database): Promise<void> {
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

/** Adds an attacker's rows to the raw tables, first seen on the day of the study unless a row says otherwise. */
export async function addRows(db: Database, rows: Rows): Promise<void> {
  for (const [table, added] of Object.entries(rows)) {
    const columns = await columnsOf(db, table)
    await createTable(
      db,
      'added',
      columns,
      added.map((row) => ({ ...PROVENANCE, ...row })),
    )
    for (const target of [table, table.replace(/^raw_/, 'observed_')]) {
      const names = Object.keys(await columnsOf(db, target)).map(identifier)
      if (names.length > 0 && (target === table || table.startsWith('raw_')))
        await db.run(`insert into ${identifier(target)} by name select ${names.join(', ')} from added`)
    }
  }
}

/** Takes out what `addRows` added to the tables of sources. */
export async function removeAdded(db: Database): Promise<void> {
  const tables = await db.rows<{ name: string }>(
    `select table_name as name from duckdb_columns() where column_name = 'response_sha256' and database_name = 'memory'`,
  )
  for (const { name } of tables)
    await db.run(`delete from ${identifier(name)} where response_sha256 = '${PROVENANCE.response_sha256}'`)
}

async function columnsOf(db: Database, table: string): Promise<Record<string, string>> {
  const columns = await db.rows<{ name: string; type: string }>(
    `select column_name as name, data_type as type from duckdb_columns()
     where table_name = '${table}' order by column_index`,
  )
  return Object.fromEntries(columns.map(({ name, type }) => [name, type]))
}
