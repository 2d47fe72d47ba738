import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentReporter } from '../cli/progress.ts'
import { missedDays } from '../pipeline/run/missed.ts'

/** The missed days for a run of 4 March, and its messages, when these days are done. */
function missed(done: string[], catchUpFrom: string | undefined): [string[], string[]] {
  const output = mkdtempSync(join(tmpdir(), 'assay-missed-'))
  const notes: string[] = []
  const report = { ...silentReporter, note: (line: string) => void notes.push(line) }
  try {
    mkdirSync(join(output, 'history/days'), { recursive: true })
    for (const date of done) writeFileSync(join(output, 'history/days', `${date}.json`), '{}')
    const runRequest = { day: '2026-03-04', output, report, ...(catchUpFrom && { catchUpFrom }) }
    return [missedDays(runRequest), notes.map((note) => note.slice(0, 10))]
  } finally {
    rmSync(output, { recursive: true })
  }
}

test('missed days are those between the last one and today, oldest first', () => {
  expect(missed(['2026-02-27'], '0000-01-01')).toEqual([
    ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'],
    [],
  ])
})

test('days that are over for good are named, and not run', () => {
  expect(missed(['2026-03-01'], '2026-03-03')).toEqual([['2026-03-03'], ['2026-03-02']])
})

test.each([
  ['nothing was asked to be caught up', ['2026-03-01'], undefined],
  ['the index has not begun', [], '0000-01-01'],
  ['the day before is done', ['2026-03-03'], '0000-01-01'],
  ['the day itself is done', ['2026-03-01', '2026-03-04'], '0000-01-01'],
])('none are missed where %s', (_, done, from) => {
  expect(missed(done, from)).toEqual([[], []])
})
