import type { SchemaValue } from '../../core/resources/schemas.ts'
import type { JobCounts } from '../../pipeline/workers/count_jobs.ts'

/** Published status of a release. */
export type PublishedStatus = SchemaValue<'IndexStatus'>

/** State that only the output folder of an index holds, and no release. */
export interface FolderState {
  /** The day of a run that has begun and not ended, or null. */
  unfinished: string | null
  /** The process that builds at the moment, or null. */
  running: number | null
  /** Release at the end of the folder's log, or null without a log. */
  logged: string | null
}

/** State that only the bucket of an index holds, and no release. */
export interface BucketState {
  /** Number of log entries that the next run continues from; null without a log. */
  logSize: number | null
  /** Objects are being deleted, so that nothing can be published. */
  isCollecting: boolean
}

/** State of the ingest queue, or why it is unknown. */
export type QueueState = JobCounts | { problem: string }

/** A release that the service refused to serve, or why the list of refusals cannot be read. */
export type RefusedRelease = { release: string; why: string } | { problem: string }

/** State that was read of an index. */
export interface IndexState {
  /** Location that was read, for people. */
  place: string
  /** Null where nothing was published yet. */
  status: PublishedStatus | null
  /** Null where the folder cannot be seen. */
  folder: FolderState | null
  /** Null where it was not read from a bucket. */
  bucket: BucketState | null
  /** Null where no queue is named. */
  queue: QueueState | null
  /** Empty if nothing is refused, or no service keeps its state here. */
  refused: RefusedRelease[]
}
