import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import type { agentSummary } from '../../pipeline/artifacts/schemas/agent_summary.ts'
import type { methodology } from '../../pipeline/artifacts/schemas/methodology.ts'
import { type Database, literal } from '../../pipeline/model/database.ts'
import type { World } from '../../pipeline/universe.ts'
import { Misuse } from './command.ts'

/** An agent summary as it is served. */
export type Summary = z.infer<typeof agentSummary>

/** A methodology as it is served. */
export type PublishedMethodology = z.infer<typeof methodology>

/** A row of the published signal inputs, its time in milliseconds. */
export interface InputRow {
  handle: string
  key: string
  item: string
  value: number | null
  time: number | null
  source_url: string
  observed_at: string
  response_sha256: string
}

/** A release read from its files as a reader would. */
export interface PublishedRelease {
  id: string
  day: string
  world: World
  baseUrl: string
  summaries: Map<string, Summary>
  methodologies: Map<string, PublishedMethodology>
  inputs: InputRow[]
}

/** Reads the release that is served from an output folder. */
export async function readPublished(output: string, db: Database): Promise<PublishedRelease> {
  const current = join(output, 'current')
  if (!existsSync(current))
    throw new Misuse(`${output} holds no release: name the folder of a run with --output`)
  const root = realpathSync(current)
  const about = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as {
    date: string
    world: World
    base_url: string
  }
  const agents = join(root, 'public/api/agent')
  const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
  return {
    id: basename(root),
    day: about.date,
    world: about.world,
    baseUrl: about.base_url,
    summaries: new Map(
      readdirSync(agents)
        .sort()
        .map((handle) => [handle, read<Summary>(join(agents, handle, 'llm-summary'))]),
    ),
    methodologies: new Map(
      methodologyFiles(root).map((path) => {
        const one = read<PublishedMethodology>(path)
        return [one.category, one]
      }),
    ),
    inputs: await db.rows<InputRow>(
      `select handle, key, item, value, epoch_us(value_at) / 1000 as time, source_url, observed_at, response_sha256
       from read_parquet(${literal(join(root, 'public/data/signal-inputs.parquet'))}) order by handle, key, item`,
    ),
  }
}

function methodologyFiles(root: string): string[] {
  const open = join(root, 'public/api/methodology')
  const closed = join(root, 'private/methodology')
  return [
    ...readdirSync(open).map((category) => join(open, category, 'llm-summary')),
    ...(existsSync(closed) ? readdirSync(closed).map((file) => join(closed, file)) : []),
  ]
}
