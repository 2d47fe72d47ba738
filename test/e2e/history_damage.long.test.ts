import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Archive } from '../../pipeline/archive/archive.ts'
import { fetchFrom, runOptions } from '../given_upstream.ts'
import { GOLDEN_CATALOG as catalog } from '../golden_days.ts'
import { lastingHashes } from '../kit/folder.ts'
import { copyOfTwoDays, D1, D2, D3, flip, runIn } from './history_damage/damage.ts'

let output = ''
/** The manifest of an undisturbed third day. */
let third = ''
beforeAll(async () => {
  const undisturbed = await copyOfTwoDays()
  third = (await runIn(undisturbed, D3)).manifest_sha256 ?? ''
  rmSync(undisturbed, { recursive: true })
})
beforeEach(async () => {
  output = await copyOfTwoDays()
})
afterEach(() => rmSync(output, { recursive: true, force: true }))

test('several damaged files are named oldest first; deriving their days gives the bytes of before, and the next day comes out as undisturbed', async () => {
  const whole = lastingHashes(output)
  const damaged = [`handles/${D1}.parquet`, `days/${D1}.json`, `sub_scores/${D2}.parquet`]
  const [handles = '', record = '', scores = ''] = damaged.map((file) => join(output, 'history', file))
  rmSync(handles)
  flip(scores)
  const failure = String(await runIn(output, D3).catch((error: unknown) => error))
  expect(failure.indexOf(handles)).toBeGreaterThan(0)
  expect(failure.indexOf(scores)).toBeGreaterThan(failure.indexOf(handles))
  flip(record)
  await expect(runIn(output, D3)).rejects.toThrow(`${record} is damaged`)
  for (const day of [D1, D2]) await runIn(output, day, { offline: true })
  expect(lastingHashes(output)).toEqual(whole)
  expect((await runIn(output, D3)).manifest_sha256).toBe(third)
})

test('a day that comes out otherwise by now is not repaired: it says so, and how to go on', async () => {
  const path = join(output, `history/snapshots/${D1}.parquet`)
  flip(path)
  const other = { offline: true, universe: { ...runOptions(D1, output, catalog, fetchFrom({})).universe } }
  const fewer = { ...catalog, families: [] }
  other.universe.catalog = fewer
  await expect(runIn(output, D1, other)).rejects.toThrow('cannot be rebuilt identically')
  await expect(runIn(output, D3)).rejects.toThrow(`${path} is damaged`)
})

test('a damaged record of the archive is never read: set aside for later days, refused for its own', async () => {
  const path = join(output, `archive/${D2}/openrouter_models.ndjson`)
  // Another time of day: still a valid record, and no other check would notice.
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('23:59:59', '22:59:59'))
  const notes: string[] = []
  const { report } = runOptions(D3, output, catalog, fetchFrom({}))
  const noting = { ...report, note: (line: string) => void notes.push(line) }
  expect((await runIn(output, D3, { report: noting })).manifest_sha256).toBe(third)
  expect(notes.join('\n')).toContain(
    `archive/${D2}/openrouter_models.ndjson does not match its hash in the record of ${D2}`,
  )
  const own = runIn(output, D2, { offline: true })
  await expect(own).rejects.toThrow(`archive/${D2}/openrouter_models.ndjson: not as in the record of ${D2}`)
})

test('a flipped body of the archive stops a derivation, and is asked for again by a later day', async () => {
  const archive = new Archive(join(output, 'archive'))
  const hash = archive.readDay(D2, 'openrouter_models')?.responses[0]?.sha256 as string
  flip(join(output, 'archive/bodies', hash.slice(0, 2), `${hash}.gz`))
  await expect(runIn(output, D2, { offline: true })).rejects.toThrow('is damaged: restore it from a copy')
  expect((await runIn(output, D3)).manifest_sha256).toBe(third)
})
