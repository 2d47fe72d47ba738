import { join } from 'node:path'
import { Archive } from '../archive/archive.ts'
import { History } from '../history/history.ts'
import type { RunOptions, RunSummary } from './types.ts'

/** The source whose days before the first run are read. */
const PAYMENTS = 'x402_payments'
/** Less is not worth a release of its own. */
const MIN_MINUTES = 5
/** Of fetching for the first release of an index; its first day has the most to ask, and nobody should wait for all of it. */
const FIRST_MINUTES = 45

/**
 * Runs the first day of an index: publishes it after FIRST_MINUTES of fetching with what there is by then, and goes on in
 * the time that is left with the sources that were cut.
 */
export async function runFirst(
  request: RunOptions,
  run: (options: RunOptions) => Promise<RunSummary>,
): Promise<RunSummary> {
  const cutAt = performance.now() + FIRST_MINUTES * 60_000
  const { fetchUntil = Number.POSITIVE_INFINITY } = request
  const first = await run({ ...request, fetchUntil: Math.min(cutAt, fetchUntil) })
  if (performance.now() < cutAt || !hasTime(request)) return first
  const next = await run({ ...request, refetch: false })
  return next.outcome === 'published' ? next : first
}

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
