import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeSite } from '../../cli/commands/pages.ts'
import { layOutPages } from '../../cli/pages/lay_out_pages.ts'
import type { Artifact } from '../../core/release/artifact.ts'
import { publishStream } from '../../core/release/write.ts'
import { renderAll } from '../../pipeline/artifacts/render.ts'
import type { Site } from '../../pipeline/artifacts/site.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { compareWrites } from './publish/compare_writes.ts'
import { readingCost } from './publish/reads.ts'
import { recomputedSite } from './publish/recomputed.ts'
import { releaseInputs } from './publish/release_inputs.ts'

const HELP = `Usage: npm run bench -- publish [--agents N] [--days N] [--threads N] [--folder DIR] [--compare] [--pages]

Recomputes one day of a synthetic index (invented, labelled as sample: 12 signals an agent) and publishes it in packs.
Prints elapsed and processor time of each stage, the size of the release, and peak memory. A benchmark, not a test: figures
depend on the machine. Exit code: 0 measured, 2 bad usage.

  --agents N    (default: 100000)
  --days N      of history (default: 30)
  --threads N   (default: the processors of this machine)
  --folder DIR  where the files lie while it runs (default: the system's folder for such)
  --compare     also publish in both layouts, against plain writes of the same bytes, and read both
  --pages       also lay out the site for GitHub Pages
`
const OPTIONS = {
  agents: { type: 'string', default: '100000' },
  days: { type: 'string', default: '30' },
  threads: { type: 'string', default: String(availableParallelism()) },
  folder: { type: 'string', default: tmpdir() },
  compare: { type: 'boolean', default: false },
  pages: { type: 'boolean', default: false },
} as const

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const [started, busy] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(busy)
  const seconds = (performance.now() - started) / 1_000
  console.log(
    `${name}: ${seconds.toFixed(2)} s, of processors ${((user + system) / 1e6).toFixed(2)} s, memory so far ${peak()} MB`,
  )
  return result
}

const peak = (): number => Math.round(process.resourceUsage().maxRSS / 1024)

/** Text is held outside of the heap, which a large index would not fit in. */
const asBytes = (artifact: Artifact): Artifact =>
  typeof artifact.body === 'string' ? { ...artifact, body: Buffer.from(artifact.body) } : artifact

/** True for files that serve people only: pages, their assets, preview cards and the search index. */
const isPageFile = (key: string): boolean => /^public\/((assets|og|search)\/|.*\.html$)/.test(key)

interface Measurement {
  agents: number
  days: number
  threads: number
  withPages: boolean
  withComparison: boolean
}

async function measure(folder: string, given: Measurement): Promise<void> {
  const { agents, days, threads, withPages, withComparison } = given
  const site = await recomputedSite({ folder, agents, days, timed })
  const broken = site.checks.filter((check) => check.rows.length > 0).map((check) => check.name)
  console.log(`checks that do not hold: ${broken.join(', ') || 'none'}`)
  const packs = { scratch: join(folder, 'scratch'), threads, isLogged: true }
  const output = join(folder, 'output')
  const stages = timeStages(renderAll(site, packs))
  const { id } = await timed('render and publish', () =>
    publishStream(output, stages, releaseInputs(site.counts, 'packs')),
  )
  const release = join(output, 'releases', id)
  printDiskUsage(release)
  if (withPages) await layOut(release, join(folder, 'pages'))
  if (withComparison) await compare(folder, site, release)
  site.db.close()
  console.log(`peak memory: ${peak()} MB`)
}

/** Prints the size of the site that GitHub Pages has room for. */
async function layOut(release: string, pages: string): Promise<void> {
  const site = await timed('lay out pages', () => layOutPages(release, pages, 950e6))
  console.log(`  ${describeSite(site).join('\n  ')}`)
}

/** Passes artifacts on and tells how long those of each kind took. */
async function* timeStages(artifacts: AsyncIterable<Artifact>): AsyncGenerator<Artifact> {
  const took = new Map<string, number>()
  let [last, pages] = [performance.now(), 0]
  for await (const artifact of artifacts) {
    const key = `${artifact.side}/${artifact.path}`
    const [kind, ms] = [fileKind(key), performance.now() - last]
    took.set(kind, (took.get(kind) ?? 0) + ms)
    if (isPageFile(key)) pages += ms
    yield artifact
    last = performance.now()
  }
  for (const [kind, ms] of [...took].sort(([, a], [, b]) => b - a).slice(0, 12))
    console.log(`  rendering ${kind}: ${(ms / 1000).toFixed(2)} s`)
  console.log(`  rendering what pages add: ${(pages / 1000).toFixed(2)} s`)
}

/** The first two parts of a key; the third too where many things stand below the second; data by their format. */
function fileKind(key: string): string {
  const parts = key.split('/')
  if (parts[1] === 'data' && parts.length > 3) return `public/data/*${/(\.\w+)(\.gz)?$/.exec(key)?.[0] ?? ''}`
  return parts.slice(0, parts.length > 3 || parts[1] === 'packs' ? 2 : 3).join('/')
}

/** Prints the disk usage of a release by kind of file, the largest first. */
function printDiskUsage(root: string): void {
  const bytes = new Map<string, { files: number; bytes: number }>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const key = path.slice(root.length + 1)
    for (const kind of ['all', fileKind(key), ...(isPageFile(key) ? ['what pages add'] : [])]) {
      const total = bytes.get(kind) ?? { files: 0, bytes: 0 }
      bytes.set(kind, { files: total.files + 1, bytes: total.bytes + statSync(path).size })
    }
  }
  for (const [kind, of] of [...bytes].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, 12))
    console.log(`  ${kind}: ${of.files} files, ${(of.bytes / 1e6).toFixed(1)} MB`)
}

/** Compares both layouts with plain writes, and reads of packs with reads of files. */
async function compare(folder: string, site: Site, packs: string): Promise<void> {
  const artifacts = await timed('render all as files', () => Array.fromAsync(renderAll(site), asBytes))
  const output = join(folder, 'as-files')
  const { id } = await publishStream(output, fromList(artifacts), releaseInputs(site.counts, 'files'))
  const rows = await site.db.rows<{ handle: string }>(
    'select handle from agents order by hash(handle) limit 3000',
  )
  const handles = rows.map(({ handle }) => handle)
  const ratios: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const files = await readingCost(join(output, 'releases', id), handles)
    ratios.push((await readingCost(packs, handles)) / files)
  }
  console.log(`a read of packs / a read of files: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  rmSync(output, { recursive: true })
  compareWrites(folder, artifacts, site.counts)
}

async function* fromList(artifacts: Artifact[]): AsyncGenerator<Artifact> {
  yield* artifacts
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  const number = (name: 'agents' | 'days' | 'threads') => wholeNumber(name, values[name])
  const size = { agents: number('agents'), days: number('days'), threads: number('threads') }
  const folder = mkdtempSync(join(values.folder, 'assay-bench-'))
  try {
    await measure(folder, { ...size, withPages: values.pages, withComparison: values.compare })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return true
})
