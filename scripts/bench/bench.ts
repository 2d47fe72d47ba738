import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openSite } from '../../pipeline/artifacts/open_site.ts'
import { renderAll } from '../../pipeline/artifacts/render.ts'
import { codeVersion } from '../../pipeline/code_version.ts'
import { writeDayHistory } from '../../pipeline/history/day.ts'
import { History } from '../../pipeline/history/history.ts'
import { identityModel } from '../../pipeline/identity/identity.ts'
import { createRawTable } from '../../pipeline/ingest/raw_table.ts'
import { loadMethodologies } from '../../pipeline/methodology_loader.ts'
import { buildModels, runChecks } from '../../pipeline/model/build.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { loadGiven, loadIngestHistory } from '../../pipeline/model/load.ts'
import { repositoryAddresses } from '../../pipeline/model/repository_addresses.ts'
import type { Artifact } from '../../pipeline/release/artifact.ts'
import { publishRelease } from '../../pipeline/release/write.ts'
import type { RunOptions } from '../../pipeline/run_types.ts'
import { loadSources } from '../../pipeline/source_loader.ts'
import { BENCH_DAY, benchDay, syntheticCatalog, writeSyntheticHistory } from './synthetic.ts'

/**
 * Recomputes one day of a synthetic index and publishes it. Prints seconds for each stage, and the publish as a ratio
 * to plain writeFileSync of the same bytes in the same run. Nothing of this is a test: figures depend on the machine.
 */
const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '100000' },
    days: { type: 'string', default: '30' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const agents = Number(values.agents)
const folder = mkdtempSync(join(values.folder, 'assay-bench-'))
const timings: Record<string, number> = {}

const seconds = (since: number): number => Math.round(performance.now() - since) / 1000

async function timed<T>(name: string, work: () => T | Promise<T>, say = console.log): Promise<T> {
  const started = performance.now()
  const result = await work()
  timings[name] = seconds(started)
  say(`${name}: ${timings[name]} s`)
  return result
}

try {
  const history = new History(join(folder, 'history'))
  await timed('prepare the synthetic index', () => prepare(history))
  const recomputed = performance.now()
  const { db, checks } = await recompute(history, BENCH_DAY)
  console.log(`recompute of a day, ${agents} agents, in all: ${seconds(recomputed)} s`)
  const broken = checks.filter((check) => check.rows.length > 0).map((check) => check.name)
  console.log(`checks that do not hold: ${broken.join(', ') || 'none'}`)
  const site = await openSite(db, runOptions(BENCH_DAY), await loadMethodologies(), checks, codeVersion())
  const artifacts = await timed('render', () => Array.fromAsync(renderAll(site)))
  db.close()
  await compareWrites(artifacts, site.counts)
  console.log(`peak memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The day before is computed too, so that the day in question has real movements to explain. */
async function prepare(history: History): Promise<void> {
  const scratch = await openDatabase(':memory:')
  await writeSyntheticHistory(scratch, history, agents, Number(values.days))
  scratch.close()
  const { db } = await recompute(history, benchDay(1), () => {})
  db.close()
}

async function recompute(history: History, day: string, say = console.log) {
  const options = runOptions(day)
  const [sources, methodologies] = [await loadSources(), await loadMethodologies()]
  const db = await openDatabase(join(folder, `${day}.duckdb`))
  await timed(
    'load',
    async () => {
      await loadIngestHistory(db, history, day)
      await db.run(`insert into ingest select '${day}', name, 'ok', null, 'changes', null, null, null, 0, 0, 0, 0, 0, 0, '${day}T23:59:59.000Z'
      from (select unnest(['github', 'mcp_registry']) as name)`)
      for (const source of sources) await createRawTable(db, history, source, day)
      await loadGiven(db, history, sources, methodologies, options)
    },
    say,
  )
  await timed('model', () => buildModels(db, [repositoryAddresses, identityModel(day)], options.report), say)
  const checks = await timed('check', () => runChecks(db), say)
  await timed('history', () => writeDayHistory(db, history, day), say)
  return { db, checks }
}

/** Publishes the same artifacts that plain writes then write; several rounds, since disks are noisy. */
async function compareWrites(artifacts: Artifact[], counts: Record<string, number>): Promise<void> {
  const bytes = artifacts.reduce((sum, one) => sum + one.body.length, 0)
  console.log(`${artifacts.length} files, ${Math.round(bytes / 1e6)} MB`)
  const ratios: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    const plain = join(folder, 'plain')
    const output = join(folder, 'published')
    await timed(`plain writeFileSync, round ${round}`, () => writePlainly(plain, artifacts))
    rmSync(plain, { recursive: true })
    const inputs = {
      date: BENCH_DAY,
      world: 'sample' as const,
      base_url: 'http://127.0.0.1:8787',
      code: codeVersion(),
      inputs: {},
      counts,
    }
    await timed(`publish, round ${round}`, () => publishRelease(output, artifacts, inputs))
    rmSync(output, { recursive: true })
    ratios.push(
      (timings[`publish, round ${round}`] as number) /
        (timings[`plain writeFileSync, round ${round}`] as number),
    )
  }
  const sorted = ratios.toSorted((a, b) => a - b)
  console.log(
    `publish / plain writes: median ${sorted[1]?.toFixed(2)} (${sorted.map((ratio) => ratio.toFixed(2)).join(', ')})`,
  )
}

function writePlainly(root: string, artifacts: Artifact[]): void {
  const made = new Set<string>()
  for (const { path, side, body } of artifacts) {
    const target = join(root, side, path)
    const parent = dirname(target)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(target, body)
  }
}

const fetchNothing = () => Promise.reject(new Error('a benchmark fetches nothing'))

function runOptions(day: string): RunOptions {
  const report = { step() {}, tick() {}, note() {}, end() {} }
  const universe = {
    world: 'sample' as const,
    ...{ fetch: fetchNothing, reach: fetchNothing, resolve: fetchNothing },
    catalog: syntheticCatalog(agents),
    perSecond: 1,
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
