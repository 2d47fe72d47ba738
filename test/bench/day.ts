import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Artifact } from '../../core/release/artifact.ts'
import type { Layout } from '../../core/release/manifest.ts'
import { publishRelease } from '../../core/release/write.ts'
import { writeDataHistory } from '../../pipeline/artifacts/data/partitions.ts'
import { openSite } from '../../pipeline/artifacts/open_site.ts'
import { renderAll } from '../../pipeline/artifacts/render.ts'
import { codeVersion } from '../../pipeline/code_version.ts'
import { writeDayHistory } from '../../pipeline/history/day.ts'
import { History } from '../../pipeline/history/history.ts'
import { identityModel } from '../../pipeline/identity/identity.ts'
import { createRawTable } from '../../pipeline/ingest/raw_table.ts'
import { loadMethodologies } from '../../pipeline/methodology_loader.ts'
import { buildModels } from '../../pipeline/model/build.ts'
import { runChecks } from '../../pipeline/model/checks.ts'
import { openDatabase } from '../../pipeline/model/database.ts'
import { loadGiven, loadIngestHistory } from '../../pipeline/model/load.ts'
import { packageNames } from '../../pipeline/model/package_names.ts'
import { repositoryAddresses } from '../../pipeline/model/repository_addresses.ts'
import type { RunOptions } from '../../pipeline/run_types.ts'
import { loadSources } from '../../pipeline/source_loader.ts'
import { BENCH_DAY, benchDay, syntheticCatalog, writeSyntheticHistory } from './day/synthetic.ts'

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

const seconds = (since: number): number => Math.round(performance.now() - since) / 1000

async function timed<T>(name: string, work: () => T | Promise<T>, say = console.log): Promise<T> {
  const started = performance.now()
  const result = await work()
  say(`${name}: ${seconds(started)} s`)
  return result
}

/** The same, giving the seconds. */
async function secondsOf(name: string, work: () => unknown): Promise<number> {
  const started = performance.now()
  await timed(name, work)
  return seconds(started)
}

/** Text is held outside of the heap, which a large index would not fit in. */
const asBytes = (artifact: Artifact): Artifact =>
  typeof artifact.body === 'string' ? { ...artifact, body: Buffer.from(artifact.body) } : artifact

try {
  const history = new History(join(folder, 'history'))
  await timed('prepare the synthetic index', () => prepare(history))
  const recomputed = performance.now()
  const { db, checks } = await recompute(history, BENCH_DAY)
  console.log(`recompute of a day, ${agents} agents, in all: ${seconds(recomputed)} s`)
  const broken = checks.filter((check) => check.rows.length > 0).map((check) => check.name)
  console.log(`checks that do not hold: ${broken.join(', ') || 'none'}`)
  const site = await openSite(
    db,
    runOptions(BENCH_DAY),
    await loadMethodologies(),
    checks,
    codeVersion(),
    history,
  )
  const artifacts = await timed('render', () => Array.fromAsync(renderAll(site), asBytes))
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
      await db.run(`insert into ingest by name
      select '${day}' as date, source, 'ok' as outcome, 'changes' as coverage, '${day}T23:59:59.000Z' as archived_at
      from (select unnest(['github', 'mcp_registry']) as source)`)
      for (const source of sources) await createRawTable(db, history, source, day)
      await loadGiven(db, history, sources, methodologies, options)
    },
    say,
  )
  await timed(
    'model',
    () => buildModels(db, [repositoryAddresses, packageNames, identityModel(day)], options.report),
    say,
  )
  const checks = await timed('check', () => runChecks(db), say)
  await timed(
    'history',
    async () => {
      await writeDayHistory(db, history, { day })
      await writeDataHistory(db, history, { day })
    },
    say,
  )
  return { db, checks }
}

/** Publishes the artifacts in each layout, beside plain writes of the same bytes; several rounds, since disks are noisy. */
async function compareWrites(artifacts: Artifact[], counts: Record<string, number>): Promise<void> {
  const bytes = artifacts.reduce((sum, one) => sum + one.body.length, 0)
  console.log(`${artifacts.length} artifacts, ${Math.round(bytes / 1e6)} MB`)
  const ratios: Record<Layout, number[]> = { files: [], packs: [] }
  for (let round = 1; round <= 3; round += 1) {
    const plain = join(folder, 'plain')
    const plainly = await secondsOf(`plain writeFileSync, round ${round}`, () =>
      writePlainly(plain, artifacts),
    )
    rmSync(plain, { recursive: true })
    for (const layout of ['files', 'packs'] as const)
      ratios[layout].push((await publishOnce(artifacts, counts, layout, round)) / plainly)
  }
  for (const [layout, found] of Object.entries(ratios)) {
    const sorted = found.toSorted((a, b) => a - b)
    console.log(
      `${layout}: publish / plain writes: median ${sorted[1]?.toFixed(2)} (${sorted.map((ratio) => ratio.toFixed(2)).join(', ')})`,
    )
  }
}

/** Seconds that one publish took; says what lies on the disk after the first. */
async function publishOnce(
  artifacts: Artifact[],
  counts: Record<string, number>,
  layout: Layout,
  round: number,
): Promise<number> {
  const output = join(folder, 'published')
  const inputs = {
    date: BENCH_DAY,
    world: 'sample' as const,
    base_url: 'http://127.0.0.1:8787',
    code: codeVersion(),
    inputs: {},
    counts,
    layout,
  }
  const took = await secondsOf(`publish as ${layout}, round ${round}`, () =>
    publishRelease(output, artifacts, inputs),
  )
  if (round === 1) console.log(`${layout}: ${onDisk(join(output, 'releases'))}`)
  rmSync(output, { recursive: true })
  return took
}

/** How many files are below a folder, and what they take with the rest of their last block. */
function onDisk(root: string): string {
  let [files, blocks] = [0, 0]
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files += 1
    blocks += statSync(join(entry.parentPath, entry.name)).blocks
  }
  return `${files} files, ${Math.round((blocks * 512) / 1e6)} MB on disk`
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

function fetchNothing(): Promise<never> {
  return Promise.reject(new Error('a benchmark fetches nothing'))
}

function runOptions(day: string): RunOptions {
  const report = { step() {}, tick() {}, note() {}, end() {} }
  const universe = {
    world: 'sample' as const,
    ...{ fetch: fetchNothing, reach: fetchNothing, resolve: fetchNothing },
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
