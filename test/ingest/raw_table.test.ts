import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { History } from '../../pipeline/history/history.ts'
import { BLOCKS_COLUMNS } from '../../pipeline/ingest/chain_blocks.ts'
import { INGEST_COLUMNS } from '../../pipeline/ingest/ingest.ts'
import { createRawTable, getTableName, listColumns } from '../../pipeline/ingest/raw_table.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { createTable, unitePartitions } from '../../pipeline/model/tables.ts'
import { defineSource } from '../../pipeline/source/define_source.ts'

const events = defineSource({
  ...{
    name: 'sample_events',
    title: 'Sample',
    docs: 'https://sample.example',
    license: 'none',
    republished: 'all',
    attribution: 'Sample',
  },
  ...{ key: ['chain', 'block_number'], budget: 1, isEvents: true },
  row: z.object({ chain: z.string(), block_number: z.int(), what: z.string() }),
  // biome-ignore lint/correctness/useYield: the tests write the partitions themselves.
  async *fetch() {
    return 'changes'
  },
})

let db: Database
let history: History
let root: string
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-raw-'))
  history = new History(root)
  db = await openDatabase(':memory:')
  await createTable(db, 'ingest', INGEST_COLUMNS, [])
  await createTable(db, 'ingest_blocks', BLOCKS_COLUMNS, [])
  await createTable(db, 'refused_keys', { date: 'DATE', source: 'VARCHAR', key: 'VARCHAR' }, [])
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true })
})

/** A day on which blocks of a chain were read, with their content. */
async function read(
  date: string,
  from_block: number,
  to_block: number,
  found: Record<number, string>,
  chain = 'eip155:8453',
) {
  const where = { observed_on: date, observed_at: date, source_url: 'x', response_sha256: 'x' }
  const rows = Object.entries(found).map(([block, what]) => ({
    ...{ chain, block_number: Number(block), what, ...where },
  }))
  await createTable(db, 'today', listColumns(events), rows)
  await addRows(date)
  await createTable(db, 'row', BLOCKS_COLUMNS, [{ date, source: events.name, chain, from_block, to_block }])
  await db.run('insert into ingest_blocks select * from "row"')
}

/** Adds the rows of today to the rows of the date. */
async function addRows(date: string): Promise<void> {
  const table = getTableName(events.name)
  const before = unitePartitions(listColumns(events), history.partitions(table, date).slice(-1))
  const sql = `select * from today union all select * from (${before}) where observed_on = '${date}'`
  await history.write(db, table, date, `select * from (${sql}) order by chain, block_number`)
}

/** The events of a day, which are the same with or without those of earlier days in the run. */
async function readEvents(day: string): Promise<string[]> {
  await createRawTable(db, events, { history, day, loadedDay: null })
  const seen = await eventsInOrder()
  await db.run('drop table if exists held_sample_events')
  await createRawTable(db, events, { history, day, loadedDay: day })
  expect(await eventsInOrder()).toEqual(seen)
  return seen
}

async function eventsInOrder(): Promise<string[]> {
  const rows = await db.rows<{ block_number: number; what: string }>(
    'select block_number, what from raw_sample_events order by block_number, what',
  )
  return rows.map(({ block_number, what }) => `${block_number} ${what}`)
}

test('a block that is read again counts as it was read last, and what is no longer in it is gone', async () => {
  await read('2026-01-01', 1, 10, { 2: 'stays', 8: 'reorganised away', 9: 'told twice' })
  expect(await readEvents('2026-01-01')).toEqual(['2 stays', '8 reorganised away', '9 told twice'])
  await read('2026-01-02', 8, 20, { 9: 'told twice', 15: 'new' })
  expect(await readEvents('2026-01-02')).toEqual(['2 stays', '9 told twice', '15 new'])
})

test('a read that broke off takes nothing back beyond where it ended', async () => {
  await read('2026-01-01', 1, 10, { 7: 'before', 9: 'after' })
  await read('2026-01-02', 6, 8, { 7: 'again' })
  expect(await readEvents('2026-01-02')).toEqual(['7 again', '9 after'])
})

test('what a complete listing no longer has is gone, also where a part of its key is not known', async () => {
  const listed = defineSource({
    ...{
      name: 'sample_list',
      title: 'Sample',
      docs: 'https://sample.example',
      license: 'none',
      republished: 'all',
      attribution: 'Sample',
    },
    ...{ key: ['place', 'method'], budget: 1 },
    row: z.object({ place: z.string(), method: z.string().nullable() }),
    fetch: events.fetch,
  })
  const list = async (date: string, rows: object[]) => {
    const where = { observed_on: date, observed_at: date, source_url: 'x', response_sha256: 'x' }
    const seen = rows.map((row) => ({ ...row, ...where }))
    await createTable(db, 'today', listColumns(listed), seen)
    await history.write(db, getTableName(listed.name), date, 'select * from today')
    const day = { date, source: listed.name, outcome: 'ok', coverage: 'all' }
    await createTable(db, 'row', INGEST_COLUMNS, [day])
    await db.run('insert into ingest select * from "row"')
  }
  const kept = { place: 'a', method: null }
  await list('2026-01-01', [kept, { place: 'b', method: null }, { place: 'a', method: 'GET' }])
  await list('2026-01-02', [kept])
  await createRawTable(db, listed, { history, day: '2026-01-02', loadedDay: null })
  expect(await db.rows('select place, method, gone_since::varchar as gone from raw_sample_list')).toEqual([
    { place: 'a', method: 'GET', gone: '2026-01-02' },
    { place: 'a', method: null, gone: null },
    { place: 'b', method: null, gone: '2026-01-02' },
  ])
})

test('a chain that is read again takes nothing back of another one', async () => {
  await read('2026-01-01', 1, 10, { 5: 'here' })
  await read('2026-01-01', 1, 10, { 6: 'there' }, 'eip155:137')
  await read('2026-01-02', 4, 12, { 7: 'again' }, 'eip155:137')
  expect(await readEvents('2026-01-02')).toEqual(['5 here', '7 again'])
})

test('a gap that is filled on a later day takes nothing back of the days around it', async () => {
  await read('2026-01-01', 1, 10, { 9: 'first' })
  await read('2026-01-02', 21, 30, { 25: 'newest' })
  await read('2026-01-03', 11, 20, { 15: 'behind' })
  expect(await readEvents('2026-01-03')).toEqual(['9 first', '15 behind', '25 newest'])
})
