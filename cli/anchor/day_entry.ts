import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { RunFailed } from '../../core/domain/errors.ts'
import { sha256 } from '../../core/interface/schemas/sha256.ts'

const days = z.array(
  z.looseObject({
    ...{ date: z.iso.date(), digest: sha256, checkpoint_sha256: sha256 },
    log_size: z.int().min(1),
  }),
)

/** What an anchor writes about a day of the log. */
export type DayEntry = Pick<z.infer<typeof days>[number], 'date' | 'digest' | 'checkpoint_sha256'>

/** The newest entry of a date, or of all; throws RunFailed where the log of the output folder has none. */
export function dayEntry(output: string, date: string | null): DayEntry {
  const folder = join(output, 'log')
  const head = join(folder, 'checkpoint')
  if (!existsSync(head))
    throw new RunFailed(`${output} has no log yet: "npm run daily" writes one where LOG_KEY_FILE is set`)
  const size = Number(readFileSync(head, 'utf8').split('\n')[1])
  // A run that was cut short leaves a day behind that no checkpoint covers.
  const logged = daysIn(join(folder, 'entries/days.json')).filter((one) => one.log_size <= size)
  const found = logged.findLast((one) => date === null || one.date === date)
  if (found === undefined) throw new RunFailed(`the log of ${output} has no ${date ?? 'day'}`)
  return { date: found.date, digest: found.digest, checkpoint_sha256: found.checkpoint_sha256 }
}

function daysIn(file: string): z.infer<typeof days> {
  try {
    return days.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    throw new RunFailed(`${file} is not as it was written: put it back from your backup`, { cause })
  }
}
