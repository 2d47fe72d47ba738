import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { tableCsv, tableJson } from '../../core/views/shown_table.ts'
import { INFO } from '../artifacts/change_world.ts'

const TABLE = {
  ...{ title: 'Agents', page: '/rankings/service', columns: ['rank', 'name', 'score_change'], total: 5 },
  rows: [
    { rank: 1, name: '=HYPERLINK("https://x")', score_change: -2.5, left_out: 'x' },
    { rank: null, name: 'two\nlines, "quoted"', score_change: 0 },
    { name: 'Amber' },
  ],
  untrusted: ['name'],
}

test('CSV and JSON have the same rows: null is unknown, a formula is text, a negative number a number', () => {
  const json = tableJson(TABLE, INFO)
  expect(json).toMatchObject({
    ...{ type: 'table', url: 'https://assay.example/rankings/service', date: INFO.day, count: 3, total: 5 },
    ...{ untrusted_fields: ['rows.name'], limitations: INFO.limitations },
  })
  expect(json.rows[0]).toEqual({ rank: 1, name: '=HYPERLINK("https://x")', score_change: -2.5 })
  expect(json.rows[2]).toEqual({ rank: null, name: 'Amber', score_change: null })
  const read = parse<Record<string, string>>(tableCsv(TABLE), { bom: true, columns: true })
  const formula = /^'(?==)/
  expect(read.map((row) => ({ ...row, name: row.name?.replace(formula, '') }))).toEqual(
    json.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, String(cell ?? '')])),
    ),
  )
  expect(read[0]?.name).toMatch(formula)
})
