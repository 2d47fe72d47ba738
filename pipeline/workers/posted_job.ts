import { z } from 'zod'

/** A job in the queue: it has no secrets, and is small. */
export const postedJobSchema = z.object({
  source: z.string(),
  /** Its name in the format of `ingest/jobs/part.ts`. */
  part: z.string(),
  day: z.iso.date(),
  world: z.enum(['live', 'replay', 'sample']),
  /** Days before the first run are wanted too. */
  wantsPast: z.boolean(),
  /** The names of the run's settings, which a worker must have too. */
  settings: z.array(z.string()),
  /** The key in the bucket of the list of the job's inputs. */
  inputs: z.string(),
})
export type PostedJob = z.infer<typeof postedJobSchema>

/** The objects that a worker has put into the bucket for a job. */
export const jobResultSchema = z.object({
  /** The key of its record. */
  record: z.string(),
  /** The keys of the chunks with the bodies. */
  chunks: z.array(z.string()),
  isCut: z.boolean(),
})
export type JobResult = z.infer<typeof jobResultSchema>

/** A job on the board, with the fields that only the board uses. */
export interface JobPosting {
  id: string
  job: PostedJob
  /** Only one job of a lane is active at a time, on any machine. */
  lane: string
  /** Long jobs start first. */
  priority: number
  /** A job that takes longer is revoked. */
  maxSeconds: number
}

/** The state of a job on the board. */
export interface JobStatus {
  id: string
  state: 'waiting' | 'taken' | 'done' | 'failed'
  /** The worker's final result or error. */
  output: unknown
}

/** The board of jobs that runs post and workers take. Retries, expiry and dead letters are the board's own. */
export interface JobBoard {
  /** Posts jobs; one that an earlier run posted and that has not failed is left as it is. */
  post(postings: JobPosting[]): Promise<void>
  standings(ids: string[]): Promise<JobStatus[]>
  /** Removes jobs in any state. */
  drop(ids: string[]): Promise<void>
}
