import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNALS } from '../../../core/domain/signals.ts'
import { LICENCES, WITHHELD_KEYS } from '../../../pipeline/artifacts/data/licences.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { loadSources } from '../../../pipeline/source/source_loader.ts'
import { type GivenData, givenData, plainBytes } from './given_release.ts'

let data: GivenData
let db: Database
beforeAll(async () => {
  data = await givenData()
  db = await openDatabase(':memory:')
})
afterAll(() => db.close())

test('of every source it is said what may be republished, and how to name it', async () => {
  const sources = await loadSources()
  expect(Object.keys(LICENCES).sort()).toEqual(sources.map((source) => source.name).sort())
  const readme = readFileSync(join(data.root, 'data/README.md'), 'utf8')
  const published = await db.rows<{ name: string; republished: string }>(
    `select name, republished, attribution from read_parquet(${literal(data.parquet('sources'))}) order by name`,
  )
  expect(published).toEqual(
    Object.entries(LICENCES)
      .map(([name, licence]) => ({ name, ...licence }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  )
  for (const { license, name } of sources) {
    const { republished, attribution } = LICENCES[name] ?? {}
    expect(readme).toContain(`| ${name} | ${republished} | ${attribution} |`)
    // A licence that requires attribution has one, and a source that only has terms is not open.
    if (license.startsWith('CC BY')) expect(attribution, name).toMatch(/CC BY 4\.0/)
    if (/terms of service|Not known/.test(license)) expect(republished, name).not.toBe('all')
  }
})

test('values that may not be handed on are in no file of the data', async () => {
  expect(WITHHELD_KEYS).toEqual(['token_market_cap', 'token_volume'])
  for (const table of ['signals', 'signal_inputs']) {
    const [row] = await db.rows<Record<string, number>>(
      `select count(*) as rows, count(value) as values, count(*) filter (not is_withheld) as open
       from read_parquet(${literal(data.parquet(table))}) where key in ('token_market_cap', 'token_volume')`,
    )
    expect(row?.rows, table).toBeGreaterThan(5)
    expect([row?.values, row?.open], table).toEqual([0, 0])
  }
  const amounts = await shownAmounts()
  expect(amounts.length).toBeGreaterThan(5)
  for (const { path } of data.index.latest.filter((row) => row.format === 'csv' || row.format === 'ndjson')) {
    const text = plainBytes(join(data.root, path)).toString()
    expect(
      amounts.filter((amount) => text.includes(amount)),
      path,
    ).toEqual([])
  }
})

/** The withheld values as single answers show them; small ones are left out, since other values may be equal. */
async function shownAmounts(): Promise<string[]> {
  const rows = await db.rows<{ handle: string }>(
    `select distinct handle from read_parquet(${literal(data.parquet('signals'))}) where is_withheld`,
  )
  return rows.flatMap(({ handle }) => {
    const file = join(data.release.path, `public/api/agent/${handle}/llm-summary`)
    const { scores_by_category: scores } = JSON.parse(readFileSync(file, 'utf8'))
    const signals: { key: string; value: number }[] = scores.tokenized.signals
    return signals
      .filter((signal) => WITHHELD_KEYS.includes(signal.key) && signal.value > 99_999)
      .map((signal) => String(signal.value))
  })
}

test('what is withheld is named by its sources alone', () => {
  for (const key of WITHHELD_KEYS)
    expect(LICENCES[SIGNALS[key]?.source ?? '']?.republished, key).toBe('results')
})
