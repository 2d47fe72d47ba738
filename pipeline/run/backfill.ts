import { join } from 'node:path'
import { daysBefore } from '../../core/domain/dates.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { History } from '../history/history.ts'
import type { RunOptions } from './types.ts'

type BackfillOptions = Pick<RunOptions, 'day' | 'output' | 'backfill'>

/**
 * Returns the days still to be backfilled before a run, oldest first, without those that an earlier, interrupted run
 * has closed. Throws BadUsage if the index has begun, since days are only added at its end.
 */
export function daysToBackfill({ day, output, backfill = 0 }: BackfillOptions): string[] {
  if (backfill === 0) return []
  const history = new History(join(output, 'history'))
  const done = history.days()
  const past = new Set(history.backfilled())
  const observed = done.filter((date) => !past.has(date))
  if (past.size > 0 && observed.join() === day) return []
  const first = daysBefore(day, backfill)
  requireBeginning(output, observed, done[0] ?? first, first)
  const days = Array.from({ length: backfill }, (_, nth) => daysBefore(day, backfill - nth))
  return days.filter((date) => date > (done.at(-1) ?? ''))
}

function requireBeginning(output: string, observed: string[], begun: string, first: string): void {
  if (observed[0] !== undefined)
    throw new BadUsage(
      `${output} has days that were observed (the first is ${observed[0]}), and days before them cannot be added: --backfill is for the first start. Leave it out, or choose an empty folder with --output`,
    )
  if (first < begun)
    throw new BadUsage(
      `the backfill of ${output} began with ${begun}, and ${first}, which is before that, cannot be added: ask for fewer days, or choose an empty folder with --output`,
    )
}
