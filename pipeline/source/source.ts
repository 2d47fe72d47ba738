import type { z } from 'zod'
import type { World } from '../../core/domain/world.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { GuardedVisits } from '../http/guarded.ts'
import type { Http, UpstreamAnswer } from '../http/http.ts'
import type { Prober } from '../probes/prober.ts'

/** The recorded response that a row was read from. */
export type Provenance = Pick<UpstreamAnswer<unknown>, 'url' | 'sha256' | 'retrievedAt'>

/** One row of facts from the upstream, and the recorded answer that it was read from. */
export interface Observation {
  from: Provenance
  /** Validated against the source's `row` schema by the pipeline; an invalid row goes to quarantine. */
  row: Record<string, unknown>
  /** The reason a valid row is no observation: its last row is kept, and this one goes to quarantine. */
  implausible?: string
  /** Fields of the upstream's own record that the row could not take. */
  dropped?: DroppedField[]
}

/** A field that could not be used, and the reason. */
export interface DroppedField {
  field: string
  reason: string
}

/** Numbers of a row that count the actions of many people, and so cannot vanish from one day to the next. */
export interface Counts {
  /** Numbers, or texts of digits. The first of them is the volume of the source. */
  columns: string[]
  /** The columns of the counted name, where the key of a row has more, such as a date. */
  name?: string[]
  /** True if a row of a missing item means a count of 0. */
  isAbsentZero?: true
}

/** Blocks of a chain, both ends included. */
export interface BlockRange {
  from_block: number
  to_block: number
}

/** Blocks of a chain that a fetch read to their end: their events replace those read before. */
export interface BlocksRead extends BlockRange {
  /** CAIP-2. */
  chain: string
  /** Times of the first and the last block (ISO 8601). */
  from_time: string
  to_time: string
  /** The last of them that could no longer be reorganised; below `from_block` where there was none. */
  final_block: number
}

/** Blocks of a chain that the index should have and no run has read. */
export interface ChainGap {
  /** CAIP-2. */
  chain: string
  /** The oldest and the newest of them; null where not even the newest block of the chain is known. */
  from_block: number | null
  to_block: number | null
  missing_blocks: number | null
  /** Number of all blocks that the index should have. */
  wanted_blocks: number | null
  /** An estimate of the runs that the rest takes, from the history that this run read; null where it read none. */
  runs_left: number | null
  /** The reason and the remedy, in our own words; null where a run had only as many ranges to read. */
  reason: string | null
  fix: string | null
}

/** The blocks that a source of events has read, and those it deferred, in words as in `DeferredPart`. */
export interface ChainCoverage {
  blocks: BlocksRead[]
  /** The missing blocks of each chain that is not whole. */
  gaps?: ChainGap[]
  left_out: string | null
  /** Checks of the answers: a node may leave out logs without a word. */
  checks?: ChainCheck[]
}

/**
 * A check of logs that were read against another account of the chain. `agent_ids`: registrations, of ids that have an
 * owner. `highest_agent_id`: of all ids. `quiet_hours`: events of payments in all hours, those with
 * few read again. `second_route`: of an hour, as another provider has them.
 */
export interface ChainCheck {
  /** CAIP-2. */
  chain: string
  kind: 'agent_ids' | 'highest_agent_id' | 'quiet_hours' | 'second_route'
  /** Numbers that the index has now, and should have; null where that is unknown. */
  observed_count: number | null
  expected_count: number | null
  /** The number that the first reading had lost, and those of them that a second one brought back. */
  lost_count: number | null
  healed_count: number
  /** The number that is missing though its blocks were read, with a 95 % interval where it is an estimate. */
  missing_count: number | null
  missing_low: number | null
  missing_high: number | null
  /** Number of ids or hours that were asked for. */
  asked_count: number
  /** Ids or hours that are or were missing, by name. */
  detail: string | null
  /** The reason for which the check could not be made, or null. */
  unmade: string | null
}

/**
 * The deferred part of a fetch, in the words of the run page and the run's summary: how much of what, and never an
 * error's own words, since a rebuild from the archive must say the same. Rows that are not yielded keep their last
 * values.
 */
export interface DeferredPart {
  left_out: string
  /** The position where the next fetch continues, in a format of the source's own; passed to it as `resume`. */
  resume?: string
}

/**
 * The coverage of a finished fetch. `all`: rows not yielded are gone from the upstream. `changes`: rows not yielded
 * keep their last values, as with a part. Blocks: those that the events are in.
 */
export type Coverage = 'all' | 'changes' | DeferredPart | ChainCoverage

/** The current row of a source, with the recorded response it was read from. */
export type KnownRow = Record<string, unknown> & { observed_on: string }

/** The columns of a known row that `toProvenance` reads. */
export const PROVENANCE_COLUMNS = ['source_url', 'response_sha256', 'observed_at'] as const

/** Returns the provenance of a known row, for a row that is derived from it. */
export const toProvenance = (row: KnownRow): Provenance => ({
  url: String(row.source_url),
  sha256: String(row.response_sha256),
  retrievedAt: String(row.observed_at),
})

/** The share of a source's requests that is this job's: on one machine all of them. */
export interface JobShare {
  isWhole: boolean
  /** Of the visits, by the address of each; those of one host stay together. `max`: total number of visits. */
  visits<T>(items: T[], getAddress: (item: T) => string, max?: number): T[]
  /**
   * Of the other requests: a range of the items that `split.items` counts, which must not be requested in two ranges.
   */
  items<T>(items: T[]): T[]
  /** Rows that need no request: omitted by each of several jobs, and added when they are merged. */
  unasked<T>(rows: T[]): T[]
}

/** The data available when a source is divided into jobs. */
export type SplitContext = Pick<FetchContext, 'day' | 'known' | 'catalog' | 'env'>

/** The division of a large source into jobs, each of which gets its `share`. */
export interface Split {
  /** Its visits are divided by host. */
  visits?: true
  /** Number of other items, and of items per job. */
  items?: { perJob: number; count(context: SplitContext): Promise<number> }
  /** It stops after some failures in a row: failures of one job must not stop it before the results of another one. */
  stops?: true
}

/** Progress of a fetch, as its source tells it. */
interface FetchProgress {
  /** Adds to the number of steps that are to come. */
  expect?(count: number): void
  tick(count?: number): void
}

export interface FetchContext {
  http: Http
  /** The only way to an address that an agent supplied. */
  guarded: GuardedVisits
  /** Probes of such addresses in their own protocol. */
  prober: Prober
  /** The logical date of the run, YYYY-MM-DD. */
  day: string
  /** Days before the first run are wanted too, of a source that has them (`hasPast`). */
  wantsPast: boolean
  /** Told of the history that is read, while nothing else is. */
  progress?: FetchProgress
  /**
   * Returns the current rows of a source: its own from before today, those of a source in `reads` from today. `columns`
   * names those that are needed of a large one.
   */
  known(source: string, columns?: readonly string[]): Promise<KnownRow[]>
  /** Returns the rows of a table in `past`, as the index has them of the last days, oldest first. */
  past(table: string): Promise<Record<string, unknown>[]>
  /** The last logical date on which this source was fetched in full or in part without failing, or null. */
  lastDay: string | null
  /** The blocks that fetches of earlier days have read. */
  earlierBlocks: BlocksRead[]
  /** The `resume` of the fetch of `lastDay`, or null where it left none. */
  resume: string | null
  catalog: Catalog
  /** The settings a source may read, such as tokens; never the whole environment of the process. */
  env: Record<string, string | undefined>
  share: JobShare
}

/**
 * The data available before a fetch without a request. The rows of sources in `reads` are those of the last day, since
 * today's are still to be fetched.
 */
export interface PlanContext
  extends Omit<FetchContext, 'http' | 'guarded' | 'prober' | 'lastDay' | 'wantsPast' | 'progress' | 'share'> {
  lastDay: string
  /** Those read by the fetch of `lastDay`. */
  lastBlocks: BlocksRead[]
  /** The responses of the newest fetch that sent requests. */
  last: readonly ArchivedResponse[]
  /** The items that the fetch of `lastDay` deferred, or null. */
  deferred: string | null
}

/** The expected number of requests of a fetch. */
export interface ExpectedRequests {
  /** By host; those at addresses that agents supply are summed under `VISITS`. */
  requests: Record<string, number>
  /** True if they also depend on answers, and not only on what is due. */
  isEstimate: boolean
}

/** In place of a host: the addresses that agents supply, each on its own host. */
export const VISITS = "agents' own addresses"

/** The input of the expectation of a first day. */
interface FirstDayInput {
  world: World
  env: FetchContext['env']
}

/**
 * The part of a source's data that may be in openly licensed files. `all`: the licence is open, and its data are
 * published with attribution. `figures`: it has terms and no open licence; single figures and short quotations are
 * published, each with its address at the source. `results`: its terms forbid redistribution, so only derived data are
 * published: points, scores and ranks.
 */
type Republished = 'all' | 'figures' | 'results'

/** Expectations of `npm run doctor`, which runs the source's own fetch. */
interface SourceProbe {
  /** Number of answers of a host that show every form of its answers; 1 by default. */
  answers?: number
  /** Columns that are null in some rows, and in no answer in all of them: else its field was renamed. */
  filled?: string[]
  /** Makes the first page of a list all of it, where the source reads no list in part. */
  cut?(body: unknown): unknown
}

/** The declaration of a source in `pipeline/sources/`. */
export interface SourceDefinition {
  /** The file's name and the raw table's name. */
  name: string
  /** One line for the run page: the data that is read here. */
  title: string
  docs: string
  license: string
  republished: Republished
  /** In the form its licence requires, or the name of the provider. */
  attribution: string
  /** Those who answer, where that is not the upstream: chains, or hosts of strangers, whose bytes are never served. */
  answeredBy?: 'chains' | 'strangers'
  /** The columns that identify a row. */
  key: string[]
  /**
   * Flat: strings, numbers, booleans, nulls, or arrays and objects that are stored as JSON. Invalid nullable fields and
   * list entries are dropped, and the row is kept; with any other invalid field it goes to quarantine.
   */
  row: z.ZodObject
  /** The counts of its rows, if any. */
  counts?: Counts
  /**
   * Its rows are events on a chain, each with a `block_number`: events are permanent, unless their block is read again.
   */
  isEvents?: true
  /** Sources that must have been fetched before this one. */
  reads?: string[]
  /** It reads its own rows of earlier days, though they are events. */
  readsOwnEvents?: true
  /**
   * The source that makes the same requests for other rows, and is fetched before this one: what it was answered today is
   * not requested again.
   */
  repeats?: string
  /** Tables of the index's own history that it reads, and of how many days. */
  past?: Record<string, number>
  /** Settings without which it cannot be read, such as a key: when one is not set, the source is skipped. */
  needs?: string[]
  /** Maximum number of requests per day, retries apart; the run stops the source there. */
  budget: number
  /** Requests by host that a first day is expected to take, from the size of the upstream. */
  firstDay?: Record<string, number> | ((given: FirstDayInput) => Record<string, number>)
  /** It reads days before the first run, as rows of their own date, unless the run is told to leave them. */
  hasPast?: true
  /** Maximum minutes per day, by the importance of the source to the index; 3 by default. */
  minutes?: number
  /**
   * The division among several machines; one job by default. Its parts leave no position to continue from (`resume`).
   */
  split?: Split
  probe?: SourceProbe
  fetch(context: FetchContext): AsyncGenerator<Observation, Coverage>
  /**
   * Estimates the requests of a later day with the functions by which `fetch` selects them; null where they are those
   * of the last fetch with requests, which is also the default.
   */
  plan?(context: PlanContext): Promise<ExpectedRequests | null>
}

/** A source from `defineSource`: its `row` drops invalid side fields. */
export interface Source extends SourceDefinition {
  /** The row without any tolerance: its issues name the invalid fields. */
  strictRow: z.ZodObject
}
