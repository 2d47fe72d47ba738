import type { SourceDay } from '../../archive/source_day.ts'
import type { ObserveResult } from '../observe.ts'
import type { JobPart } from './part.ts'
import type { JobInput } from './run_job.ts'

/** A source to fetch, with the data of earlier days and other sources that its jobs need. */
export interface SourceJob extends JobInput {
  /** The source is fetched once more on its day: answers of an earlier run do not count. */
  isRefetch: boolean
}

/** The result of one job of a source. Its responses are in the archive of the run. */
export type JobEnd = { part: JobPart } & (
  | {
      recorded: SourceDay
      /** The rows, where they were read on this machine; else they are read out of the archive. */
      seen: ObserveResult | null
      /** It deferred something to another day, so that it must be read again by itself. */
      isCut: boolean
    }
  | { recorded: null; problem: string }
)

/** Runs the jobs of a source: in this process, or on workers on other machines. */
export interface JobQueue {
  /** True if a large source is divided. */
  splitsSources: boolean
  /** Runs the jobs of a source, and returns the result of each, in their order. */
  runParts(job: SourceJob, parts: JobPart[]): Promise<JobEnd[]>
}
