import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunOptions } from '../../../pipeline/run/types.ts'
import { runDay } from '../../../pipeline/run.ts'
import { fetchFrom, runOptions } from '../../given_upstream.ts'
import { GOLDEN_ANSWERS, GOLDEN_CATALOG, goldenOutput } from '../../golden_days.ts'

const [FIRST = {}, SECOND = {}] = Object.values(GOLDEN_ANSWERS)
const ANSWERS = [FIRST, SECOND, SECOND]
export const [D1, D2, D3] = ['2026-02-01', '2026-02-02', '2026-02-03'] as const

/** Runs a day in a folder of golden days. */
export const runIn = (output: string, day: string, more: Partial<RunOptions> = {}) =>
  runDay({
    ...runOptions(
      day,
      output,
      GOLDEN_CATALOG,
      fetchFrom(ANSWERS[([D1, D2, D3] as string[]).indexOf(day)] ?? {}),
    ),
    ...more,
  })

/** Returns a copy of the two golden days, to be damaged. */
export async function copyOfTwoDays(): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'assay-damage-'))
  cpSync((await goldenOutput(2)).output, output, { recursive: true, verbatimSymlinks: true })
  return output
}

/** Flips a bit of a file, at a share of its length. */
export function flip(path: string, at = 0.5): void {
  const bytes = readFileSync(path)
  const place = Math.floor(bytes.length * at)
  bytes[place] = (bytes[place] ?? 0) ^ 4
  writeFileSync(path, bytes)
}
