import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunOptions } from '../../pipeline/run/types.ts'
import { createSampleUpstreams } from '../../sample/sample.ts'
import { differingPaths, hashesUnder, servedManifest } from '../kit/folder.ts'
import { runSampleDay } from '../kit/sample_day.ts'
import { PUBLISHED_DAYS, SAMPLE_BASE_URL, sampleOutput } from '../sample_output.ts'

const [, SECOND = '', LAST = ''] = PUBLISHED_DAYS

let output: string
const manifests = new Map<string, string | null>()

/** A universe that fails at the first request. */
const unreachable = (day: string) => ({
  ...createSampleUpstreams(day),
  fetch: () => Promise.reject(new Error('the outside was asked')),
})

const run = (day: string, changes: Partial<RunOptions>) =>
  runSampleDay(output, day, {
    universe: unreachable(day),
    baseUrl: SAMPLE_BASE_URL,
    layout: 'files',
    ...changes,
  })

beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), 'assay-replay-'))
  cpSync(await sampleOutput(), output, { recursive: true, verbatimSymlinks: true })
  for (const day of PUBLISHED_DAYS) {
    const record = JSON.parse(readFileSync(join(output, 'history/days', `${day}.json`), 'utf8'))
    manifests.set(day, record.manifest_sha256)
  }
}, 400_000)

afterAll(() => rmSync(output, { recursive: true, force: true }))

describe('three days of the sample', () => {
  it('give three releases, of which the last is served', () => {
    expect(new Set(manifests.values()).size).toBe(3)
    expect(servedManifest(output)).toBe(manifests.get(LAST))
  })

  it.each([SECOND, LAST])('change nothing when %s is run again, and fetch nothing', async (day) => {
    const before = hashesUnder(output)
    const summary = await run(day, {})
    expect(summary).toMatchObject({ outcome: 'unchanged', manifest_sha256: manifests.get(day) })
    expect(differingPaths(before, hashesUnder(output))).toEqual([])
  })

  it('are derived again from the archive alone', async () => {
    const before = ['history', 'archive'].map((name) => hashesUnder(join(output, name)))
    for (const name of ['cache', 'history', 'releases', 'current'])
      rmSync(join(output, name), { recursive: true, force: true })
    for (const day of PUBLISHED_DAYS) {
      const summary = await run(day, { offline: true })
      expect(summary.manifest_sha256).toBe(manifests.get(day))
    }
    const after = ['history', 'archive'].map((name) => hashesUnder(join(output, name)))
    expect(differingPaths(before[0] ?? new Map(), after[0] ?? new Map())).toEqual([])
    expect(differingPaths(before[1] ?? new Map(), after[1] ?? new Map())).toEqual([])
    expect(servedManifest(output)).toBe(manifests.get(LAST))
  })
})
