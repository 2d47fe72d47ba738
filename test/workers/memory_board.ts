import type {
  JobBoard,
  JobPosting,
  JobResult,
  JobStatus,
  PostedJob,
} from '../../pipeline/workers/posted_job.ts'

/** A board in memory, whose jobs are done by `act` as soon as they are posted; one that never settles stays taken. */
export class MemoryBoard implements JobBoard {
  readonly posted: JobPosting[] = []
  readonly #standings = new Map<string, JobStatus>()
  readonly #act: (job: PostedJob) => Promise<JobResult>

  constructor(act: (job: PostedJob) => Promise<JobResult>) {
    this.#act = act
  }

  async post(postings: JobPosting[]): Promise<void> {
    for (const posting of postings) {
      this.posted.push(posting)
      if (!this.#standings.has(posting.id)) this.#begin(posting)
    }
  }

  async standings(ids: string[]): Promise<JobStatus[]> {
    return ids.flatMap((id) => this.#standings.get(id) ?? [])
  }

  async drop(ids: string[]): Promise<void> {
    for (const id of ids) this.#standings.delete(id)
  }

  #begin({ id, job }: JobPosting): void {
    this.#standings.set(id, { id, state: 'taken', output: null })
    this.#act(job).then(
      (output) => this.#standings.set(id, { id, state: 'done', output }),
      (error: Error) => this.#standings.set(id, { id, state: 'failed', output: { message: error.message } }),
    )
  }
}
