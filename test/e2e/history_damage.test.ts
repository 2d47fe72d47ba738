import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import { currentRelease } from '../../core/release/release.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import type { RunOptions } from '../../pipeline/run/types.ts'
import { runDay } from '../../pipeline/run.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'
import { GOLDEN_CATALOG as catalog, GOLDEN_ANSWERS, goldenOutput } from '../golden_days.ts'
import { lastingHashes } from '../kit/folder.ts'

const [FIRST = {}, SECOND = {}] = Object.values(GOLDEN_ANSWERS)
const ANSWERS = [FIRST, SECOND, SECOND]
const [D1, D2, D3] = ['2026-02-01', '2026-02-02', '2026-02-03'] as const

const run = (output: string, day: string, more: Partial<RunOptions> = {}) =>
  runDay({
    ...runOptions(day, output, catalog, fetchFrom(ANSWERS[([D1, D2, D3] as string[]).indexOf(day)] ?? {})),
    ...more,
  })

let two: { folder: string; third: string } | null = null
let output = ''
let third = ''

/** Two finished days, and the outcome of the third. */
async function twoDays(): Promise<{ folder: string; third: string }> {
  const { output: folder } = await goldenOutput(2)
  const copy = mkdtempSync(join(tmpdir(), 'assay-three-'))
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
  const { manifest_sha256 } = await run(copy, D3)
  rmSync(copy, { recursive: true })
  return { folder, third: manifest_sha256 ?? '' }
}

beforeEach(async () => {
  two ??= await twoDays()
  third = two.third
  output = mkdtempSync(join(tmpdir(), 'assay-damage-'))
  cpSync(two.folder, output, { recursive: true, verbatimSymlinks: true })
})
afterEach(() => rmSync(output, { recursive: true, force: true }))

const served = () => currentRelease(output)?.about.date

function flip(path: string, at = 0.5): void {
  const bytes = readFileSync(path)
  const place = Math.floor(bytes.length * at)
  bytes[place] = (bytes[place] ?? 0) ^ 4
  writeFileSync(path, bytes)
}

const DAMAGES: [string, (path: string) => void, string][] = [
  ['lost', (path) => rmSync(path), 'is missing'],
  ['cut short', (path) => truncateSync(path, 40), 'is damaged'],
  ['empty', (path) => truncateSync(path, 0), 'is damaged'],
  ['flipped in one bit', flip, 'is damaged'],
]
const FILES = [
  `handles/${D2}.parquet`,
  `handles/${D1}.parquet`,
  `snapshots/${D2}.parquet`,
  `ingest/${D1}.parquet`,
  `observations/openrouter_models/${D1}.parquet`,
  `days/${D1}.json`,
]

test('whatever happens to a file of the history, the run names it and how it is repaired, and publishes nothing', async () => {
  for (const file of FILES) {
    const path = join(output, 'history', file)
    const whole = readFileSync(path)
    for (const [name, damage, says] of DAMAGES) {
      damage(path)
      const failure = await run(output, D3).catch((error: unknown) => error)
      expect(failure, `${file} ${name}`).toBeInstanceOf(RunFailed)
      const repair = `npm run daily -- --date ${file.includes(D1) ? D1 : D2} --offline`
      expect(String(failure), `${file} ${name}`).toContain(`${path} ${says}: ${repair}`)
      writeFileSync(path, whole)
    }
  }
  expect(served()).toBe(D2)
})

test('several damaged files are named oldest first; deriving their days gives the bytes of before, and the next day comes out as undisturbed', async () => {
  const whole = lastingHashes(output)
  const damaged = [`handles/${D1}.parquet`, `days/${D1}.json`, `sub_scores/${D2}.parquet`]
  const [handles = '', record = '', scores = ''] = damaged.map((file) => join(output, 'history', file))
  rmSync(handles)
  flip(scores)
  const failure = String(await run(output, D3).catch((error: unknown) => error))
  expect(failure.indexOf(handles)).toBeGreaterThan(0)
  expect(failure.indexOf(scores)).toBeGreaterThan(failure.indexOf(handles))
  flip(record)
  await expect(run(output, D3)).rejects.toThrow(`${record} is damaged`)
  for (const day of [D1, D2]) await run(output, day, { offline: true })
  expect(lastingHashes(output)).toEqual(whole)
  expect((await run(output, D3)).manifest_sha256).toBe(third)
})

test('the newest record flipped in any place is found, and derived again', async () => {
  const path = join(output, `history/days/${D2}.json`)
  const bytes = readFileSync(path)
  for (const at of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
    flip(path, at)
    await expect(run(output, D3)).rejects.toThrow(`${path} is damaged`)
    writeFileSync(path, bytes)
  }
})

test('a partition that no record names is not read', async () => {
  cpSync(join(output, `history/handles/${D1}.parquet`), join(output, `history/planted/${D1}.parquet`))
  await expect(run(output, D3)).rejects.toThrow(`is not in the record of ${D1}: move it away`)
})

test('what a run left that did not end is read only whole, and named by the next record', async () => {
  const left = join(output, 'history/handles/2026-02-02.parquet')
  for (const file of readdirSync(join(output, 'history/days')))
    if (file.startsWith(D2)) rmSync(join(output, 'history/days', file))
  truncateSync(left, 100)
  await expect(run(output, D3)).rejects.toThrow(`${left} is cut short`)
  rmSync(left)
  await run(output, D3)
  flip(join(output, `history/snapshots/${D2}.parquet`))
  const fourth = run(output, '2026-02-04')
  await expect(fourth).rejects.toThrow(`snapshots/${D2}.parquet is damaged: restore it from a copy`)
})

test('a day that comes out otherwise by now is not repaired: it says so, and how to go on', async () => {
  const path = join(output, `history/snapshots/${D1}.parquet`)
  flip(path)
  const other = { offline: true, universe: { ...runOptions(D1, output, catalog, fetchFrom({})).universe } }
  const fewer = { ...catalog, families: [] }
  other.universe.catalog = fewer
  await expect(run(output, D1, other)).rejects.toThrow('cannot be rebuilt identically')
  await expect(run(output, D3)).rejects.toThrow(`${path} is damaged`)
})

test('a damaged record of the archive is never read: set aside for later days, refused for its own', async () => {
  const path = join(output, `archive/${D2}/openrouter_models.ndjson`)
  // Another time of day: still a valid record, and no other check would notice.
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('23:59:59', '22:59:59'))
  const notes: string[] = []
  const { report } = runOptions(D3, output, catalog, fetchFrom({}))
  const noting = { ...report, note: (line: string) => void notes.push(line) }
  expect((await run(output, D3, { report: noting })).manifest_sha256).toBe(third)
  expect(notes.join('\n')).toContain(
    `archive/${D2}/openrouter_models.ndjson does not match its hash in the record of ${D2}`,
  )
  const own = run(output, D2, { offline: true })
  await expect(own).rejects.toThrow(`archive/${D2}/openrouter_models.ndjson: not as in the record of ${D2}`)
})

test('a flipped body of the archive stops a derivation, and is asked for again by a later day', async () => {
  const archive = new Archive(join(output, 'archive'))
  const hash = archive.readDay(D2, 'openrouter_models')?.responses[0]?.sha256 as string
  flip(join(output, 'archive/bodies', hash.slice(0, 2), `${hash}.gz`))
  await expect(run(output, D2, { offline: true })).rejects.toThrow('is damaged: restore it from a copy')
  expect((await run(output, D3)).manifest_sha256).toBe(third)
})
