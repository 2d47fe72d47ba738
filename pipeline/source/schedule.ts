import { createHash } from 'node:crypto'
import { DAY_MS } from '../../core/domain/dates.ts'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { KnownRow, Observation } from './source.ts'

/** Number of concurrent requests of the client to one host. */
const MAX_CONCURRENT_PER_HOST = 8

/**
 * True if a name last requested on one day (null: never) is due on another, once per period of days. Each name has its
 * own day of the period, so that not all are due on the same one; a missed day is made up for on the next.
 */
export function isDue(name: string, last: string | null, day: string, every = 7): boolean {
  const shift = createHash('sha256').update(name).digest().readUInt32BE() % every
  const period = (date: string) => Math.floor((Date.parse(date) / DAY_MS + shift) / every)
  return last === null || period(last) !== period(day)
}

/** Returns the last day on which any of these rows was read, or null. */
export const findLastRead = (rows: KnownRow[]): string | null =>
  rows
    .map((row) => row.observed_on)
    .sort()
    .at(-1) ?? null

/** Null when the upstream is down or changed; the last values are kept. */
export async function nullIfUpstreamFails<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof UpstreamDown || error instanceof UpstreamChanged) return null
    throw error
  }
}

/** Throws UpstreamDown for UpstreamChanged: an answer of another form to one request of thousands defers what it is about, and does not fail all others. */
export function deferChanged(error: unknown): never {
  if (!(error instanceof UpstreamChanged)) throw error
  const { address, message } = error
  throw new UpstreamDown(address, message.replace(`${address}: `, ''), { cause: error })
}

/**
 * Requests every item, some concurrently, and yields the rows of the answers, in the order of the items. One that fails
 * is deferred to another day, and none starts once all concurrent ones have failed; throws UpstreamDown when nothing
 * was answered.
 */
export async function* requestEach<T>(
  items: T[],
  ask: (item: T) => Promise<Observation[]>,
  atOnce = MAX_CONCURRENT_PER_HOST,
): AsyncGenerator<Observation, void> {
  let hasAnswered = false
  for (let at = 0; at < items.length; at += atOnce) {
    const answers = await Promise.allSettled(items.slice(at, at + atOnce).map(ask))
    const failed = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason)
    const bug = failed.find((reason) => !(reason instanceof UpstreamDown))
    if (bug) throw bug
    const isOut = failed.length === answers.length
    if (isOut && !hasAnswered) throw failed[0]
    if (isOut) return
    hasAnswered = true
    for (const answer of answers) if (answer.status === 'fulfilled') yield* answer.value
  }
}
