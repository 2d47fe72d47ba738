import { join } from 'node:path'
import { Archive } from '../archive/archive.ts'
import { History } from '../history/history.ts'
import type { RunOptions, RunSummary } from './types.ts'

/** The source whose days before the first run are read. */
const PAYMENTS = 'x402_payments'
/** Less is not worth a release of its own. */
const MIN_MINUTES = 5

/**
 * Reads payments back once the day is published: again and again in the time that is left, with a release for each
 * reading, until their window is whole or a reading brings nothing. Returns the summary of the day.
 */
export async function readBack(
  request: RunOptions,
  published: RunSummary,
  run: (options: RunOptions) => Promise<RunSummary>,
): Promise<RunSummary> {
  let last = published
  while (hasMore(request) && hasTime(request)) {
    const next = await run({ ...request, sources: [PAYMENTS], refetch: false, isReadingBack: true })
    if (next.outcome !== 'published') break
    last = { ...next, sources: last.sources.map((source) => findSource(next, source.name) ?? source) }
  }
  return last
}

/** Only what was asked again is of this reading; the rest was read from the archive. */
const findSource = ({ sources }: RunSummary, name: string) =>
  name === PAYMENTS ? sources.find((source) => source.name === PAYMENTS) : undefined

/** True if the day is open, and payments before it were left for want of time. */
function hasMore({ day, output, offline, leavesPast, sources }: RunOptions): boolean {
  if (offline || leavesPast || !(sources?.includes(PAYMENTS) ?? true)) return false
  if (new History(join(output, 'history')).isClosed(day)) return false
  const recorded = new Archive(join(output, 'archive')).readDay(day, PAYMENTS)
  return recorded?.outcome === 'ok' && recorded.unfinished === true
}

const hasTime = ({ fetchUntil = Number.POSITIVE_INFINITY }: RunOptions): boolean =>
  fetchUntil - performance.now() > MIN_MINUTES * 60_000
