import type { Asked, JobEnd, JobQueue } from './job_queue.ts'
import { type Part, shareOf } from './part.ts'
import { isCut, runJob } from './run_job.ts'

/** The queue of one machine: each job starts at once, in this process. */
export const LOCAL_QUEUE: JobQueue = {
  divides: false,
  ask: (asked, parts) => Promise.all(parts.map((part) => runHere(asked, part))),
}

async function runHere({ context, ...asked }: Asked, part: Part): Promise<JobEnd> {
  const done = await runJob({ ...asked, context: { ...context, share: shareOf(part) } })
  return { part, ...done, isCut: isCut(done) }
}
