import type { SchemaValue } from '../../../core/resources/schemas.ts'
import type { ServedRelease } from '../../handler/served_release.ts'
import type { AnswerCache } from '../cache/answer_cache.ts'
import type { Listener } from '../http/listener.ts'
import type { Follower } from '../release/follow_release.ts'
import type { Guard } from '../release/known_log/log_guard.ts'
import type { ReadQueue } from '../release/read_queue.ts'
import type { State } from '../state.ts'
import type { CallTally } from './call_tally.ts'
import type { Log } from './log.ts'

/** The status of a release in `/status.json`. */
export type ReleaseStatus = SchemaValue<'IndexStatus'>
/** A value and its labels; null if unknown, which is then omitted. */
export type MetricSample = [labels: Record<string, string>, value: number | null]

/** A figure of `/metrics`. */
export interface Figure {
  /** A name with the suffix `_total` is a counter. */
  name: `assay_${string}`
  help: string
  labels: readonly string[]
  /** Its advice in docs/reference/metrics.md. */
  watch: string
  /** Reads its current values. */
  read(sources: FigureSources): MetricSample[] | Promise<MetricSample[]>
}

/** Rows of the ledger in a state. */
export interface LedgerCount {
  state: string
  count: number
}

/** Sources of the figures. */
export interface FigureSources {
  calls: Pick<CallTally, 'answers'>
  /** Outcome of payments → endpoint → count. */
  payments: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Returns the served release, or null. */
  release(): Promise<Pick<ServedRelease, 'reader'> | null>
  /** Returns the status of the served index; null if it cannot be read in time. */
  status(): Promise<ReleaseStatus | null>
  /** Returns rows of the ledger by state; none if they cannot be read in time. */
  ledger(): Promise<readonly LedgerCount[]>
  /** Milliseconds since 1970. */
  now(): number
  /** Returns the bounded parts of a server, or null. */
  resourceGauges(): GaugeSources | null
}

/** Current usage of each bounded resource; `bounds.ts` has the bounds. */
export interface GaugeSources {
  listener: Pick<Listener, 'connections'>
  cache: Pick<AnswerCache, 'load'>
  reads: Pick<ReadQueue, 'load'>
  follower: Pick<Follower, 'cachedBytes'>
  state: Pick<State, 'known' | 'rpcLimits' | 'taskBytes'>
  log: Pick<Log, 'omittedLines'>
  guard: Pick<Guard, 'counts'>
}
