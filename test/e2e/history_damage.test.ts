import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RunFailed } from '../../core/domain/errors.ts'
import { currentRelease } from '../../core/release/release.ts'
import { copyOfTwoDays, D1, D2, D3, flip, runIn } from './history_damage/damage.ts'

let output = ''
beforeEach(async () => {
  output = await copyOfTwoDays()
})
afterEach(() => rmSync(output, { recursive: true, force: true }))

const served = () => currentRelease(output)?.about.date

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
      const failure = await runIn(output, D3).catch((error: unknown) => error)
      expect(failure, `${file} ${name}`).toBeInstanceOf(RunFailed)
      const repair = `npm run daily -- --date ${file.includes(D1) ? D1 : D2} --offline`
      expect(String(failure), `${file} ${name}`).toContain(`${path} ${says}: ${repair}`)
      writeFileSync(path, whole)
    }
  }
  expect(served()).toBe(D2)
})

test('the newest record flipped in any place is found, and derived again', async () => {
  const path = join(output, `history/days/${D2}.json`)
  const bytes = readFileSync(path)
  for (const at of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
    flip(path, at)
    await expect(runIn(output, D3)).rejects.toThrow(`${path} is damaged`)
    writeFileSync(path, bytes)
  }
})

test('a partition that no record names is not read', async () => {
  cpSync(join(output, `history/handles/${D1}.parquet`), join(output, `history/planted/${D1}.parquet`))
  await expect(runIn(output, D3)).rejects.toThrow(`is not in the record of ${D1}: move it away`)
})

test('what a run left that did not end is read only whole, and named by the next record', async () => {
  const left = join(output, 'history/handles/2026-02-02.parquet')
  for (const file of readdirSync(join(output, 'history/days')))
    if (file.startsWith(D2)) rmSync(join(output, 'history/days', file))
  truncateSync(left, 100)
  await expect(runIn(output, D3)).rejects.toThrow(`${left} is cut short`)
  rmSync(left)
  await runIn(output, D3)
  flip(join(output, `history/snapshots/${D2}.parquet`))
  const fourth = runIn(output, '2026-02-04')
  await expect(fourth).rejects.toThrow(`snapshots/${D2}.parquet is damaged: restore it from a copy`)
})
