import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysBefore } from '../../core/domain/dates.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { History } from '../../pipeline/history/history.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import type { RunSummary } from '../../pipeline/run/types.ts'
import { SAMPLE_DAYS } from '../../sample/sample.ts'
import { runSampleDay } from '../kit/sample_day.ts'

const [DAY, NEXT] = SAMPLE_DAYS.slice(5, 7) as [string, string]

/** Those that services and their payments are known from. */
const SOURCES = ['x402_bazaar_cdp', 'x402_bazaar_payai', 'endpoint_probes', 'x402_payments']

const output = mkdtempSync(join(tmpdir(), 'assay-read-back-'))
let db: Database
let first: RunSummary
let second: RunSummary
const history = () => new History(join(output, 'history'))
const rows = <T>(table: string, date: string, columns: string) =>
  db.rows<T & Record<string, unknown>>(
    `select ${columns} from '${history().partition(table, date)}' group by all order by all`,
  )

beforeAll(async () => {
  db = await openDatabase(':memory:')
  first = await runSampleDay(output, DAY, { leavesPast: false, sources: SOURCES })
  second = await runSampleDay(output, NEXT, { leavesPast: false, sources: SOURCES })
}, 600_000)
afterAll(() => {
  db.close()
  rmSync(output, { recursive: true, force: true })
})

test('payments of the days before the first run are rows of their own date in its partition', async () => {
  const paid = await rows<{ day: string }>('observations/x402_payments', DAY, 'block_time[:10] as day')
  expect(paid.length).toBeGreaterThan(3)
  expect(paid.every(({ day }) => day <= DAY)).toBe(true)
  expect(history().days()).toEqual([DAY, NEXT])
  expect(first.payments).toEqual([{ name: 'Base', days: 30, days_today: expect.any(Number), reason: null }])
})

test('services are ranked on the first day, and each says how many days of payments its rank rests on', async () => {
  expect(first.counts['category/service/evidence_ranked']).toBeGreaterThan(0)
  const ranked = await rows('snapshots', DAY, 'category, rank is not null as is_ranked, payment_days')
  const services = ranked.filter(({ category, is_ranked }) => category === 'service' && is_ranked)
  expect(services.map(({ payment_days }) => payment_days)).toEqual([30])
})

test('a later day reads on from there, and asks for no older block', async () => {
  const blocks = await rows<{ from_time: string }>('ingest_blocks', NEXT, 'source, from_time')
  const read = blocks.filter(({ source }) => source === 'x402_payments')
  expect(read.every(({ from_time }) => from_time >= daysBefore(NEXT, 2))).toBe(true)
  // The sample's chain does not answer on that day.
  expect(second.payments.map(({ days }) => days)).toEqual([29])
})

test('a rebuild from the archive gives the day that read back again, to the byte', async () => {
  expect(new Archive(join(output, 'archive')).readDay(DAY, 'x402_payments')?.backfilled).toBe(true)
  const again = await runSampleDay(output, DAY, { offline: true })
  expect([again.release, again.message]).toEqual([first.release, expect.not.stringContaining('differs')])
}, 600_000)
