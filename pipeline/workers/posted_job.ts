import { z } from 'zod'

/** A job as it lies in the queue: nothing of it is a secret, and all of it is small. */
export const postedJobSchema = z.object({
  source: z.string(),
  /** As `partName` writes it. */
  part: z.string(),
  day: z.iso.date(),
  world: z.enum(['live', 'replay', 'sample']),
  /** The day is over and is read afterwards. */
  isBackfilled: z.boolean(),
  /** The names of the settings that the run has, which a worker must have too. */
  settings: z.array(z.string()),
  /** Where in the bucket all that the job needs is listed. */
  inputs: z.string(),
})
export type PostedJob = z.infer<typeof postedJobSchema>

/** What a worker has put into the bucket for a job. */
export const jobResultSchema = z.object({
  /** The key of its record. */
  record: z.string(),
  /** The keys of the chunks with the bodies. */
  chunks: z.array(z.string()),
  isCut: z.boolean(),
})
export type JobResult = z.infer<typeof jobResultSchema>

/** A job on the board, with what only the board needs of it. */
export interface Posting {
  id: string
  job: PostedJob
  /** Of the jobs of one lane one is under way at a time, on whatever machine. */
  lane: string
  /** What takes long is begun first. */
  priority: number
  /** A job that takes longer is taken away from its worker. */
  mostSeconds: number
}

/** How a job on the board stands. */
export interface Standing {
  id: string
  state: 'waiting' | 'taken' | 'done' | 'failed'
  /** What the worker said of it in the end. */
  output: unknown
}

/** Where a run posts jobs and workers take them. Retries, expiry and dead letters are the board's own. */
export interface Board {
  /** Posts jobs; one that an earlier run posted and that has not failed stays as it stands. */
  post(postings: Posting[]): Promise<void>
  standings(ids: string[]): Promise<Standing[]>
  /** Takes jobs away, whatever their state. */
  drop(ids: string[]): Promise<void>
}
