import type { Layout } from '../../core/release/manifest.ts'
import type { Correction } from '../catalog/corrections.ts'
import type { Universe } from '../http/universe.ts'
import type { JobQueue } from '../ingest/jobs/job_queue.ts'
import type { PublishedKeys } from '../log/oracle_keys.ts'

/** What one run for one logical date is asked to do. */
export interface RunOptions {
  /** The logical date, YYYY-MM-DD. */
  day: string
  /** The only folder a run writes to. */
  output: string
  universe: Universe
  /** Fetch these sources only; null means all. */
  sources: string[] | null
  /** Derive from the archive alone and fetch nothing. */
  offline: boolean
  /** Ask the upstreams again, though this day was fetched already. */
  refetch: boolean
  /** How many days before this one are read first, afterwards; only where the index begins with them. */
  backfill?: number
  /** The first date that a missed day may have to be run before this one; left out, no missed day is run. */
  catchUpFrom?: string
  /** The day is over and is read afterwards: what is not dated in itself is not asked for, and nothing is published. */
  isBackfilled?: boolean
  /** The day is observed like any other and makes history alone: nobody would read its release, since more days follow at once. */
  isUnreleased?: boolean
  /** The database of the day stays in `cache/assay.duckdb`, to be looked into; that of a small index is not on disk otherwise. */
  keepsDatabase?: boolean
  /** Publish an index that has shrunk by more than the check allows. */
  acceptShrink: boolean
  /** The address that published links start with, without a trailing slash. */
  baseUrl: string
  /** How the release is laid out; `auto`, the default, chooses by the number of agents. */
  layout?: Layout | 'auto'
  /** What is corrected instead of what stands in `sql/corrections.csv`. */
  corrections?: readonly Correction[]
  /** The keys of the oracle that the release names: a run reads them from the output folder. */
  oracleKeys?: PublishedKeys
  /** The settings that sources and the log may read, such as tokens. */
  env: Record<string, string | undefined>
  report: Reporter
  /** Who asks the upstreams; without it this process does. */
  queue?: JobQueue
  /** Where the folder's archive, history and log come from and go to; the release is served once it is there. */
  store?: RunStore
  /** What the store serves, where there is one. */
  served?: Served | null
}

/** The release that is served, by what its manifest says. */
export interface Served {
  manifestSha256: string
  /** The hash of the oracle's public keys that it names, or null. */
  oracleKeys: string | null
}

/** What lies elsewhere of an output folder. */
export interface RunStore {
  restore(report: Reporter): Promise<void>
  /** What it serves, whose files need not be in the folder; null where it serves nothing. */
  served(): Promise<Served | null>
  /** `release` is the id of what the run published, null where it published nothing. */
  publish(release: string | null, report: Reporter): Promise<void>
}

/** What became of one source in a run. */
export interface SourceSummary {
  name: string
  /** `part`: something was left for another day, which `left_out` names. */
  outcome: 'ok' | 'part' | 'failed' | 'skipped'
  error: string | null
  /** What it left for another day, in words. */
  left_out: string | null
  requests: number
  not_modified: number
  bytes: number
  seconds: number
  rows: number
  quarantined: number
  /** Rows that were kept without a field that could not be used. */
  cleaned: number
  /** Requests that had no answer: what they would have shown is left for another day. */
  unanswered: number
  /** The first logical date that it gave nothing new on, when its rows are not from this one. */
  stale_since: string | null
}

/** What a run ended with; `--json` prints it as it is. */
export interface RunSummary {
  day: string
  /** `recorded`: a day that has a history and no release, as one that was read afterwards. */
  outcome: 'published' | 'unchanged' | 'recorded'
  release: string | null
  manifest_sha256: string | null
  message: string
  sources: SourceSummary[]
  /** Entries of the catalogue that have aged, as the run page lists them; null when nothing was computed. */
  catalog_notices: number | null
  counts: Record<string, number>
  seconds: number
}

/** The steps of a day, each with the title that people see. */
export const STEPS = {
  fetch: 'Fetching sources',
  model: 'Computing models',
  publish: 'Rendering and publishing',
} as const

/** Where a run says how far it is. */
export interface Reporter {
  /** Begins a day: one run may build several. */
  day?(date: string): void
  /** What became of a source. */
  source?(summary: SourceSummary): void
  /** Begins a step and ends the one before. */
  step(title: string, total?: number): void
  tick(count?: number): void
  /** One line that stays on the screen. */
  note(line: string): void
  end(): void
}
