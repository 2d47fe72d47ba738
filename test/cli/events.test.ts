import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventsFile, type RunEvent, runEvent, runEvents } from '../../cli/events.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { type RunSummary, type SourceSummary, STEPS } from '../../pipeline/run/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-events-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SUMMARY = { outcome: 'published' } as RunSummary

/** A source that ended after two seconds. */
const source = (name: string, changes: Partial<SourceSummary> = {}): SourceSummary => ({
  ...{ name, outcome: 'ok', error: null, left_out: null, requests: 3, not_modified: 0, bytes: 10 },
  ...{ seconds: 2, rows: 5, quarantined: 0, cleaned: 0, unanswered: 0, stale_since: null },
  ...changes,
})

/** The events of some work, with clocks that advance a second at each read. */
function collectEvents(work: (events: ReturnType<typeof runEvents>) => void): RunEvent[] {
  const seen: RunEvent[] = []
  let ms = 0
  const elapsed = () => {
    ms += 1000
    return ms
  }
  const clocks = { now: () => Date.parse('2026-01-02T05:17:00Z'), elapsed }
  work(runEvents('2026-01-02', (event) => seen.push(event), clocks))
  for (const event of seen) expect(runEvent.parse(event)).toEqual(event)
  return seen
}

const short = ({ day, step, source, rows, outcome, text }: RunEvent) => [
  day,
  step,
  source,
  rows,
  outcome,
  text,
]

test('a run tells each source, each step with the rows of its sources, and its end', () => {
  const events = collectEvents(({ reporter, ended }) => {
    reporter.day?.('2026-01-01')
    reporter.step(STEPS.fetch, 2)
    reporter.source?.(source('github'))
    reporter.source?.(source('arena', { outcome: 'part', left_out: 'two boards', rows: 1 }))
    reporter.step(STEPS.model)
    reporter.day?.('2026-01-02')
    reporter.step(STEPS.publish)
    ended(SUMMARY)
  })
  expect(events.map(short)).toEqual([
    ['2026-01-01', 'fetch', 'github', 5, 'ok', null],
    ['2026-01-01', 'fetch', 'arena', 1, 'part', 'two boards'],
    ['2026-01-01', 'fetch', null, 6, 'ok', null],
    ['2026-01-01', 'model', null, null, 'ok', null],
    ['2026-01-02', 'publish', null, null, 'ok', null],
    ['2026-01-02', 'run', null, null, 'published', null],
  ])
  expect(events.map(({ seconds }) => seconds)).toEqual([2, 2, 1, 1, 1, 7])
})

test('a run that fails ends the step that it was in, and says why in one line without control characters', () => {
  const events = collectEvents(({ reporter, failed }) => {
    reporter.step(STEPS.fetch)
    failed(new Error('no\u001b[2J\nnetwork'))
  })
  expect(events.map(short)).toEqual([
    ['2026-01-02', 'fetch', null, null, 'failed', null],
    ['2026-01-02', 'run', null, null, 'failed', 'no[2J network'],
  ])
})

test('events are added to a file, a line each; a file that cannot be written to is refused with what to do', () => {
  const file = join(folder, 'events.ndjson')
  const run = () => collectEvents(({ ended }) => ended(SUMMARY)).forEach(eventsFile(file))
  run()
  run()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => runEvent.parse(JSON.parse(line)).step)).toEqual(['run', 'run'])
  expect(() => eventsFile(join(folder, 'none', 'events.ndjson'))).toThrow(BadUsage)
})
