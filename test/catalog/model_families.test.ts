import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { realCatalog } from '../../pipeline/catalog/load.ts'
import { arenaNames, huggingfaceNames, openrouterNames, type Sample } from './names.ts'

const { families } = realCatalog

type Market = 'arena' | 'openrouter' | 'huggingface'

const findFamilies = (market: Market, name: string): string[] =>
  families
    .filter((family) => family[market]?.some((pattern) => new RegExp(pattern, 'i').test(name)))
    .map(({ id }) => id)

const expected = ([, family]: Sample): string[] => (family === null ? [] : [family])

/** The same match in SQL's engine (RE2). */
const familiesInSql = async (market: Market, names: string[]): Promise<Map<string, string[]>> => {
  const patterns = families.flatMap(({ id, ...family }) =>
    (family[market] ?? []).map((text) => ({ id, text })),
  )
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const rows = await connection.runAndReadAll(
      `SELECT DISTINCT name, pattern.id
      FROM (SELECT unnest(from_json($names, '["VARCHAR"]')) AS name)
      JOIN (SELECT unnest(from_json($patterns, '[{"id": "VARCHAR", "text": "VARCHAR"}]')) AS pattern)
        ON regexp_matches(name, pattern.text, 'i')`,
      { names: JSON.stringify(names), patterns: JSON.stringify(patterns) },
    )
    const found = new Map(names.map((name): [string, string[]] => [name, []]))
    for (const [name, id] of rows.getRows()) found.get(String(name))?.push(String(id))
    return found
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

describe.each<[Market, Sample[]]>([
  ['arena', arenaNames],
  ['openrouter', openrouterNames],
  ['huggingface', huggingfaceNames],
])('model families on %s', (market, samples) => {
  it.each(samples)('%s belongs to %s and to nothing else', (name, family) => {
    expect(findFamilies(market, name)).toEqual(expected([name, family]))
  })

  it('do not depend on case', () => {
    for (const sample of samples) {
      expect(findFamilies(market, sample[0].toUpperCase()), sample[0]).toEqual(expected(sample))
    }
  })

  it('are the same in SQL', async () => {
    const found = await familiesInSql(
      market,
      samples.map(([name]) => name),
    )
    expect([...found]).toEqual(samples.map((sample) => [sample[0], expected(sample)]))
  })
})

describe('the catalogue of model families', () => {
  it('has families for text, image, video and search', () => {
    expect(families.length).toBeGreaterThanOrEqual(45)
    const ids = families.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['claude', 'flux', 'kling', 'sonar']))
  })
})
