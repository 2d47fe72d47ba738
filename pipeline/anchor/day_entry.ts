import { RunFailed } from '../../core/domain/errors.ts'
import type { LoggedDay } from '../../core/log/entries.ts'
import { logFolder } from '../log/key.ts'
import { readLoggedDays } from '../log/logged_days.ts'

/** The facts about a day of the log that an anchor writes. */
export type DayEntry = Pick<LoggedDay, 'date' | 'digest' | 'checkpoint_sha256'>

/**
 * Returns the last entry of a date, which counts; for null, of the newest date before `today`, since a later run may
 * publish today again, and null if none is over. Throws RunFailed if the log of the output folder lacks the date.
 */
export function readDayEntry(output: string, date: string | null, today: string): DayEntry | null {
  const { size, days } = readLoggedDays(logFolder(output))
  if (size === 0)
    throw new RunFailed(`${output} has no log yet: "npm run daily" writes one where LOG_KEY_FILE is set`)
  const found = days.findLast((day) => (date === null ? day.date < today : day.date === date))
  if (found === undefined && date === null) return null
  if (found === undefined) throw new RunFailed(`the log of ${output} has no ${date}`)
  return { date: found.date, digest: found.digest, checkpoint_sha256: found.checkpoint_sha256 }
}
