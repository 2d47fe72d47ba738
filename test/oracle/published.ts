import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { World } from '../../core/domain/world.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { agentSummary } from '../../core/resources/agent_summary.schema.ts'
import type { methodology } from '../../core/resources/methodology.schema.ts'
import type { PublishedCorrection, PublishedOverride } from '../../pipeline/artifacts/data/corrections.ts'
import { type Database, literal } from '../../pipeline/model/database.ts'
import { BadCommandLine } from '../../scripts/lib/command.ts'
import type { Advice } from './advice.ts'

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
  /** Advice on an agent. */
  advice: (handle: string) => Advice
  /** The flags that its trust record raises. */
  flags: (handle: string) => { flag: string; severity: string }[]
  methodologies: Map<string, PublishedMethodology>
  inputs: InputRow[]
  /** The oldest first. */
  corrections: PublishedCorrection[]
  overrides: PublishedOverride[]
}

/** Reads the release that is served from an output folder. */
export async function readPublished(output: string, db: Database): Promise<PublishedRelease> {
  const release = existsSync(join(output, 'current')) ? currentRelease(output) : null
  if (release === null)
    throw new BadCommandLine(`${output} holds no release: name the folder of a run with --output`)
  const { date, world, base_url } = release.about
  const read = <T>({ key }: { key: string }): T => {
    const [side, path] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)]
    const file = release.file(side as 'public' | 'private', path)
    return JSON.parse(file?.read().toString('utf8') ?? 'null') as T
  }
  const keys = [...release.entries()]
  const summaries = keys
    .filter(({ key }) => /^public\/api\/agent\/[^/]+\/llm-summary$/.test(key))
    .map(read<Summary>)
  const methodologies = keys
    .filter(({ key }) => /^(?:public\/api|private)\/methodology\//.test(key))
    .map(read<PublishedMethodology>)
  const { corrections, overrides } = read<Pick<PublishedRelease, 'corrections' | 'overrides'>>({
    key: 'public/data/corrections.json',
  })
  return {
    id: release.id,
    corrections,
    overrides,
    day: date,
    world,
    baseUrl: base_url,
    summaries: new Map(
      summaries.map((summary) => [summary.handle, summary] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    advice: (handle) => ({
      record: read({ key: `public/api/public/trust/${handle}` }),
      multiplier: read({ key: `public/api/reputation/multiplier/${handle}` }),
    }),
    flags: (handle) =>
      read<{ risk_flags: { flag: string; severity: string }[] }>({ key: `public/api/agent/${handle}/trust` })
        .risk_flags,
    methodologies: new Map(methodologies.map((methodology) => [methodology.category, methodology])),
    inputs: await db.rows<InputRow>(
      `select handle, key, item, value, epoch_us(value_at) / 1000 as time, source_url, observed_at, response_sha256
       from read_parquet(${literal(join(release.path, 'public/data/signal-inputs.parquet'))}) order by handle, key, item`,
    ),
  }
}
