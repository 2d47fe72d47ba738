import { RunFailed } from '../../core/domain/errors.ts'
import type { LoggedDay } from '../../core/log/entries.ts'
import { logFolder } from '../log/key.ts'
import { readLoggedDays } from '../log/logged_days.ts'

/** The facts about a day of the log that an anchor writes. */
export type DayEntry = Pick<LoggedDay, 'date' | 'digest' | 'checkpoint_sha256'>

/** Returns the newest entry of a date, or of all; throws RunFailed if the log of the output folder has none. */
export function readDayEntry(output: string, date: string | null): DayEntry {
  const { size, days } = readLoggedDays(logFolder(output))
  if (size === 0)
    throw new RunFailed(`${output} has no log yet: "npm run daily" writes one where LOG_KEY_FILE is set`)
  const found = days.findLast((day) => date === null || day.date === date)
  if (found === undefined) throw new RunFailed(`the log of ${output} has no ${date ?? 'day'}`)
  return { date: found.date, digest: found.digest, checkpoint_sha256: found.checkpoint_sha256 }
}
