import { join } from 'node:path'
import { DAY_MS, daysBetween, toDate } from '../../core/domain/dates.ts'
import { History } from '../history/history.ts'
import type { RunOptions } from './types.ts'

type MissedDaysOptions = Pick<RunOptions, 'day' | 'output' | 'catchUpFrom' | 'report'>

/**
 * Returns the days since the last closed one that can still be run, oldest first, and reports those that are lost.
 * Empty without `catchUpFrom`, and for an index that has not begun.
 */
export function missedDays({ day, output, catchUpFrom, report }: MissedDaysOptions): string[] {
  const last = new History(join(output, 'history')).days().at(-1)
  if (catchUpFrom === undefined || last === undefined || last >= day) return []
  const missed = listDaysBetween(last, day)
  for (const date of missed.filter((text) => text < catchUpFrom))
    report.note(
      `${date} was missed and stays missing: sources only say how things are today. What is dated in itself is read by later days`,
    )
  return missed.filter((date) => date >= catchUpFrom)
}

/** The dates between two, both excluded. */
const listDaysBetween = (last: string, day: string): string[] =>
  Array.from({ length: daysBetween(last, day) - 1 }, (_, nth) =>
    toDate(Date.parse(last) + (nth + 1) * DAY_MS),
  )
