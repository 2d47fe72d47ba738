import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_FILES, type LoggedDay } from '../../core/log/entries.ts'
import { readCheckpoint } from '../../core/log/note.ts'

/** The size of the log in a folder and its days, the oldest first, as far as the checkpoint covers them; 0 and none without one. */
export function loggedDays(root: string): { size: number; days: LoggedDay[] } {
  if (!existsSync(join(root, LOG_FILES.checkpoint))) return { size: 0, days: [] }
  const { size } = readCheckpoint(readFileSync(join(root, LOG_FILES.checkpoint), 'utf8'))
  const days = JSON.parse(readFileSync(join(root, LOG_FILES.days), 'utf8')) as LoggedDay[]
  return { size, days: days.filter((day) => day.log_size <= size) }
}
