import { describe, expect, test } from 'vitest'
import {
  type Correction,
  correctionLine,
  parseCorrections,
  readCorrections,
} from '../../pipeline/catalog/corrections.ts'
import { CORRECTION_COLUMNS, correctionRows } from '../../pipeline/model/corrections_table.ts'
import type { Database } from '../../pipeline/model/database.ts'
import { runCheck } from './given.ts'
import { buildFrom } from './sql_harness.ts'

const HEADER = 'date,record,field,value,reason,source_url,feedback_id'
const CELLS = {
  date: '2026-03-01',
  record: 'mcp_registry:com.example/alder',
  field: 'name',
  value: 'Alder, "the" tree',
  reason: 'Its page says so.',
  source_url: 'https://alder.example/about',
  feedback_id: '',
}
const formatCorrection = (changes: Partial<typeof CELLS>): string =>
  Object.values({ ...CELLS, ...changes })
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(',')
const parse = (...lines: string[]): Correction[] =>
  parseCorrections([HEADER, ...lines, ''].join('\n'), 'c.csv')

describe('the file', () => {
  test('of the project can be read', () => {
    expect(Array.isArray(readCorrections())).toBe(true)
  })

  test('gives back what a line was made from', () => {
    expect(parse()).toEqual([])
    expect(parse(correctionLine(CELLS), formatCorrection({ field: 'website', value: '' }))).toEqual([
      { ...CELLS, feedback_id: null },
      { ...CELLS, field: 'website', value: null, feedback_id: null },
    ])
  })

  const WRONG: [says: string, line: string][] = [
    ['must have 7 cells', 'a,b'],
    ['must have 7 cells', ''],
    ['must have 7 cells', `${formatCorrection({})},x`],
    ['its quotes do not pair', formatCorrection({}).replace('Alder', 'Al"der')],
    ['date must be a date', formatCorrection({ date: '2026-02-30' })],
    ['date must be a date', formatCorrection({ date: '1.3.2026' })],
    ['record must be the key', formatCorrection({ record: 'alder' })],
    [
      'field must be one of name, description, website, repository_url, tools',
      formatCorrection({ field: 'score' }),
    ],
    ['value must be empty for tools', formatCorrection({ field: 'tools', value: 'none' })],
    ['value must not be empty', formatCorrection({ value: '' })],
    ['value must be one line of 1 to 100', formatCorrection({ value: 'x'.repeat(101) })],
    ['value must be one line', formatCorrection({ value: 'gnp\u202eexe' })],
    ['value must be an http', formatCorrection({ field: 'website', value: 'ftp://alder.example/' })],
    ['value must be an http', formatCorrection({ field: 'website', value: ' https://alder.example/' })],
    [
      'value must be an http',
      formatCorrection({ field: 'repository_url', value: 'https://user@github.com/a/b' }),
    ],
    ['reason must be one line', formatCorrection({ reason: '' })],
    ['source_url must be an http', formatCorrection({ source_url: '' })],
    ['feedback_id must be the id', formatCorrection({ feedback_id: '1' })],
  ]
  test.each(WRONG)('is refused with its line: %s', (says, line) => {
    expect(() => parse(formatCorrection({}), line)).toThrow(`c.csv, line 3: ${says}`)
  })

  test('is refused without its header', () => {
    expect(() => parseCorrections('', 'c.csv')).toThrow('c.csv, line 1: must be date,record')
  })
})

const VARCHAR = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'VARCHAR']))
const LISTED = [
  { record_id: 'a:1', name: 'Alder', description: 'Old', website: 'https://old.example/', source: 'a' },
  { record_id: 'a:2', name: 'Ash', repository_url: 'https://github.com/ash/ash', source: 'a' },
]

/** Two records, one of them an agent's main record, with corrections. */
async function built(corrections: Correction[]): Promise<Database> {
  const columns = VARCHAR('record_id', 'source', 'name', 'description', 'website', 'repository_url')
  const agents = [{ handle: 'alder', main_record: 'a:1' }]
  const db = await buildFrom(
    {
      int_records: { columns, rows: LISTED },
      raw_corrections: { columns: CORRECTION_COLUMNS, rows: correctionRows(corrections) },
      int_agents__profiles: { columns: VARCHAR('handle', 'main_record'), rows: agents },
      int_records__handles: {
        columns: VARCHAR('handle', 'record_id'),
        rows: ['a:1', 'a:2'].map((record_id) => ({ handle: 'alder', record_id })),
      },
      int_agents__tool_lists: {
        columns: { handle: 'VARCHAR', is_withheld: 'BOOLEAN' },
        rows: [{ handle: 'alder', is_withheld: true }],
      },
    },
    ['int_records__with_corrections', 'corrections'],
  )
  await db.run(
    "create table agents as select 'alder' as handle, * from int_records__with_corrections where record_id = 'a:1'",
  )
  return db
}

const correction = (changes: Partial<Correction>): Correction => ({
  ...{ date: '2026-03-01', record: 'a:1', field: 'description', value: 'New' },
  ...{ reason: 'Its page says so.', source_url: 'https://a.example/', feedback_id: null },
  ...changes,
})

describe('the models', () => {
  test('leave every record as it is listed when nothing is corrected', async () => {
    const db = await built([])
    expect(await db.rows('from int_records__with_corrections except from int_records')).toEqual([])
    expect(await db.rows('from int_records except from int_records__with_corrections')).toEqual([])
    expect(await runCheck(db, 'corrections_shown')).toEqual([])
    db.close()
  })

  test('replace fields in the order of dates and then of lines, and keep what is not applied', async () => {
    const db = await built([
      correction({ date: '2026-03-09', value: 'Newest' }),
      correction({ value: 'Newer' }),
      correction({ field: 'website', value: 'https://new.example/' }),
      correction({ field: 'website', value: null }),
      correction({ record: 'a:2', field: 'name', value: 'Rowan' }),
      correction({ record: 'a:3', field: 'name', value: 'Nobody' }),
      correction({ record: 'a:2', field: 'tools', value: null }),
    ])
    expect(
      await db.rows('select * exclude (source) from int_records__with_corrections order by record_id'),
    ).toEqual([
      { record_id: 'a:1', name: 'Alder', description: 'Newest', website: null, repository_url: null },
      {
        ...{ record_id: 'a:2', name: 'Rowan', description: null, website: null },
        repository_url: 'https://github.com/ash/ash',
      },
    ])
    expect(await db.rows('select line, handle, original, status from corrections order by line')).toEqual([
      { line: 1, handle: 'alder', original: 'Old', status: 'applied' },
      { line: 2, handle: 'alder', original: 'Old', status: 'superseded' },
      { line: 3, handle: 'alder', original: 'https://old.example/', status: 'superseded' },
      { line: 4, handle: 'alder', original: 'https://old.example/', status: 'applied' },
      { line: 5, handle: null, original: 'Ash', status: 'not_applied' },
      { line: 6, handle: null, original: null, status: 'not_applied' },
      { line: 7, handle: 'alder', original: null, status: 'applied' },
    ])
    expect(await runCheck(db, 'corrections_shown')).toEqual([])
    await db.run("update agents set website = 'https://old.example/'")
    expect(await runCheck(db, 'corrections_shown')).toEqual([{ line: 4 }])
    await db.run('update agents set website = null')
    await db.run('delete from corrections where line = 6')
    expect(await runCheck(db, 'corrections_shown')).toEqual([{ line: 6 }])
    await db.run('update int_agents__tool_lists set is_withheld = false')
    expect(await runCheck(db, 'corrections_shown')).toEqual([{ line: 7 }, { line: 6 }])
    db.close()
  })
})
