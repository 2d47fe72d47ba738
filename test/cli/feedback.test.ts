import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runFeedback } from '../../cli/commands/feedback.ts'
import { parseCorrections } from '../../pipeline/catalog/corrections.ts'
import { type FeedbackReport, FeedbackStore } from '../../serving/service/feedback/feedback_store.ts'
import type { StateDatabase } from '../../serving/service/store/database.ts'
import { sqliteStore, type TestStore } from '../service/store/stores.ts'

const NOW = Date.parse('2026-04-01T12:00:00Z')
const HEADER = 'date,record,field,value,reason,source_url,feedback_id\n'
const ID = '00000000-0000-4000-8000-000000000001'
const HOSTILE = '\u001b[2J\u009b31m=cmd|"/c calc"!A1\r\n\u202egnp.exe\u{E0041}'

let state: TestStore
let db: StateDatabase
let folder: string
let corrections: string
beforeAll(async () => {
  state = await sqliteStore()
  db = await state.open()
  folder = mkdtempSync(join(tmpdir(), 'assay-feedback-'))
  corrections = join(folder, 'corrections.csv')
})
afterAll(async () => {
  await state.remove()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  await db.run('delete from feedback')
  writeFileSync(corrections, HEADER)
})

async function given(report: Partial<FeedbackReport> = {}, id = ID): Promise<void> {
  const whole: FeedbackReport = { feedback_type: 'wrong_data', message: 'It is wrong.', ...report }
  await new FeedbackStore(db).add(whole, { id, caller: id, now: NOW })
}

async function feedback(...args: string[]): Promise<string> {
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  await runFeedback(args, { store: new FeedbackStore(db), corrections, now: () => NOW, print })
  return printed
}

const ACCEPT = ['resolve', ID, '--accept', '--reason', 'Its page says so.']
const FIELD = ['--field', 'website', '--value', 'https://alder.example/', '--source', 'https://a.example/x']
const RECORD = ['--record', 'mcp_registry:com.example/alder']

test('a list shows what was sent in a form that cannot steer a terminal', async () => {
  expect(await feedback('list')).toBe('No reports.\n')
  await given({ message: HOSTILE, contact: HOSTILE, client_identifier: HOSTILE, query_attempted: HOSTILE })
  const shown = await feedback('list', '--state', 'open')
  expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}]/u)
  expect(shown.split('\n')).toHaveLength(8)
  expect(shown).toContain(`${ID}  2026-04-01T12:00:00Z  open  wrong_data`)
  expect(shown).toContain('  contact: [2J31m=cmd|"/c calc"!A1 gnp.exe')
  expect(await feedback('list', '--state', 'declined')).toBe('No reports.\n')
})

test('an export holds every report whole, and nothing in it runs in a terminal or a spreadsheet', async () => {
  await given({ message: HOSTILE, contact: '=1+1', agent_handle: 'alder' })
  const jsonl = await feedback('export')
  expect(jsonl.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}]/u)
  expect(JSON.parse(jsonl)).toMatchObject({ id: ID, message: HOSTILE, received_at: '2026-04-01T12:00:00Z' })
  const csv = await feedback('export', '--format', 'csv')
  expect(csv).toContain(`"'=1+1"`)
  expect(csv.startsWith('\uFEFFid,')).toBe(true)
  expect(csv.slice(1).replaceAll(/[\r\n]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}]/u)
  expect(csv.slice(1).split('\r\n')[0]).toBe(
    'id,received_at,state,feedback_type,agent_handle,category,message,query_attempted,client_identifier,contact,note,resolved_at',
  )
})

test('an accepted correction is a line of the file, and the report is closed', async () => {
  await given({ agent_handle: 'alder' })
  writeFileSync(corrections, HEADER.trimEnd())
  expect(await feedback(...ACCEPT, ...FIELD, ...RECORD)).toContain('has a new line')
  expect(parseCorrections(readFileSync(corrections, 'utf8'), corrections)).toEqual([
    {
      date: '2026-04-01',
      record: 'mcp_registry:com.example/alder',
      field: 'website',
      value: 'https://alder.example/',
      reason: 'Its page says so.',
      source_url: 'https://a.example/x',
      feedback_id: ID,
    },
  ])
  expect(await feedback('list', '--state', 'accepted')).toContain(
    'accepted 2026-04-01T12:00:00Z: Its page says so.',
  )
  await expect(feedback('resolve', ID, '--decline', '--reason', 'no')).rejects.toThrow('is accepted already')
})

test('a second try after a crash between file and store adds no second line', async () => {
  await given()
  await feedback(...ACCEPT, ...FIELD, ...RECORD)
  await db.run("update feedback set state = 'open'")
  expect(await feedback(...ACCEPT, ...FIELD, ...RECORD)).toBe('Accepted.\n')
  expect(readFileSync(corrections, 'utf8').trimEnd().split('\n')).toHaveLength(2)
})

test('a report is accepted without a correction, or declined', async () => {
  await given()
  expect(await feedback(...ACCEPT)).toBe('Accepted.\n')
  await given({ message: 'Another.' }, ID.replace(/1$/, '2'))
  expect(await feedback('resolve', ID.replace(/1$/, '2'), '--decline', '--reason', 'It is right.')).toBe(
    'Declined.\n',
  )
  expect(readFileSync(corrections, 'utf8')).toBe(HEADER)
})

const REFUSED: [says: string, args: string[]][] = [
  ['list, export or resolve', []],
  ['list, export or resolve', ['toString']],
  ['list takes options only', ['list', ID]],
  ['list has no option --format', ['list', '--format', 'csv']],
  ['--state must be', ['list', '--state', 'closed']],
  ['--format must be', ['export', '--format', 'xml']],
  ['the id of one report', ['resolve', '--accept']],
  ['the id of one report', ['resolve', ID, ID, '--accept']],
  ['--accept or --decline', ['resolve', ID, '--reason', 'x']],
  ['--accept or --decline', ['resolve', ID, '--reason', 'x', '--accept', '--decline']],
  ['needs --reason', ['resolve', ID, '--accept', '--reason', ' ']],
  ['no report with this id', ['resolve', ID.replace(/1$/, '9'), '--accept', '--reason', 'x']],
  ['go with --accept only', ['resolve', ID, '--decline', '--reason', 'x', ...FIELD]],
  ['needs --field, --value and --source', [...ACCEPT, ...FIELD.slice(0, 4)]],
  ['names no agent: add --record', [...ACCEPT, ...FIELD]],
  ['field must be one of name', [...ACCEPT, ...RECORD, ...FIELD.with(1, 'score')]],
  ['value must be an http', [...ACCEPT, ...RECORD, ...FIELD.with(3, 'javascript:alert(1)')]],
  ['reason must be one line', [...ACCEPT.with(-1, 'two\nlines'), ...RECORD, ...FIELD]],
]
test.each(REFUSED)('%s: %j', async (says, args) => {
  await given()
  await expect(feedback(...args)).rejects.toThrow(says)
  expect(readFileSync(corrections, 'utf8')).toBe(HEADER)
  expect(await new FeedbackStore(db).list('open')).toHaveLength(1)
})
