import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rowLine } from '../../pipeline/catalog/csv_rows.ts'
import { joinComponents } from '../../pipeline/identity/components.ts'
import type { Pair } from '../../pipeline/identity/groups.ts'
import {
  type Binding,
  bindHandles,
  currentBindings,
  type NamedRecord,
} from '../../pipeline/identity/handles.ts'
import { type Override, parseOverrides, readOverrides } from '../../pipeline/identity/overrides.ts'
import { sqlFiles } from '../../pipeline/model/build.ts'
import { overrideRows } from '../../pipeline/model/overrides_table.ts'
import { runCheck } from '../model/given.ts'
import { table } from '../model/given_tables.ts'
import { buildFrom } from '../model/sql_harness.ts'

const COLUMNS = ['record_a', 'record_b', 'verdict', 'reason', 'source_url', 'date'] as const
const ROW: Override = {
  record_a: 'mcp_registry:com.example/alder',
  record_b: 'a2a_cards:alder.example',
  verdict: 'same',
  reason: 'Its page says so, "in full".',
  source_url: 'https://alder.example/about',
  date: '2026-03-01',
}
const formatOverride = (changes: Partial<Record<keyof Override, string>>): string =>
  rowLine(COLUMNS, { ...ROW, ...changes })
const parse = (...lines: string[]): Override[] =>
  parseOverrides([COLUMNS.join(','), ...lines, ''].join('\n'), 'o.csv')

test('the file of the project can be read, and its records are of sources that list records', () => {
  const listed = sqlFiles('intermediate').filter((file) => file.endsWith('__records.sql'))
  const sources = listed.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'(\w+)' as source,/g)].map(([, source]) => source),
  )
  expect(sources).toContain('mcp_registry')
  for (const { record_a, record_b } of readOverrides())
    for (const record of [record_a, record_b]) expect(sources).toContain(record.split(':')[0])
})

test('a line gives what it was made from', () => {
  expect(parse()).toEqual([])
  expect(parse(formatOverride({}))).toEqual([ROW])
})

test.each([
  ['must have 6 cells', 'a,b'],
  ['record_a must be the key of a record', formatOverride({ record_a: 'alder' })],
  ['record_b must be another record', formatOverride({ record_b: ROW.record_a })],
  ['verdict must be same or different', formatOverride({ verdict: 'equal' })],
  ['reason must be one line', formatOverride({ reason: '' })],
  ['reason must be one line', formatOverride({ reason: 'gnp\u202eexe' })],
  ['source_url must be an https address', formatOverride({ source_url: 'http://alder.example/' })],
  ['source_url must be an https address', formatOverride({ source_url: '' })],
  ['date must be a date', formatOverride({ date: '2026-02-30' })],
  [
    'line 2 is about the same two records',
    formatOverride({ record_a: ROW.record_b, record_b: ROW.record_a }),
  ],
])('a wrong line is refused by its number: %s', (says, line) => {
  expect(() => parse(formatOverride({}), line)).toThrow(`o.csv, line 3: ${says}`)
})

test('what contradicts is refused with all lines that do, and what does not is taken', () => {
  const pair = (record_a: string, record_b: string, verdict: string) =>
    formatOverride({ record_a, record_b, verdict })
  const chain = [pair('x:a', 'x:b', 'same'), pair('x:a', 'x:c', 'different'), pair('x:b', 'x:c', 'same')]
  expect(() => parse(...chain)).toThrow(
    'o.csv, line 3: x:a and x:c are different here, and the same by line 2, line 4: remove one of these lines',
  )
  expect(parse(...chain.slice(0, 2), pair('x:d', 'x:c', 'same'))).toHaveLength(3)
})

const server = (name: string): NamedRecord => ({
  record_id: name,
  category: 'mcp_server',
  source_key: `io.github.${name}/fetch`,
  published_at: '2025-06-01T00:00:00Z',
})
/** One day of two records, and the whole history after it. */
function live(day: string, past: Binding[], same: Pair[], different: Pair[], keys: string[]): Binding[] {
  const claims = keys.flatMap((key) => ['oak', 'elm'].map((record_id) => ({ record_id, key })))
  const found = joinComponents(['oak', 'elm'], claims, { same, different })
  return [...past, ...bindHandles(found, [server('oak'), server('elm')], past, day)]
}
const handles = (past: Binding[]) =>
  [...currentBindings(past).values()].map((binding) => [binding.record_id, binding.handle])

test('two that are parted: the anchor keeps the handle and the other one gets its own; joined again, the older stays', () => {
  const pair: Pair = ['oak', 'elm']
  const joined = live('2026-01-01', [], [], [], ['package:npm/x'])
  const [handle] = new Set(handles(joined).map(([, bound]) => bound))
  const parted = live('2026-01-02', joined, [], [pair], ['package:npm/x'])
  expect(Object.fromEntries(handles(parted))).toEqual({ elm: handle, oak: 'oak-fetch' })
  const again = live('2026-01-03', parted, [pair], [], [])
  expect(Object.fromEntries(handles(again))).toEqual({ elm: handle, oak: handle })
  expect(again.at(-1)?.reason).toBe('shares an identity override, before this bound to oak-fetch')
})

const GIVEN = {
  int_records: table('record_id departed_on:date', [
    ...['x:a', 'x:b', 'x:c'].map((record_id) => ({ record_id })),
    { record_id: 'x:gone', departed_on: '2026-01-01' },
  ]),
  int_records__handles: table('record_id handle', [
    { record_id: 'x:a', handle: 'ash' },
    { record_id: 'x:b', handle: 'ash' },
    { record_id: 'x:c', handle: 'elm' },
    { record_id: 'x:gone', handle: 'elm' },
  ]),
}

test('each is listed with its agents and whether it is applied, and one that does not hold fails the check', async () => {
  const row = (record_a: string, record_b: string, verdict: Override['verdict']) => ({
    ...ROW,
    ...{ record_a, record_b, verdict },
  })
  const rows = [
    row('x:a', 'x:b', 'same'),
    row('x:c', 'x:a', 'different'),
    row('x:a', 'x:gone', 'same'),
    row('x:a', 'x:typo', 'different'),
  ]
  const columns = 'line:bigint decided_on:date record_a record_b verdict reason source_url'
  const db = await buildFrom({ ...GIVEN, raw_identity_overrides: table(columns, overrideRows(rows)) }, [
    'identity_overrides',
  ])
  expect(
    await db.rows('select handle_a, handle_b, status, unknown_records from identity_overrides order by line'),
  ).toEqual([
    { handle_a: 'ash', handle_b: 'ash', status: 'applied', unknown_records: [] },
    { handle_a: 'elm', handle_b: 'ash', status: 'applied', unknown_records: [] },
    { handle_a: 'ash', handle_b: 'elm', status: 'record_departed', unknown_records: [] },
    { handle_a: 'ash', handle_b: null, status: 'record_unknown', unknown_records: ['x:typo'] },
  ])
  expect(await runCheck(db, 'identity_overrides_hold')).toEqual([])
  await db.run("update identity_overrides set handle_a = 'ash' where line = 2")
  await db.run('delete from identity_overrides where line = 4')
  expect(await runCheck(db, 'identity_overrides_hold')).toEqual([{ line: 2 }, { line: 4 }])
  db.close()
})
