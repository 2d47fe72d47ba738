import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_DAYS, sampleUniverse } from '../../pipeline/sample/sample.ts'
import { differingPaths, hashesUnder, pointerOf, servedManifest } from '../../scripts/campaigns/folder.ts'
import { runSampleDay } from '../../scripts/campaigns/sample_day.ts'

const DAYS = SAMPLE_DAYS.slice(0, 4)
const [, SECOND = '', , LAST = ''] = DAYS

let output: string
const manifests = new Map<string, string | null>()

/** A universe that fails as soon as anything is asked of it. */
const unreachable = (day: string) => ({
  ...sampleUniverse(day),
  fetch: () => Promise.reject(new Error('the outside was asked')),
})

beforeAll(async () => {
  output = mkdtempSync(join(tmpdir(), 'assay-replay-'))
  for (const day of DAYS) manifests.set(day, (await runSampleDay(output, day)).manifest_sha256)
}, 120_000)

afterAll(() => rmSync(output, { recursive: true, force: true }))

describe('four days of the sample', () => {
  it('give four releases, of which the last is served', () => {
    expect(new Set(manifests.values()).size).toBe(4)
    expect(servedManifest(output)).toBe(manifests.get(LAST))
  })

  it.each([SECOND, LAST])('change nothing when %s is run again, and fetch nothing', async (day) => {
    const before = hashesUnder(output)
    const summary = await runSampleDay(output, day, { universe: unreachable(day) })
    expect(summary).toMatchObject({ outcome: 'unchanged', manifest_sha256: manifests.get(day) })
    expect(differingPaths(before, hashesUnder(output))).toEqual([])
  })

  it('give the same release offline, without the cache, and leave the pointer where it is', async () => {
    const [pointer, history] = [pointerOf(output), hashesUnder(join(output, 'history'))]
    rmSync(join(output, 'cache'), { recursive: true })
    const summary = await runSampleDay(output, SECOND, { offline: true, universe: unreachable(SECOND) })
    expect(summary.manifest_sha256).toBe(manifests.get(SECOND))
    expect(pointerOf(output)).toBe(pointer)
    expect(differingPaths(history, hashesUnder(join(output, 'history')))).toEqual([])
  })

  it('are derived again from the archive alone', async () => {
    const before = ['history', 'archive'].map((name) => hashesUnder(join(output, name)))
    for (const name of ['cache', 'history', 'releases', 'current'])
      rmSync(join(output, name), { recursive: true, force: true })
    for (const day of DAYS) {
      const summary = await runSampleDay(output, day, { offline: true, universe: unreachable(day) })
      expect(summary.manifest_sha256).toBe(manifests.get(day))
    }
    const after = ['history', 'archive'].map((name) => hashesUnder(join(output, name)))
    expect(differingPaths(before[0] ?? new Map(), after[0] ?? new Map())).toEqual([])
    expect(differingPaths(before[1] ?? new Map(), after[1] ?? new Map())).toEqual([])
    expect(servedManifest(output)).toBe(manifests.get(LAST))
  })
})
