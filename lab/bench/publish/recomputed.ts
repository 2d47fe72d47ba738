import { join } from 'node:path'
import { writeDataHistory } from '../../../pipeline/artifacts/data/partitions.ts'
import { openSite } from '../../../pipeline/artifacts/open_site.ts'
import type { Site } from '../../../pipeline/artifacts/site.ts'
import { writeDayHistory } from '../../../pipeline/history/day.ts'
import { History } from '../../../pipeline/history/history.ts'
import { createRawTable } from '../../../pipeline/ingest/raw_table.ts'
import { buildModels } from '../../../pipeline/model/build.ts'
import { LARGE_CONNECTIONS } from '../../../pipeline/model/build_settings.ts'
import { runChecks } from '../../../pipeline/model/checks.ts'
import { codeModels } from '../../../pipeline/model/code_models.ts'
import { openConnectionPool } from '../../../pipeline/model/connection_pool.ts'
import { openDatabase } from '../../../pipeline/model/database.ts'
import { loadIngestHistory, loadModelInputs } from '../../../pipeline/model/load.ts'
import { loadMethodologies } from '../../../pipeline/model/methodology_loader.ts'
import { readCodeVersion } from '../../../pipeline/run/code_version.ts'
import type { RunOptions } from '../../../pipeline/run/types.ts'
import { loadSources } from '../../../pipeline/source/source_loader.ts'
import { BENCH_DAY, benchDay, syntheticCatalog, writeSyntheticHistory } from './synthetic.ts'

/** The inputs of a recomputation, and its stage reporter. */
export interface RecomputeOptions {
  folder: string
  agents: number
  days: number
  timed<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** The site of a synthetic index whose day was recomputed, checks and all. */
export async function recomputedSite(asked: RecomputeOptions): Promise<Site> {
  const history = new History(join(asked.folder, 'history'))
  await asked.timed('prepare the synthetic index', () => prepare(history, asked))
  const { db, checks } = await recompute(history, BENCH_DAY, asked)
  const methodologies = await loadMethodologies()
  await db.resetMemoryLimit()
  return openSite(db, runOptions(BENCH_DAY, asked), methodologies, checks, readCodeVersion(), history)
}

/** The day before is computed too, so that the day in question has real movements to explain. */
async function prepare(history: History, asked: RecomputeOptions): Promise<void> {
  const scratch = await openDatabase(':memory:')
  await writeSyntheticHistory(scratch, history, asked.agents, asked.days)
  scratch.close()
  const { db } = await recompute(history, benchDay(1), { ...asked, timed: (_name, work) => work() })
  db.close()
}

async function recompute(history: History, day: string, asked: RecomputeOptions) {
  const { folder, timed } = asked
  const options = runOptions(day, asked)
  const [sources, methodologies] = [await loadSources(), await loadMethodologies()]
  const db = await openDatabase(join(folder, `${day}.duckdb`))
  await timed('load', async () => {
    await loadIngestHistory(db, history, day)
    await db.run(`insert into ingest by name
      select '${day}' as date, source, 'ok' as outcome, 'changes' as coverage, '${day}T23:59:59.000Z' as archived_at
      from (select unnest(['github', 'mcp_registry']) as source)`)
    for (const source of sources) await createRawTable(db, source, { history, day, loadedDay: null })
    await loadModelInputs(db, history, sources, methodologies, options)
  })
  const pool = await openConnectionPool(db, LARGE_CONNECTIONS)
  await timed('model', () => buildModels(db, codeModels(day), options.report, { pool }))
  const checks = await timed('check', () => runChecks(db, { pool }))
  await timed('history', async () => {
    await db.resetMemoryLimit()
    await writeDayHistory(db, history, { day })
    await writeDataHistory(db, history, { day })
  })
  return { db, checks }
}

function fetchNothing(): Promise<never> {
  return Promise.reject(new Error('a benchmark fetches nothing'))
}

function runOptions(day: string, { folder, agents }: RecomputeOptions): RunOptions {
  const report = { step() {}, tick() {}, note() {}, end() {} }
  const universe = {
    world: 'sample' as const,
    ...{ fetch: fetchNothing, reach: fetchNothing, resolve: fetchNothing },
    secondPath: { resolve: fetchNothing, reach: fetchNothing },
    catalog: syntheticCatalog(agents),
    perSecond: 1,
    limitsClock: null,
    sleep: async () => {},
    now: () => Date.parse(`${day}T23:59:59Z`),
  }
  return {
    day,
    output: folder,
    universe,
    sources: null,
    offline: true,
    refetch: false,
    acceptShrink: true,
    baseUrl: 'http://127.0.0.1:8787',
    env: {},
    report,
  }
}
