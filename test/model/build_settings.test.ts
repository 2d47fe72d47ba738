import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { World } from '../../core/domain/world.ts'
import { History } from '../../pipeline/history/history.ts'
import { settingsForSize } from '../../pipeline/model/build_settings.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'

const [FIRST, SECOND, THIRD] = ['2026-02-01', '2026-02-02', '2026-02-03'] as const
const HASH = '0'.repeat(64)
const CACHE = { folder: '/cache', file: '/cache/assay.duckdb' }
const LARGE = { path: CACHE.file, connections: 2, loadsHistory: false }
const SMALL = {
  path: ':memory:',
  spill: CACHE.folder,
  threads: 1,
  connections: expect.any(Number),
  loadsHistory: true,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-small-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A closed day with partitions of so many bytes each. */
function leave(date: string, bytes: Record<string, number>): void {
  const history = new History(folder)
  for (const [table, size] of Object.entries(bytes)) {
    const path = history.partition(table, date)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '')
    truncateSync(path, size)
  }
  const partitions = Object.fromEntries(Object.keys(bytes).map((table) => [table, HASH]))
  history.writeDay({
    ...{ date, previous: null, archive: {}, partitions, code: HASH },
    ...{ base_url: 'https://assay.example', manifest_sha256: null },
  })
}

const effort = (day: string, more: Partial<RunOptions> = {}, world: World = 'live') =>
  settingsForSize(
    { history: new History(folder), options: { day, universe: { world }, ...more } as RunOptions },
    CACHE,
  )

test('a first day is worked out in a file: nothing is known of its size but that of the sample', () => {
  expect(effort(FIRST)).toEqual(LARGE)
  expect(effort(FIRST, {}, 'sample')).toEqual(SMALL)
})

test('after a day of at most 4 MB in all tables a day is worked out in memory, after a larger one in a file', () => {
  leave(FIRST, { snapshots: 1_000_000, 'observations/github': 3_000_000 })
  expect(effort(SECOND)).toEqual(SMALL)
  expect(effort(SECOND, { keepsDatabase: true })).toEqual(LARGE)
  leave(SECOND, { snapshots: 1_000_001, 'observations/github': 3_000_000 })
  expect(effort(THIRD)).toEqual(LARGE)
  expect(effort(SECOND)).toEqual(SMALL)
})
