import { BadUsage } from '../core/domain/errors.ts'
import type { RunOptions, RunSummary } from '../pipeline/run/types.ts'
import type { Settings } from './settings.ts'

/** Runs with workers if a queue is set; offline without requests. `minutes`: its deadline. */
export async function withWorkers(
  { ingestQueue }: Settings,
  runOptions: RunOptions,
  minutes: number | null,
  runDay: (options: RunOptions) => Promise<RunSummary>,
): Promise<RunSummary> {
  if (ingestQueue === null || runOptions.offline) return runDay(runOptions)
  const { openRunWorkers } = await import('./ingest_workers.ts')
  const note = (line: string) => runOptions.report.note(line)
  const workers = await openRunWorkers(ingestQueue, process.env, { day: runOptions.day, minutes, note })
  let isDone = false
  try {
    const summary = await runDay({ ...runOptions, queue: workers.queue })
    isDone = true
    return summary
  } finally {
    await workers.close(isDone)
  }
}

/** Minutes after which a run fetches no more; null: until all is fetched. Throws BadUsage. */
export function deadlineMinutes(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new BadUsage(`--deadline ${text}: give whole minutes from 1 to 9999, e.g. --deadline 60`)
}
