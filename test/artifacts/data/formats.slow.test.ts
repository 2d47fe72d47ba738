import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsAsArrow } from '../../../pipeline/artifacts/data/arrow.ts'
import { buildDataTable } from '../../../pipeline/artifacts/data/build.ts'
import {
  booleanColumn,
  dateColumn,
  decimalColumn,
  integerColumn,
  listColumn,
  numberColumn,
  textColumn,
  timeColumn,
  wholeColumn,
} from '../../../pipeline/artifacts/data/column.ts'
import { hasArrow, latestFiles } from '../../../pipeline/artifacts/data/latest.ts'
import { rowsAsText } from '../../../pipeline/artifacts/data/rows_as_text.ts'
import { type DataTable, defineTable } from '../../../pipeline/artifacts/data/table.ts'
import { type Database, literal, openDatabase } from '../../../pipeline/model/database.ts'
import { fromArrow, fromCsv, fromNdjson, fromParquet } from './read_back.ts'

const ROWS = 2_503

/** One column of each kind, with its edge cases, and nulls that do not end where a chunk does. */
const HARD = defineTable({
  name: 'hard',
  about: 'One row per number.',
  key: ['id'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select i as id,
      if(i % 7 = 0, null, case i % 5 when 0 then 9223372036854775807 when 1 then -9223372036854775808 when 2 then 9007199254740993 else i end) as big,
      if(i % 11 = 0, null, case i % 3 when 0 then 99999999999999999999999999999999999999::hugeint when 1 then -1::hugeint else i::hugeint << 70 end) as huge,
      if(i % 13 = 0, null, (i - 1250)::decimal(18, 4) / 8) as money,
      if(i % 17 = 0, null, (-i)::decimal(38, 6) * 1000000000000000) as dollars,
      if(i % 19 = 0, null, (i % 9 - 4)::decimal(3, 2)) as small,
      if(i % 19 = 1, null, (i - 1250)::decimal(9, 4)) as points,
      if(i % 23 = 0, null, i / 3 - 800) as ratio,
      if(i % 29 = 0, null, i % 2 = 0) as flag,
      if(i % 31 = 0, null, date '1969-12-01' + i::integer) as day,
      if(i % 37 = 0, null, timestamp '1969-12-31 23:00:00.123' + to_seconds(i)) as moment,
      case i % 9
        when 0 then null when 1 then '=1+1' when 2 then 'Grüße, "Jürgen"' when 3 then '日本語 🤖' when 4 then 'a' || chr(10) || 'b'
        when 5 then '＝cmd' when 6 then 'plain ' || i when 7 then '' else '-' || i end as words,
      if(i % 41 = 0, null, ['a "quoted" ' || i, 'é']) as items
    from range(${ROWS}) as numbers (i)`,
  columns: {
    id: integerColumn('Number', { required: true }),
    big: integerColumn('64 bits'),
    huge: wholeColumn('128 bits'),
    money: decimalColumn(18, 4, '8 bytes'),
    dollars: decimalColumn(38, 6, '16 bytes'),
    small: decimalColumn(3, 2, '2 bytes'),
    points: decimalColumn(9, 4, '4 bytes'),
    ratio: numberColumn('Double'),
    flag: booleanColumn('Bit'),
    day: dateColumn('Day'),
    moment: timeColumn('Moment'),
    words: textColumn('Text'),
    items: listColumn('List'),
  },
})

const folder = mkdtempSync(join(tmpdir(), 'assay-formats-'))
let db: Database
let hard: Awaited<ReturnType<typeof inEachFormat>>
beforeAll(async () => {
  db = await openDatabase(':memory:')
  await buildDataTable(db, HARD)
  hard = await inEachFormat(HARD)
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function inEachFormat(table: DataTable) {
  const at = (ending: string) => join(folder, `${table.name}.${ending}`)
  await db.run(`copy data_${table.name} to ${literal(at('parquet'))} (format parquet, compression zstd)`)
  const parquet = await fromParquet(db, table, at('parquet'))
  const [csv, ndjson] = await rowsAsText(db, table, parquet.length, ['csv', 'ndjson'])
  writeFileSync(at('csv'), csv)
  writeFileSync(at('ndjson'), ndjson)
  return {
    parquet,
    csv: await fromCsv(db, table, at('csv')),
    ndjson: await fromNdjson(db, table, at('ndjson')),
    arrow: fromArrow(await rowsAsArrow(db, table, parquet.length)),
    text: { csv: csv.toString(), ndjson: ndjson.toString() },
  }
}

test('Parquet, CSV, NDJSON and Arrow hold the same rows of every kind of value', () => {
  const { parquet, csv, ndjson, arrow } = hard
  expect(parquet).toHaveLength(ROWS)
  expect(parquet[5]?.[1]).toBe('9223372036854775807')
  expect(parquet[3]?.[2]).toBe('99999999999999999999999999999999999999')
  expect(parquet[1]?.[11]).toBe('=1+1')
  expect(csv).toEqual(parquet)
  expect(ndjson).toEqual(parquet)
  expect(arrow).toEqual(parquet)
})

test('a cell that a spreadsheet would run is inert, and a number below zero is no such cell', () => {
  const lines = hard.text.csv.split('\r\n')
  expect(lines[2]).toContain(`,"'=1+1",`)
  expect(lines.find((line) => line.startsWith('5,'))).toContain(`"'＝cmd"`)
  expect(lines[2]).toContain(',-9223372036854775808,-1,')
  const cells = lines.slice(1).flatMap((line) => line.split(','))
  expect(cells.filter((cell) => /^"?[=+@\uFF1D\uFF0B\uFF20]/.test(cell))).toEqual([])
})

test('JSON numbers are those that every reader keeps; larger ones are strings', () => {
  const lines = hard.text.ndjson.trimEnd().split('\n')
  expect(lines[3]).toContain('"big":3,')
  expect(lines[2]).toContain('"big":"9007199254740993",')
  expect(lines[3]).toContain('"huge":"99999999999999999999999999999999999999",')
  expect(lines[3]).toContain('"money":"-155.8750",')
  expect(lines[3]).toContain('"points":-1247.0000,')
  expect(lines[3]).toContain('"items":["a \\"quoted\\" 3","é"]')
})

test('the same rows are the same bytes, whatever was written before', async () => {
  const [first, again] = [await rowsAsArrow(db, HARD, ROWS), await rowsAsArrow(db, HARD, ROWS)]
  expect(Buffer.from(first).equals(Buffer.from(again))).toBe(true)
})

test('the bytes behind a null value are zero, for readers that look at them', async () => {
  const table = tableFromIPC(await rowsAsArrow(db, HARD, ROWS))
  const widths = { big: 1, huge: 4, money: 4, small: 4, ratio: 1, day: 1, moment: 1 }
  for (const [name, width] of Object.entries(widths)) {
    const column = table.getChild(name)?.data[0]
    const empty = Array.from({ length: ROWS }, (_, row) => row).filter((row) => !column?.getValid(row))
    expect(empty.length, name).toBeGreaterThan(50)
    const left = empty.flatMap((row) =>
      [...(column?.values.slice(row * width, (row + 1) * width) ?? [])].map(Number),
    )
    expect(left, name).toEqual(Array(empty.length * width).fill(0))
  }
})

test('a table without rows is a file without rows', async () => {
  const none = { ...HARD, name: 'none', sql: `${HARD.sql} where i < 0` }
  await buildDataTable(db, none)
  const { parquet, csv, ndjson, arrow, text: written } = await inEachFormat(none)
  expect([parquet, csv, ndjson, arrow]).toEqual([[], [], [], []])
  expect(written.csv).toBe(`\uFEFF${Object.keys(HARD.columns).join(',')}\r\n`)
})

test.each([
  [128, 'Int8'],
  [129, 'Int16'],
  [32_768, 'Int16'],
  [32_769, 'Int32'],
  // So many rows that few texts are read as numbers.
  [128, 'Int8', 200],
  [900, 'Int16', 25],
])(
  '%i texts that repeat are named by %s, and others stand one behind the other',
  async (texts, width, times = 3) => {
    const rows = times * texts
    const given = defineTable({
      ...{ name: 'given', about: 'One row per use of a text.', key: ['id'], kept: 'newest', parquet: 'v1' },
      sql: `select i as id, if(i % 5 = 4, null, 'it''s ' || i // ${times}) as words, if(i % 7 = 3, null, 'é ' || i) as other from range(${rows}) as numbers (i)`,
      columns: {
        id: integerColumn('Number', { required: true }),
        words: textColumn('Text'),
        other: textColumn('Another'),
      },
    })
    await buildDataTable(db, given)
    const arrow = tableFromIPC(await rowsAsArrow(db, given, rows))
    const [words, other] = [arrow.getChild('words'), arrow.getChild('other')]
    expect([String(words?.type), String(other?.type)]).toEqual([
      expect.stringContaining(`<${width},`),
      'Utf8',
    ])
    for (const row of [0, 3, 4, 10, rows >> 1, rows - 1]) {
      expect(words?.get(row)).toBe(row % 5 === 4 ? null : `it's ${Math.floor(row / times)}`)
      expect(other?.get(row)).toBe(row % 7 === 3 ? null : `é ${row}`)
    }
  },
)

test('a table of more than a million rows is Parquet alone', async () => {
  const formats = async (rows: number): Promise<string[]> => {
    const table = defineTable({
      ...{ name: 'long', about: 'One row per number.', key: ['id'], kept: 'newest', parquet: 'v1' },
      sql: `select i as id from range(${rows}) as numbers (i)`,
      columns: { id: integerColumn('Number', { required: true }) },
    })
    const files = await Array.fromAsync(latestFiles(db, table, undefined))
    return files.map(({ file }) => `${file.path} of ${file.rows}`)
  }
  expect(await formats(1_000_001)).toEqual(['latest/long.parquet of 1000001'])
  expect(await formats(1_000)).toEqual(
    ['parquet', 'csv', 'ndjson', 'arrow'].map((text) => `latest/long.${text} of 1000`),
  )
})

test('a table of more than a million values is not in Arrow, and one of as many is', () => {
  const two = defineTable({
    ...{ name: 'two', about: 'Two numbers a row.', key: ['id'], kept: 'newest', parquet: 'v1' },
    sql: 'select 1 as id, 2 as other',
    columns: { id: integerColumn('Number', { required: true }), other: integerColumn('Another') },
  })
  expect([500_000, 500_001].map((rows) => hasArrow(two, rows))).toEqual([true, false])
})
