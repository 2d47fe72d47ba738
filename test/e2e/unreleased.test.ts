import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentRelease } from '../../core/release/release.ts'
import { History } from '../../pipeline/history/history.ts'
import type { RunOptions, RunSummary } from '../../pipeline/run/types.ts'
import { GOLDEN_DAYS, goldenOutput } from '../golden_days.ts'
import { runGoldenDay } from '../kit/golden_day.ts'

const [FIRST, SECOND] = GOLDEN_DAYS

const folder = mkdtempSync(join(tmpdir(), 'assay-unreleased-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A day in the folder `passed`, in which the first has no release; in `shown`, which has both days, it has one. */
const run = (day: string, changes: Partial<RunOptions> = {}) =>
  runGoldenDay(join(folder, 'passed'), day, changes)
const openHistory = (name: 'passed' | 'shown') => new History(join(folder, name, 'history'))

let first: RunSummary
let other: RunSummary | undefined
beforeAll(async () => {
  first = await run(FIRST, { isUnreleased: true })
  const shown = await goldenOutput(2)
  cpSync(shown.output, join(folder, 'shown'), { recursive: true, verbatimSymlinks: true })
  other = shown.summaries.at(-1)
})

test('a day without a release is recorded, leaves nothing to serve, and is not run twice', async () => {
  expect(first).toMatchObject({ outcome: 'recorded', release: null, manifest_sha256: null })
  expect(first.message).toBe('recorded in the history, without a release')
  expect(existsSync(join(folder, 'passed/releases'))).toBe(false)
  expect(currentRelease(join(folder, 'passed'))).toBeNull()
  expect(await run(FIRST)).toMatchObject({ outcome: 'unchanged', manifest_sha256: null })
})

test('its history is that of a published day, its record alone names no release', () => {
  const [passed, shown] = [openHistory('passed').day(FIRST), openHistory('shown').day(FIRST)]
  expect(Object.keys(passed?.partitions ?? {}).length).toBeGreaterThan(10)
  expect(passed?.partitions).toEqual(shown?.partitions)
  expect(passed?.manifest_sha256).toBeNull()
  expect(shown?.manifest_sha256).toMatch(/^[0-9a-f]{64}$/)
})

test('the day after it is published as after any other: with its changes, and one day in the log', async () => {
  const after = await run(SECOND)
  expect([after.outcome, after.counts]).toEqual(['published', other?.counts])
  expect(openHistory('passed').day(SECOND)?.partitions).toEqual(openHistory('shown').day(SECOND)?.partitions)
  const published = (name: 'passed' | 'shown', path: string) =>
    currentRelease(join(folder, name))?.file('public', path)?.read().toString('utf8')
  for (const path of ['changes.json', 'api/rankings/mcp_server/llm-summary'])
    expect(published('passed', path), path).toBe(published('shown', path))
  const logged = (name: 'passed' | 'shown') => {
    const proof = readFileSync(join(folder, name, 'current/public/api/proof-of-index/v1'), 'utf8')
    return JSON.parse(proof).digests.map(({ date }: { date: string }) => date)
  }
  expect([logged('passed'), logged('shown')]).toEqual([[SECOND], [SECOND, FIRST]])
})

test('a lost record of it is made again', async () => {
  const history = openHistory('passed')
  const record = history.dayDigest(FIRST)
  rmSync(history.dayPath(FIRST))
  expect(await run(FIRST, { offline: true })).toMatchObject({ outcome: 'recorded' })
  expect(openHistory('passed').dayDigest(FIRST)).toBe(record)
})
