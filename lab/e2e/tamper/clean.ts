import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_DAYS } from '../../../sample/sample.ts'
import { runSampleDay } from '../../../test/kit/sample_day.ts'
import type { SeenCheckpoint } from '../../../verify/checks/log.ts'
import { openLog } from '../../../verify/checks/log.ts'
import { openFolder } from '../../../verify/command/folder.ts'
import { broken, SAMPLE_KEY, verifyFolder } from './target.ts'

/** Runs days of the sample, and verifies after each with the log seen the day before. Returns false alarms. */
export async function cleanDays(
  count: number,
  say: (line: string) => void,
): Promise<{ days: number; alarms: string[] }> {
  const output = mkdtempSync(join(tmpdir(), 'assay-clean-'))
  const alarms: string[] = []
  const days = SAMPLE_DAYS.slice(0, count)
  let seen: SeenCheckpoint | null = null
  try {
    for (const day of days) {
      await runSampleDay(output, day)
      const said = broken(await verifyFolder(output, seen))
      alarms.push(...said.map((line) => `${day}: ${line}`))
      say(`${day}: ${said.length} claims broken`)
      seen = await seenIn(output)
    }
    return { days: days.length, alarms }
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

async function seenIn(output: string): Promise<SeenCheckpoint | null> {
  const source = openFolder(output)?.current
  const { log } = source === undefined ? { log: null } : await openLog(source, SAMPLE_KEY.key)
  return log
}
