import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, literal } from '../../pipeline/model/database.ts'
import { type PastLives, readPastLives } from './liveness/past_lives.ts'
import { blocksLines } from './readers/blocks.ts'
import type { Quarantine } from './readers/reading.ts'

/** That a record belongs to a handle, and since when. */
export interface Bound {
  record_id: string
  handle: string
  bound_on: string
  reason: string
}

/** An agent's standing in a category on the day before. */
export interface Standing {
  day: string
  handle: string
  category: string
  rank: number | null
  score: number
  exact_score: number
  methodology_version: string
  points: { key: string; is_assumed: boolean; points: number }[]
}

/** That an agent's registration file was asked for, and which response it was to be read from. */
export interface FileRead {
  /** `eip155:8453/ID`. */
  agent: string
  observed_on: string
  source_url: string
  observed_at: string
  response_sha256: string
}

/** The result of a probe of an address on a day, and the response that it is read from. */
export interface ProbeRead {
  url: string
  host: string
  /** As what it was probed, such as `web` or `mcp`. */
  kind: string
  outcome: string
  /** The reason that it was not probed, or null. */
  reason: string | null
  observed_on: string
  source_url: string
  observed_at: string
  response_sha256: string
}

/** The history: identities, files, quarantined rows, and all standings of the day before. */
export interface Past {
  bindings: Bound[]
  /** Oldest first. */
  files: FileRead[]
  /** Oldest first. */
  probes: ProbeRead[]
  isRefused: Quarantine
  /** The blocks that each source of chain events recorded as read, a line for each range. */
  blocksRead: string[]
  standings: Map<string, Standing>
  lives: PastLives
}

/** Reads the partitions of a history up to a day; the standings are those of the newest day before it. */
export async function readPast(history: string, day: string, db: Database): Promise<Past> {
  const files = (table: string): string[] => {
    const folder = join(history, table)
    if (!existsSync(folder)) return []
    const named = readdirSync(folder).filter((file) => /^\d{4}-\d\d-\d\d\.parquet$/.test(file))
    return named
      .sort()
      .filter((file) => file.slice(0, 10) <= day)
      .map((file) => join(folder, file))
  }
  const rows = async <T>(columns: string, paths: string[]): Promise<T[]> =>
    paths.length === 0
      ? []
      : db.rows<T>(
          `select ${columns} from read_parquet([${paths.map(literal).join(', ')}], union_by_name = true)`,
        )
  const last = (table: string): string[] =>
    files(table)
      .filter((path) => !path.endsWith(`${day}.parquet`))
      .slice(-1)
  return {
    bindings: newest(await rows<Bound>('record_id, handle, bound_on, reason', files('handles'))),
    files: (
      await rows<FileRead>(
        "chain || '/' || agent_id as agent, observed_on, source_url, observed_at, response_sha256",
        files('observations/erc8004_files'),
      )
    ).sort((a, b) => (a.observed_on < b.observed_on ? -1 : 1)),
    probes: (
      await rows<ProbeRead>(
        'url, host, kind, outcome, reason, observed_on::date::varchar as observed_on, source_url, observed_at, response_sha256',
        files('observations/endpoint_probes'),
      )
    ).sort((a, b) => (a.observed_on < b.observed_on ? -1 : 1)),
    blocksRead: blocksLines(
      await rows(
        'date, source, chain, from_block as "from", to_block as "to", final_block as final',
        files('ingest_blocks'),
      ),
    ),
    isRefused: quarantineFrom(await rows('response_sha256, "row", reason', files('quarantine'))),
    lives: await readPastLives(db, files('liveness'), day),
    standings: standings(
      await rows('day, handle, category, rank, score, exact_score, methodology_version', last('snapshots')),
      await rows('handle, category, key, is_assumed, points', last('sub_scores')),
    ),
  }
}

/** The binding that holds for each record. */
function newest(bindings: Bound[]): Bound[] {
  const held = new Map<string, Bound>()
  const inOrder = bindings.toSorted((a, b) => Date.parse(a.bound_on) - Date.parse(b.bound_on))
  for (const bound of inOrder) held.set(bound.record_id, bound)
  return [...held.values()]
}

/** A row that was merely repeated rejects nothing: the first was stored. */
function quarantineFrom(rows: { response_sha256: string; row: string; reason: string }[]): Quarantine {
  const wrong = rows.filter(({ reason }) => !reason.includes('stands twice in one fetch'))
  const refused = Map.groupBy(wrong, (row) => row.response_sha256)
  return ({ sha256 }, start) => (refused.get(sha256) ?? []).some(({ row }) => row.startsWith(start))
}

function standings(
  rows: Omit<Standing, 'points'>[],
  points: (Standing['points'][number] & { handle: string; category: string })[],
): Map<string, Standing> {
  const standingKey = ({ handle, category }: { handle: string; category: string }): string =>
    `${category} ${handle}`
  const byAgent = Map.groupBy(points, standingKey)
  return new Map(
    rows.map((row) => [standingKey(row), { ...row, points: byAgent.get(standingKey(row)) ?? [] }]),
  )
}
