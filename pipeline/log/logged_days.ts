import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OperationalError } from '../../core/domain/errors.ts'
import { parseDays } from '../../core/log/days.ts'
import { LOG_FILES, type LoggedDay } from '../../core/log/entries.ts'
import { readCheckpoint } from '../../core/log/note.ts'

/**
 * Returns the size of the log in a folder and its days, the oldest first, as far as the checkpoint covers them: an
 * interrupted run leaves one that it does not. 0 and none without a log. Throws OperationalError for invalid files.
 */
export function readLoggedDays(root: string): { size: number; days: LoggedDay[] } {
  if (!existsSync(join(root, LOG_FILES.checkpoint))) return { size: 0, days: [] }
  const { size } = readCheckpoint(readFileSync(join(root, LOG_FILES.checkpoint), 'utf8'))
  return { size, days: readDays(join(root, LOG_FILES.days)).filter((day) => day.log_size <= size) }
}

function readDays(file: string): LoggedDay[] {
  try {
    return parseDays(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new OperationalError(`${file} is not as it was written: put it back from your backup`, { cause })
  }
}
