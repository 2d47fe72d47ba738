import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type RunEvent, runEvents } from '../../cli/events.ts'
import { currentRelease } from '../../core/release/release.ts'
import { History } from '../../pipeline/history/history.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runSampleDay } from '../kit/sample_day.ts'
import { PUBLISHED_DAYS, SAMPLE_BASE_URL, sampleOutput } from '../sample_output.ts'

const output = mkdtempSync(join(tmpdir(), 'assay-catch-up-'))
afterAll(() => rmSync(output, { recursive: true, force: true }))

test('a day that was missed is run before today, in order, and events tell of both', async () => {
  const [missed, today] = SAMPLE_DAYS.slice(PUBLISHED_DAYS.length) as [string, string]
  cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
  const seen: RunEvent[] = []
  const clocks = { now: () => 0, elapsed: () => performance.now() }
  const { reporter, ended } = runEvents(today, (event) => seen.push(event), clocks)
  const summary = await runSampleDay(output, today, {
    ...{ catchUpFrom: missed, report: reporter, baseUrl: SAMPLE_BASE_URL },
  })
  ended(summary)
  expect(new History(join(output, 'history')).days()).toEqual([...PUBLISHED_DAYS, missed, today])
  expect([summary.day, currentRelease(output)?.about.date]).toEqual([today, today])
  const steps = seen.filter(({ source }) => source === null).map(({ day, step }) => `${day} ${step}`)
  const ofDay = (day: string) => ['fetch', 'model', 'publish'].map((step) => `${day} ${step}`)
  expect(steps).toEqual([...ofDay(missed), ...ofDay(today), `${today} run`])
  const fetched = seen.filter(({ day, source }) => day === today && source !== null)
  expect(fetched.map(({ source }) => source).sort()).toEqual(summary.sources.map(({ name }) => name).sort())
})
