import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Artifact } from '../../../core/release/artifact.ts'
import type { Layout } from '../../../core/release/manifest.ts'
import { parseHandle } from '../../../core/release/parse_handle.ts'
import { shardNumber } from '../../../core/release/shards.ts'
import { publishRelease } from '../../../core/release/write.ts'
import { releaseInputs } from './release_inputs.ts'

const seconds = (since: number): number => Math.round(performance.now() - since) / 1000

function measureSeconds(name: string, work: () => unknown): number {
  const started = performance.now()
  work()
  console.log(`${name}: ${seconds(started)} s`)
  return seconds(started)
}

/** Publishes the artifacts in each layout, beside plain writes of the same bytes; several rounds, since disks are noisy. */
/** The order in which packs are written. */
function inShardOrder(artifacts: Artifact[]): Artifact[] {
  const shard = ({ side, path }: Artifact): number => {
    const agent = parseHandle(side, path)
    return agent === null ? -1 : shardNumber(agent)
  }
  return artifacts.toSorted((a, b) => shard(a) - shard(b))
}

export function compareWrites(folder: string, artifacts: Artifact[], counts: Record<string, number>): void {
  const bytes = artifacts.reduce((sum, artifact) => sum + artifact.body.length, 0)
  console.log(`${artifacts.length} artifacts, ${Math.round(bytes / 1e6)} MB`)
  const ordered = inShardOrder(artifacts)
  const ratios: Record<Layout, number[]> = { files: [], packs: [] }
  for (let round = 1; round <= 3; round += 1) {
    const plain = join(folder, 'plain')
    const plainly = measureSeconds(`plain writeFileSync, round ${round}`, () => writeFiles(plain, artifacts))
    rmSync(plain, { recursive: true })
    for (const layout of ['files', 'packs'] as const)
      ratios[layout].push(publishOnce(folder, ordered, counts, layout, round) / plainly)
  }
  for (const [layout, found] of Object.entries(ratios)) {
    const sorted = found.toSorted((a, b) => a - b)
    console.log(
      `${layout}: publish / plain writes: median ${sorted[1]?.toFixed(2)} (${sorted.map((ratio) => ratio.toFixed(2)).join(', ')})`,
    )
  }
}

/** Seconds of one publish; prints disk usage after the first. */
function publishOnce(
  folder: string,
  artifacts: Artifact[],
  counts: Record<string, number>,
  layout: Layout,
  round: number,
): number {
  const output = join(folder, 'published')
  const took = measureSeconds(`publish as ${layout}, round ${round}`, () =>
    publishRelease(output, artifacts, releaseInputs(counts, layout)),
  )
  if (round === 1) console.log(`${layout}: ${describeDiskUsage(join(output, 'releases'))}`)
  rmSync(output, { recursive: true })
  return took
}

/** Number of files below a folder, and their disk usage in whole blocks. */
function describeDiskUsage(root: string): string {
  let [files, blocks] = [0, 0]
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    files += 1
    blocks += statSync(join(entry.parentPath, entry.name)).blocks
  }
  return `${files} files, ${Math.round((blocks * 512) / 1e6)} MB on disk`
}

function writeFiles(root: string, artifacts: Artifact[]): void {
  const made = new Set<string>()
  for (const { path, side, body } of artifacts) {
    const target = join(root, side, path)
    const parent = dirname(target)
    if (!made.has(parent)) mkdirSync(parent, { recursive: true })
    made.add(parent)
    writeFileSync(target, body)
  }
}
