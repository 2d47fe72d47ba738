import type { z } from 'zod'
import type { World } from '../../core/domain/world.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Guarded } from '../http/guarded.ts'
import type { Http, UpstreamAnswer } from '../http/http.ts'

/** Which recorded response a row was read from. */
export type Provenance = Pick<UpstreamAnswer<unknown>, 'url' | 'sha256' | 'retrievedAt'>

/** One fact-bearing row as the upstream gave it, and the recorded answer that it was read from. */
export interface Observation {
  from: Provenance
  /** Checked against the source's `row` schema by the pipeline; a bad row goes to quarantine. */
  row: Record<string, unknown>
  /** Why the row, though it can be read, is no observation: its last row stands, and this one goes to quarantine. */
  untrue?: string
  /** What of the upstream's own record no field of the row could take. */
  dropped?: Dropped[]
}

/** A field that could not be used, and why. */
export interface Dropped {
  field: string
  reason: string
}

/** The numbers of a row that count what many people do, and so cannot vanish from one day to the next. */
export interface Counts {
  /** Numbers, or texts of digits. The first of them is the volume of the source. */
  columns: string[]
  /** What is counted, where the key of a row names more than that, such as a date. */
  name?: string[]
  /** That a row of what is not found stands for a count of 0. */
  isAbsentZero?: true
}

/** Blocks of a chain, both ends included. */
export interface BlockRange {
  from_block: number
  to_block: number
}

/** Blocks of a chain that a fetch read to their end: the events in them are these, in place of any read before. */
export interface BlocksRead extends BlockRange {
  /** CAIP-2. */
  chain: string
  /** When the first and the last of them were made (ISO 8601). */
  from_time: string
  to_time: string
  /** The last of them that could no longer be reorganised; below `from_block` where none was. */
  final_block: number
}

/** What a source of events has read, and what it left, in words as in `Part`. */
export interface ChainCoverage {
  blocks: BlocksRead[]
  left_out: string | null
}

/**
 * What was left for another day, as the run page and the run's summary say it: how much of what, and never an error's
 * own words, since a rebuild from the archive must say the same. Rows not yielded stand as they were.
 */
export interface Part {
  left_out: string
  /** Where the next fetch goes on, in words of the source's own; it gets them as `resume`. */
  resume?: string
}

/**
 * What a finished fetch covered. `all`: rows not yielded are gone from the upstream. `changes`: rows not
 * yielded stand as they were; a part is that too. Blocks: what the events stand in.
 */
export type Coverage = 'all' | 'changes' | Part | ChainCoverage

/** A row as its source stands at now, with the recorded response it was read from. */
export type Known = Record<string, unknown> & { observed_on: string }

/** Where a known row was read, for a row that is read out of it again. */
export const provenanceOf = (row: Known): Provenance => ({
  url: String(row.source_url),
  sha256: String(row.response_sha256),
  retrievedAt: String(row.observed_at),
})

/** Which of the things that a source would ask for are this job's: on one machine all of them. */
export interface Share {
  isWhole: boolean
  /** Of what is to be visited, by the address of each; what is at one host stays together. `most`: how many are, in all. */
  visits<T>(items: T[], addressOf: (item: T) => string, most?: number): T[]
  /** Of what is asked for besides: a range of what `split.items` counts, which must not be asked in two ranges. */
  items<T>(items: T[]): T[]
  /** What a source says without asking anybody: of several jobs none does, and whoever puts them together does. */
  unasked<T>(rows: T[]): T[]
}

/** What is known where a source is divided into jobs. */
export type SplitContext = Pick<FetchContext, 'day' | 'known' | 'catalog' | 'env'>

/** How a source that asks for much may be divided into jobs, each of which gets its `share`. */
export interface Split {
  /** Its visits are divided by host. */
  visits?: true
  /** How many things are asked for besides, and how many of them make a job. */
  items?: { perJob: number; count(context: SplitContext): Promise<number> }
  /** It stops after some failures in a row: what one job left must not stop it before what another one has read. */
  stops?: true
}

export interface FetchContext {
  http: Http
  /** The only way to an address that an agent supplied. */
  guarded: Guarded
  /** The logical date of the run, YYYY-MM-DD. */
  day: string
  /** When the day ended, in seconds since 1970, where it is read afterwards (`pastDay`); null: as things are now. */
  until: number | null
  /** The rows a source stands at now: its own from before today, those of a source in `reads` from today. */
  known(source: string): Promise<Known[]>
  /** The last logical date on which this source was fetched in full or in part without failing, or null. */
  lastDay: string | null
  /** The blocks that fetches of earlier days have read. */
  earlierBlocks: BlocksRead[]
  /** What the fetch of `lastDay` left for the next one as its `resume`, or null where it left nothing. */
  resume: string | null
  catalog: Catalog
  /** The settings a source may read, such as tokens; never the whole environment of the process. */
  env: Record<string, string | undefined>
  share: Share
}

/**
 * What is known before a fetch without asking anybody. The rows of sources in `reads` are those of the last day, since
 * today's are still to be asked for.
 */
export interface PlanContext extends Omit<FetchContext, 'http' | 'guarded' | 'lastDay' | 'until' | 'share'> {
  lastDay: string
  /** The blocks that the fetch of `lastDay` read. */
  lastBlocks: BlocksRead[]
  /** The responses of the newest fetch that asked anybody. */
  last: readonly ArchivedResponse[]
  /** What the fetch of `lastDay` left for another day, or null. */
  leftOut: string | null
}

/** How many requests a fetch is expected to take. */
export interface Expected {
  /** By host; those at addresses that agents supply stand together under `VISITS`. */
  requests: Record<string, number>
  /** Whether they also depend on what is answered, and not on what is due alone. */
  isEstimate: boolean
}

/** In place of a host: the addresses that agents supply, each asked at its own. */
export const VISITS = "agents' own addresses"

/** What the expectation of a first day depends on. */
interface FirstDayOf {
  world: World
  env: FetchContext['env']
}

/** What a file in `pipeline/sources/` declares. */
export interface SourceDefinition {
  /** The file's name and the raw table's name. */
  name: string
  /** One line for the run page: what is read here. */
  title: string
  docs: string
  license: string
  /** The columns that name a row. */
  key: string[]
  /**
   * Flat: strings, numbers, booleans, nulls, or arrays and objects that are kept as JSON. What may be null and what
   * stands in a list is dropped where it is odd, and the row is kept; for any other odd field it goes to quarantine.
   */
  row: z.ZodObject
  /** What it counts, if it does. */
  counts?: Counts
  /** Its rows are events on a chain, each with a `block_number`: what happened stays, unless its block is read again. */
  isEvents?: true
  /** Sources that must have been fetched before this one. */
  reads?: string[]
  /** Settings without which it cannot be read, such as a key: when one is not set, the source is skipped. */
  needs?: string[]
  /** The most requests that one day may take, retries apart; the run stops the source there. */
  budget: number
  /** Requests by host that a first day is expected to take, from the size of the upstream. */
  firstDay?: Record<string, number> | ((given: FirstDayOf) => Record<string, number>)
  /**
   * Declares that what is read here is dated and stays, so that a day that is over can be read afterwards, as of
   * `until`: requests by host that such a day takes.
   */
  pastDay?: Record<string, number>
  /** The most minutes that one day may take, by how much the index needs it; 3 where nothing is said. */
  minutes?: number
  /** How it is divided among several machines; without this it is one job. Its parts give nothing to go on with (`resume`). */
  split?: Split
  fetch(context: FetchContext): AsyncGenerator<Observation, Coverage>
  /**
   * What a later day is expected to ask, found by the same functions by which `fetch` chooses it; null where it is as
   * the last time that anybody was asked, which is also expected of a source without this.
   */
  plan?(context: PlanContext): Promise<Expected | null>
}

/** A source as `defineSource` makes it: its `row` drops odd side fields. */
export interface Source extends SourceDefinition {
  /** The row without any tolerance: says which fields are odd. */
  strictRow: z.ZodObject
}
