import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRelease } from '../../../core/release/release.ts'
import { questions } from '../../../pipeline/artifacts/data/questions.ts'
import { TABLES } from '../../../pipeline/artifacts/data/tables.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { PUBLISHED_DAYS, sampleOutput } from '../../sample_output.ts'
import { type GivenData, givenData, openData, plainBytes } from './given_release.ts'
import { fromArrow, fromCsv, fromNdjson, fromParquet } from './read_back.ts'

let db: Database
let data: GivenData
beforeAll(async () => {
  data = await givenData()
  db = await openDatabase(':memory:')
})
afterAll(() => db.close())

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

test('the index names every file of the tables, with its bytes and hash', () => {
  const { index, root } = data
  const listed = [...index.partitions, ...index.latest]
  for (const { path, bytes, sha256: hash } of listed) {
    expect(statSync(join(root, path)).size, path).toBe(bytes)
    expect(sha256(join(root, path)), path).toBe(hash)
  }
  const others = ['README.md', 'agents.csv', 'corrections.json', 'counts.json', 'croissant.json']
  others.push('datapackage.json', 'dcat.jsonld', 'index.json', 'methodology/mcp_server.json')
  const all = readdirSync(join(root, 'data'), { recursive: true, withFileTypes: true })
    .filter((dirent) => dirent.isFile())
    .map((dirent) => join(dirent.parentPath, dirent.name).slice(root.length))
    // Those of the tables on pages, which the pages name.
    .filter((path) => !path.startsWith('/data/tables/'))
  expect(all.sort()).toEqual(
    [...listed.map((item) => item.path), ...others.map((name) => `/data/${name}`)].sort(),
  )
})

test('each format of a table holds the same rows, as many as the index says', async () => {
  const { index, root } = data
  for (const table of TABLES) {
    const parquet = await fromParquet(db, table, data.parquet(table.name))
    const files = index.latest.filter((item) => item.table === table.name && item.format !== 'parquet')
    expect(files.map((file) => file.format)).toEqual(table.isParquetOnly ? [] : ['csv', 'ndjson', 'arrow'])
    for (const { path, format, rows } of files) {
      const file = join(root, path)
      const read = {
        csv: () => fromCsv(db, table, file),
        ndjson: () => fromNdjson(db, table, file),
        arrow: () => fromArrow(plainBytes(file)),
      }[format]
      expect(await read?.(), path).toEqual(parquet)
      expect(rows, path).toBe(parquet.length)
    }
  }
})

test('what a table is sorted by names each row once, and required columns are never null', async () => {
  for (const { name, key, columns } of TABLES) {
    const required = Object.entries(columns).flatMap(([column, definition]) =>
      definition.required ? [column] : [],
    )
    const nulls = required.map((column) => `count(*) filter (${column} is null)`).join(' + ')
    const [found] = await db.rows(
      `select count(*) - count(distinct (${key.join(', ')})) as twice, ${nulls} as nulls
       from read_parquet(${literal(data.parquet(name))})`,
    )
    expect(found, name).toEqual({ twice: 0, nulls: 0 })
  }
})

test('values keep within what their columns say', async () => {
  for (const { name, columns } of TABLES)
    for (const [column, definition] of Object.entries(columns)) {
      const broken = [
        ...(definition.values ? [`${column} not in (${definition.values.map(literal).join(', ')})`] : []),
        ...(definition.minimum === undefined ? [] : [`${column} < ${definition.minimum}`]),
        ...(definition.maximum === undefined ? [] : [`${column} > ${definition.maximum}`]),
        ...(definition.pattern === undefined
          ? []
          : [`not regexp_matches(${column}, ${literal(definition.pattern)})`]),
      ].join(' or ')
      if (broken === '') continue
      const rows = await db.rows(
        `select ${column} from read_parquet(${literal(data.parquet(name))}) where ${broken} limit 3`,
      )
      expect(rows, `${name}.${column}`).toEqual([])
    }
})

test('a day is carried on as it was published, in one file on the disk', async () => {
  const output = await sampleOutput()
  const first = readdirSync(join(output, 'releases')).find((id) => id.startsWith(PUBLISHED_DAYS[0] ?? ''))
  const then = openData(openRelease(join(output, 'releases', first ?? '')))
  const now = new Map(data.index.partitions.map((partition) => [partition.path, partition]))
  expect(then.index.partitions.length).toBe(TABLES.filter((table) => table.kept === 'daily').length)
  for (const { path, sha256: hash, rows } of then.index.partitions) {
    expect(now.get(path), path).toMatchObject({ sha256: hash, rows })
    expect(statSync(join(data.root, path)).ino, path).toBe(statSync(join(then.root, path)).ino)
  }
  const dates = new Set(data.index.partitions.map((partition) => partition.date))
  expect([...dates].sort()).toEqual(PUBLISHED_DAYS)
})

test('ten questions of the README are answered by the published files', async () => {
  const readme = readFileSync(join(data.root, 'data/README.md'), 'utf8')
  const asked = questions(data.index.date)
  expect(asked).toHaveLength(10)
  await db.run(`set file_search_path = ${literal(data.root)}`)
  const answers: Record<string, unknown>[][] = []
  for (const { asks, sql } of asked) {
    expect(readme).toContain(`${asks}\n   \`\`\`sh\n   duckdb -c "${sql}"\n`)
    const rows = await db.rows<Record<string, unknown>>(sql)
    expect(rows.length, asks).toBeGreaterThan(0)
    answers.push(rows)
  }
  const counts = data.json<{ counts: Record<string, number> }>('counts.json').counts
  const agents = answers[0]?.reduce((sum, row) => sum + Number(row.agents), 0)
  expect(agents).toBe(counts.indexed_agents)
  expect(answers[3]).toEqual([{ scores: expect.any(Number), add_up: answers[3]?.[0]?.scores }])
})
