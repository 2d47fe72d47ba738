import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RunEvent, runEvents } from '../../cli/events.ts'
import { currentRelease } from '../../core/release/release.ts'
import { History } from '../../pipeline/history/history.ts'
import { runDay } from '../../pipeline/run.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'
import { GOLDEN_ANSWERS, GOLDEN_CATALOG, GOLDEN_DAYS, goldenOutput } from '../golden_days.ts'

const [MISSED, TODAY] = ['2026-02-03', '2026-02-04']

const output = mkdtempSync(join(tmpdir(), 'assay-catch-up-'))
afterAll(() => rmSync(output, { recursive: true, force: true }))

test('a day that was missed is run before today, in order, and events tell of both', async () => {
  const two = await goldenOutput(2)
  cpSync(two.output, output, { recursive: true, verbatimSymlinks: true })
  const seen: RunEvent[] = []
  const clocks = { now: () => 0, elapsed: () => performance.now() }
  const { reporter, ended } = runEvents(TODAY, (event) => seen.push(event), clocks)
  const answers = fetchFrom(GOLDEN_ANSWERS[GOLDEN_DAYS[1]] ?? {})
  const summary = await runDay({
    ...runOptions(TODAY, output, GOLDEN_CATALOG, answers),
    ...{ catchUpFrom: MISSED, report: reporter },
  })
  ended(summary)
  expect(new History(join(output, 'history')).days()).toEqual([...GOLDEN_DAYS, MISSED, TODAY])
  expect([summary.day, currentRelease(output)?.about.date]).toEqual([TODAY, TODAY])
  const steps = seen.filter(({ source }) => source === null).map(({ day, step }) => `${day} ${step}`)
  const ofDay = (day: string) => ['fetch', 'model', 'publish'].map((step) => `${day} ${step}`)
  expect(steps).toEqual([...ofDay(MISSED), ...ofDay(TODAY), `${TODAY} run`])
  const fetched = seen.filter(({ day, source }) => day === TODAY && source !== null)
  expect(fetched.map(({ source }) => source).sort()).toEqual(summary.sources.map(({ name }) => name).sort())
})
