import type { Named } from '../../../core/resources/schemas.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import type { AnswerCache } from '../cache/answer_cache.ts'
import type { Listener } from '../http/listener.ts'
import type { Follower } from '../release/follow_release.ts'
import type { Guard } from '../release/known_log/log_guard.ts'
import type { PatientReads } from '../release/patient_reads.ts'
import type { State } from '../state.ts'
import type { CallTally } from './call_tally.ts'
import type { Log } from './log.ts'

/** What a release says of itself in `/status.json`. */
export type Status = Named<'IndexStatus'>
/** A value and its labels; null for one that is unknown, which is no figure. */
export type Point = [labels: Record<string, string>, value: number | null]

/** A figure of `/metrics`. */
export interface Figure {
  /** One that ends in `_total` only grows. */
  name: `assay_${string}`
  help: string
  labels: readonly string[]
  /** What docs/operating.md says of it. */
  watch: string
  /** Its values now. */
  read(sources: FigureSources): Point[] | Promise<Point[]>
}

/** Rows of the ledger in a state. */
export interface LedgerCount {
  state: string
  count: number
}

/** What figures are read from. */
export interface FigureSources {
  calls: Pick<CallTally, 'answers'>
  /** Outcome of payments → endpoint → how many. */
  payments: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** The release that is served, or null. */
  release(): Promise<Pick<ServedRelease, 'reader'> | null>
  /** The status of the index that is served; null where it cannot be read in time. */
  status(): Promise<Status | null>
  /** Rows of the ledger by state; none where it cannot be read in time. */
  ledger(): Promise<readonly LedgerCount[]>
  /** Milliseconds since 1970. */
  now(): number
  /** The parts of a server of which something is bounded; null for none. */
  held(): Held | null
}

/** What of a server is bounded; `bounds.ts` says how much it may be. */
export interface Held {
  listener: Pick<Listener, 'connections'>
  cache: Pick<AnswerCache, 'load'>
  reads: Pick<PatientReads, 'load'>
  follower: Pick<Follower, 'cachedBytes'>
  state: Pick<State, 'known' | 'rpcLimits' | 'taskBytes'>
  log: Pick<Log, 'leftOut'>
  guard: Pick<Guard, 'counts'>
}
