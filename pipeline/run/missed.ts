import { join } from 'node:path'
import { DAY_MS, dateOf, daysBetween } from '../../core/domain/dates.ts'
import { History } from '../history/history.ts'
import type { RunOptions } from './types.ts'

type Asked = Pick<RunOptions, 'day' | 'output' | 'catchUpFrom' | 'report'>

/**
 * The days since the last one that is done, oldest first, as far as they can still be run; those that are over for good
 * are named to the reporter. None without `catchUpFrom`, and none of an index that has not begun.
 */
export function missedDays({ day, output, catchUpFrom, report }: Asked): string[] {
  const last = new History(join(output, 'history')).days().at(-1)
  if (catchUpFrom === undefined || last === undefined || last >= day) return []
  const missed = daysAfter(last, day)
  for (const date of missed.filter((text) => text < catchUpFrom))
    report.note(
      `${date} was missed and stays missing: sources only say how things are today. What is dated in itself is read by later days`,
    )
  return missed.filter((date) => date >= catchUpFrom)
}

/** The dates between two, without either. */
const daysAfter = (last: string, day: string): string[] =>
  Array.from({ length: daysBetween(last, day) - 1 }, (_, nth) =>
    dateOf(Date.parse(last) + (nth + 1) * DAY_MS),
  )
