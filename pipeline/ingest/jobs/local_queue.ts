import type { JobEnd, JobQueue, SourceJob } from './job_queue.ts'
import { type JobPart, toShare } from './part.ts'
import { hasDeferred, runJob } from './run_job.ts'

/** The queue of one machine: each job starts at once, in this process. */
export const LOCAL_QUEUE: JobQueue = {
  splitsSources: false,
  runParts: (job, parts) => Promise.all(parts.map((part) => runLocally(job, part))),
}

async function runLocally({ context, ...job }: SourceJob, part: JobPart): Promise<JobEnd> {
  const done = await runJob({ ...job, context: { ...context, share: toShare(part) } })
  return { part, ...done, isCut: hasDeferred(done) }
}
