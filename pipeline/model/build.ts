import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Reporter, STEPS } from '../run/types.ts'
import { buildInParallel, type ConnectionPool, openConnectionPool } from './connection_pool.ts'
import type { Database } from './database.ts'
import { createDropper } from './drop_unread.ts'
import { listTablesRead, type Model, selectNeeded, sortModels } from './order.ts'
import { createMacros } from './rules.ts'
import { readSeeds, toSeedModel } from './seeds.ts'
import { createBySlices } from './slices.ts'
import { toUnionModel, UNIONS } from './unions.ts'

/** The folder with one SQL file for each model and check. */
export const SQL_FOLDER = join(import.meta.dirname, '../../sql')

const LAYERS = ['staging', 'intermediate', 'marts']

/** Options of a build other than one after the other and all of them. */
export interface BuildOptions {
  pool?: ConnectionPool
  /** Build only these tables and their inputs. */
  wanted?: readonly string[] | null
  /** Tables that are read after the build: others between models are dropped in it. By default all are kept. */
  keeps?: readonly string[] | null
}

/** Builds every model: the SQL files and the given code models, each after its inputs. */
export async function buildModels(
  db: Database,
  code: Model[],
  report: Reporter,
  { pool, wanted = null, keeps = null }: BuildOptions = {},
): Promise<void> {
  await createMacros(db)
  const all = sortModels([...(await sqlModels(db)), ...code], await listTables(db))
  const models = wanted === null ? all : selectNeeded(wanted, all)
  report.step(STEPS.model, models.length)
  const dropUnread = keeps === null ? async () => {} : createDropper(models, keeps)
  await buildInParallel(pool ?? (await openConnectionPool(db, 1)), models, async (model, connection) => {
    await dropUnread(model, connection)
    report.tick()
  })
}

/** Returns the seeds, the SQL files and their unions as models; the file's name is the table's. */
export async function sqlModels(db: Database): Promise<Model[]> {
  const seeds = readSeeds(SQL_FOLDER).map((seed) => toSeedModel(SQL_FOLDER, seed))
  const files = await Promise.all(LAYERS.flatMap(sqlFiles).map((file) => sqlModel(db, file)))
  return [...seeds, ...files, ...UNIONS.map((union) => toUnionModel(union, files))]
}

/** Lists the SQL files of a layer by name; the intermediate ones are in folders by area. */
export const sqlFiles = (layer: string): string[] =>
  readdirSync(join(SQL_FOLDER, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
    .map((file) => join(SQL_FOLDER, layer, file))

async function sqlModel(db: Database, file: string): Promise<Model> {
  const name = basename(file, '.sql')
  const sql = readFileSync(file, 'utf8').trim().replace(/;$/, '')
  const reads = await listTablesRead(db, sql, file)
  return {
    name,
    reads,
    build: (database) =>
      createBySlices(database, { name, sql, reads }).catch((cause: Error) => {
        throw new Error(`${file}: ${cause.message}`, { cause })
      }),
  }
}

/** Returns the names of all tables and views. */
export async function listTables(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string }>('select table_name as name from information_schema.tables')
  return rows.map(({ name }) => name)
}
