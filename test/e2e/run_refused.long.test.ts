import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { currentRelease } from '../../core/release/release.ts'
import { History } from '../../pipeline/history/history.ts'
import { rollbackDays } from '../../pipeline/run/rollback_days.ts'
import type { RunOptions, RunSummary } from '../../pipeline/run/types.ts'
import { runDay } from '../../pipeline/run.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'

const GOLDEN = join(import.meta.dirname, '../golden/two_days/input')
const read = (name: string) => JSON.parse(readFileSync(join(GOLDEN, name), 'utf8'))
const catalog = read('catalog.json')
const ANSWERS = read('2026-02-01.json') as Record<string, unknown>
const [D1, D2, D3] = ['2026-02-01', '2026-02-02', '2026-02-03'] as const
const HOUR_MS = 3_600_000

let output = ''
beforeEach(() => {
  output = mkdtempSync(join(tmpdir(), 'assay-refused-'))
})
afterEach(() => rmSync(output, { recursive: true, force: true }))

/** A live day: our clock is ahead of all upstreams, or of those whose address contains `only`. */
function live(day: string, aheadMs = 0, only = '', more: Partial<RunOptions> = {}): Promise<RunSummary> {
  const answer = fetchFrom(ANSWERS)
  const now = Date.parse(`${day}T12:00:00Z`)
  const fetch: typeof globalThis.fetch = async (target) => {
    const url = String(target instanceof Request ? target.url : target)
    const response = await answer(target)
    response.headers.set('date', new Date(now - (url.includes(only) ? aheadMs : 0)).toUTCString())
    return response
  }
  const options = runOptions(day, output, catalog, fetch)
  return runDay({ ...options, universe: { ...options.universe, world: 'live', now: () => now }, ...more })
}

const down = (day: string, more: Partial<RunOptions> = {}) => {
  const fetch = () => Promise.reject(new TypeError('connection refused'))
  return runDay({ ...runOptions(day, output, catalog, fetch), ...more })
}
const up = (day: string) => runDay(runOptions(day, output, catalog, fetchFrom(ANSWERS)))
const firstDays = new Map<string, { folder: string; summary: RunSummary }>()
afterAll(() => {
  for (const { folder } of firstDays.values()) rmSync(folder, { recursive: true, force: true })
})

/** The first day in a world, run once and copied afterwards. */
async function firstDay(world: 'sample' | 'live'): Promise<RunSummary> {
  const copy = (from: string, to: string) => cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  const before = firstDays.get(world)
  if (before !== undefined) {
    copy(before.folder, output)
    return before.summary
  }
  const summary = await (world === 'live' ? live(D1) : up(D1))
  const folder = mkdtempSync(join(tmpdir(), 'assay-refused-first-'))
  copy(output, folder)
  firstDays.set(world, { folder, summary })
  return summary
}

const served = () => currentRelease(output)?.about.date ?? null
const archived = (day: string) => readdirSync(join(output, 'archive', day))

test('when every source is down nothing is published, though yesterday’s rows are there, and the day can be run later', async () => {
  await firstDay('sample')
  const failure = await down(D2).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RunFailed)
  expect(String(failure)).toMatch(/every source that was asked for 2026-02-02 failed.*github: UpstreamDown/)
  expect([served(), archived(D2), new History(join(output, 'history')).day(D2)]).toEqual([D1, [], null])
  expect((await up(D2)).outcome).toBe('published')
  expect(served()).toBe(D2)
})

test('a day that was never run because all was down is no part of the next one', async () => {
  await firstDay('sample')
  await expect(down(D2)).rejects.toThrow(RunFailed)
  await up(D3)
  expect(new History(join(output, 'history')).day(D3)?.archive).toEqual({ [D3]: expect.any(String) })
})

test.each([
  ['a day ahead', 24 * HOUR_MS, /clock is 24 hours ahead of \d+ of \d+ upstreams: set it right/],
  ['a day behind', -24 * HOUR_MS, /clock is 24 hours behind/],
  ['eleven minutes ahead', 660_000, /clock is 11 minutes ahead/],
])('a clock that is %s closes no day, and leaves nothing of it', async (_, ahead, says) => {
  await firstDay('live')
  await expect(live(D2, ahead)).rejects.toThrow(says)
  expect([served(), archived(D2), new History(join(output, 'history')).dates('observations/github')]).toEqual(
    [...[D1, [], [D1]]],
  )
  expect((await live(D2)).outcome).toBe('published')
})

test('nine minutes, or one upstream whose own clock is wrong, are no reason', async () => {
  expect((await live(D1, 540_000)).outcome).toBe('published')
  expect((await live(D2, 24 * HOUR_MS, 'api.github.com')).outcome).toBe('published')
})

test('a pipeline that was run with a clock ahead is rolled back: the right day is what it would have been', async () => {
  const first = await firstDay('sample')
  const second = await up(D2)
  await up('2026-12-24')
  await expect(up(D3)).rejects.toThrow('npm run assay -- rollback-days')
  expect(await rollbackDays(output, D2)).toMatchObject({ dates: ['2026-12-24'], release: second.release })
  expect(served()).toBe(D2)
  await up(D3)
  expect(served()).toBe(D3)
  expect(readdirSync(join(output, 'rolled-back', `after-${D2}`)).sort()).toEqual([
    'archive',
    'history',
    'releases',
  ])
  expect(await rollbackDays(output, D1)).toMatchObject({ dates: [D2, D3], release: first.release })
  await expect(rollbackDays(output, '2026-01-15')).rejects.toThrow(BadUsage)
})
