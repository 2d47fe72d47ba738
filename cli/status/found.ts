import type { Named } from '../../core/resources/schemas.ts'
import type { JobCounts } from '../../pipeline/workers/count_jobs.ts'

/** What a release says of itself. */
export type Status = Named<'IndexStatus'>

/** What only the folder of an index knows, and no release says. */
export interface FolderState {
  /** The day of a run that has begun and not ended, or null. */
  unfinished: string | null
  /** The process that builds at the moment, or null. */
  running: number | null
  /** The release that the log in the folder ends with, or null where none is kept. */
  logged: string | null
}

/** What only the bucket of an index says, and no release. */
export interface BucketState {
  /** Entries of the log that the next run goes on from; null where none is kept. */
  logSize: number | null
  /** Objects are being deleted, so that nothing can be published. */
  isCollecting: boolean
}

/** How the queue of ingest workers stands, or why that is not known. */
export type QueueState = JobCounts | { problem: string }

/** What a service does not serve of what it was offered, or why its memory cannot be read. */
export type RefusedRelease = { release: string; why: string } | { problem: string }

/** What was found of an index. */
export interface Found {
  /** Where it was looked for, for people. */
  place: string
  /** Null where nothing was published yet. */
  status: Status | null
  /** Null where the folder cannot be seen. */
  folder: FolderState | null
  /** Null where it was not read from a bucket. */
  bucket: BucketState | null
  /** Null where no queue is named. */
  queue: QueueState | null
  /** Empty where nothing is refused, or no service keeps its state here. */
  refused: RefusedRelease[]
}
