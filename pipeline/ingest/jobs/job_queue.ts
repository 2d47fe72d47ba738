import type { SourceDay } from '../../archive/source_day.ts'
import type { Observed } from '../observe.ts'
import type { Part } from './part.ts'
import type { JobGiven } from './run_job.ts'

/** A source that is to be asked, with all that its jobs need of earlier days and other sources. */
export interface Asked extends JobGiven {
  /** It is asked once more on its day: what an earlier run was answered does not count. */
  isAgain: boolean
}

/** What became of one part of a source. Its responses are in the archive of the run. */
export type JobEnd = { part: Part } & (
  | {
      recorded: SourceDay
      /** The rows, where they were read on this machine; else they are read out of the archive. */
      seen: Observed | null
      /** It left something for another day, so that it must be read again by itself. */
      isCut: boolean
    }
  | { recorded: null; problem: string }
)

/** Who asks the upstreams for a run: this process, or workers on other machines. */
export interface JobQueue {
  /** Whether a source that is large is divided. */
  divides: boolean
  /** Has the parts of a source asked for, and gives what became of each, in their order. */
  ask(asked: Asked, parts: Part[]): Promise<JobEnd[]>
}
