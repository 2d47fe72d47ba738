import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Archive } from '../pipeline/archive/archive.ts'
import type { SourceDay } from '../pipeline/archive/source_day.ts'
import { readBack, runFirst } from '../pipeline/run/read_back.ts'
import type { RunOptions, RunSummary, SourceSummary } from '../pipeline/run/types.ts'
import { inTemporaryFolder } from './kit/folder.ts'

const DAY = '2026-01-08'
const recorded: SourceDay = {
  ...{ source: 'x402_payments', date: DAY, world: 'replay', outcome: 'ok', error: null, responses: [] },
}
const summary = (rows: number, outcome: RunSummary['outcome'] = 'published') =>
  ({
    outcome,
    sources: ['github', 'x402_payments'].map((name) => ({ name, rows }) as SourceSummary),
  }) as RunSummary

/** The rows of each source in the end, and the options of each reading, of which the last has read all. */
const readInTurns = (readings: number, given: Partial<RunOptions> = {}, last = summary(9)) =>
  inTemporaryFolder(async (output) => {
    const archive = new Archive(join(output, 'archive'))
    archive.writeDay({ ...recorded, unfinished: true })
    const made: RunOptions[] = []
    const request = { day: DAY, output, sources: null, offline: false, refetch: true, ...given } as RunOptions
    const end = await readBack(request, summary(1), async (options) => {
      made.push(options)
      if (made.length < readings) return summary(1 + made.length)
      archive.writeDay(recorded)
      return last
    })
    return { made, rows: end.sources.map(({ rows }) => rows) }
  })

test('payments are read back until nothing was left for want of time, each reading with a release of its own', async () => {
  const { made, rows } = await readInTurns(3)
  expect(made).toHaveLength(3)
  expect(made[0]).toMatchObject({ sources: ['x402_payments'], refetch: false, isReadingBack: true })
  // What was not asked again is shown as the first run read it.
  expect(rows).toEqual([1, 9])
})

test('a reading that brings nothing is the last one', async () => {
  const { made, rows } = await readInTurns(1, {}, summary(0, 'unchanged'))
  expect([made.length, rows]).toEqual([1, [1, 1]])
})

test.each<[string, Partial<RunOptions>]>([
  ['offline', { offline: true }],
  ['with --no-backfill', { leavesPast: true }],
  ['for other sources alone', { sources: ['github'] }],
  ['shortly before the deadline', { fetchUntil: performance.now() + 60_000 }],
])('nothing is read back %s', async (_, given) => {
  expect((await readInTurns(1, given)).made).toEqual([])
})

test('a first day that takes long is published after 45 minutes, and then goes on with what was cut', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const MINUTE = 60_000
  const runTaking = async (minutes: number, fetchUntil?: number) => {
    const ends: (number | undefined)[] = []
    clock.mockReturnValue(0)
    const request = { day: DAY, refetch: true, ...(fetchUntil && { fetchUntil }) } as RunOptions
    await runFirst(request, async (options) => {
      ends.push(options.fetchUntil && options.fetchUntil / MINUTE)
      clock.mockReturnValue(minutes * MINUTE)
      return summary(1)
    })
    return ends
  }
  try {
    expect(await runTaking(20)).toEqual([45])
    expect(await runTaking(46)).toEqual([45, undefined])
    expect(await runTaking(46, 95 * MINUTE)).toEqual([45, 95])
    // Too little is left for a second release, or the deadline is before.
    expect(await runTaking(46, 48 * MINUTE)).toEqual([45])
    expect(await runTaking(30, 30 * MINUTE)).toEqual([30])
  } finally {
    clock.mockRestore()
  }
})
