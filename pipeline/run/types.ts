import type { Layout } from '../../core/release/manifest.ts'
import type { Correction } from '../catalog/corrections.ts'
import type { Upstreams } from '../http/upstreams.ts'
import type { JobQueue } from '../ingest/jobs/job_queue.ts'
import type { PublishedKeys } from '../log/oracle_keys.ts'

/** Options of a run for one logical date. */
export interface RunOptions {
  /** The logical date, YYYY-MM-DD. */
  day: string
  /** The only folder a run writes to. */
  output: string
  universe: Upstreams
  /** The sources to fetch; null means all. */
  sources: string[] | null
  /** Derive from the archive alone and fetch nothing. */
  offline: boolean
  /** Fetch again, even if this day was fetched already. */
  refetch: boolean
  /** Leave the days of payments before the first run: they are read back by default. */
  leavesPast?: boolean
  /** The earliest missed day that may be run before this one; if absent, no missed day is run. */
  catchUpFrom?: string
  /** Run the missed days alone, and not the day itself. */
  onlyMissed?: boolean
  /** The day is published, and this run of it reads payments back. */
  isReadingBack?: boolean
  /** The day is observed, but has history only: its release would be replaced at once by a later day's. */
  isUnreleased?: boolean
  /** Keep the day's database in `cache/assay.duckdb` for debugging; a small index has none on disk otherwise. */
  keepsDatabase?: boolean
  /** Number of days whose bodies of payments are kept, this one included; absent, all are. */
  keepPaymentBodies?: number
  /** Publish an index that has shrunk by more than the check allows. */
  acceptShrink: boolean
  /** Base URL of published links, without a trailing slash. */
  baseUrl: string
  /** The site is served as files alone, so its pages name nothing that only a service answers. */
  isStaticHost?: boolean
  /** Layout of the release; `auto`, the default, chooses by the number of agents. */
  layout?: Layout | 'auto'
  /** Corrections to apply instead of `sql/corrections.csv`. */
  corrections?: readonly Correction[]
  /** The oracle keys that the release names: a run reads them from the output folder. */
  oracleKeys?: PublishedKeys
  /** Settings for sources and the log, such as tokens. */
  env: Record<string, string | undefined>
  report: Reporter
  /** Time of `performance.now()` from which on nothing is fetched. */
  fetchUntil?: number
  /** Queue of ingest jobs for other machines; without it this process fetches. */
  queue?: JobQueue
  /** Remote store of the folder's archive, history and log; the release is served once the store has it. */
  store?: RunStore
  /** The release that the store serves, if any. */
  served?: ServedManifest | null
}

/** The served release, by its manifest. */
export interface ServedManifest {
  manifestSha256: string
  /** The hash of its public oracle keys, or null. */
  oracleKeys: string | null
}

/** A remote copy of an output folder. */
export interface RunStore {
  restore(report: Reporter): Promise<void>
  /** The release it serves, whose files need not be in the folder; null if it serves nothing. */
  served(): Promise<ServedManifest | null>
  /** `release` is the id of the run's release, null if nothing was published. */
  publish(release: string | null, report: Reporter): Promise<void>
  /** Stores what was fetched, for the next run, and nothing else of a run that did not end. */
  keepFetched(report: Reporter): Promise<void>
}

/** Result of one source in a run. */
export interface SourceSummary {
  name: string
  /** `part`: something was deferred, see `left_out`. */
  outcome: 'ok' | 'part' | 'failed' | 'skipped'
  error: string | null
  /** The deferred work, in words. */
  left_out: string | null
  requests: number
  not_modified: number
  bytes: number
  seconds: number
  rows: number
  quarantined: number
  /** Rows stored without a field that could not be used. */
  cleaned: number
  /** Requests without an answer: their data is deferred to another day. */
  unanswered: number
  /** The first logical date without new data, if its rows are not from this one. */
  stale_since: string | null
}

/** Result of a run; `--json` prints it as it is. */
export interface RunSummary {
  day: string
  /** `recorded`: a day with a history and no release. */
  outcome: 'published' | 'unchanged' | 'recorded'
  release: string | null
  manifest_sha256: string | null
  message: string
  sources: SourceSummary[]
  /** Number of outdated catalogue entries, as on the run page; null if nothing was computed. */
  catalog_notices: number | null
  /** Curated lists with entries above the age at which somebody has to compare them again; null as above. */
  old_lists: { list: string; listed_on: string; age_days: number }[] | null
  counts: Record<string, number>
  /** The days of payments that are read of each chain; empty if nothing was computed. */
  payments: PaymentDays[]
  seconds: number
}

/** Whole days of payments of a chain that are read, of those in the longest window. */
export interface PaymentDays {
  name: string
  days: number
  /** Days of payments that runs of this day have read, its own among them. */
  days_today: number
  /** The reason why more of them are missing, or null. */
  reason: string | null
}

/** The steps of a day, each with its displayed title. */
export const STEPS = {
  fetch: 'Fetching sources',
  model: 'Computing models',
  publish: 'Rendering and publishing',
  readBack: 'Reading payments back, days of each chain',
} as const

/** Receives the progress of a run. */
export interface Reporter {
  /** Begins a day: one run may build several. */
  day?(date: string): void
  /** Called when a source has finished. */
  source?(summary: SourceSummary): void
  /** Begins a step and ends the one before. */
  step(title: string, total?: number): void
  /** Adds to the total of the step: it says then how long the rest takes. */
  expect?(count: number): void
  tick(count?: number): void
  /** Prints a line that stays on the screen. */
  note(line: string): void
  end(): void
}
