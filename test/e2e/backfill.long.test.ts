import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentReporter } from '../../cli/progress.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { currentRelease, type Release } from '../../core/release/release.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { wasBackfilled } from '../../pipeline/archive/world.ts'
import { History } from '../../pipeline/history/history.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { daysToBackfill } from '../../pipeline/run/backfill.ts'
import type { Reporter, RunSummary } from '../../pipeline/run/types.ts'
import { createSampleUpstreams, SAMPLE_DAYS } from '../../sample/sample.ts'
import { openData } from '../artifacts/data/given_release.ts'
import { runSampleDay } from '../kit/sample_day.ts'

const PAST = SAMPLE_DAYS.slice(2, 5)
const [FIRST, SECOND, LAST] = PAST as [string, string, string]
const DAY = SAMPLE_DAYS[5] as string
const CHAINS = ['erc8004_identity', 'erc8004_reputation', 'x402_payments']
const DATED = ['arena', ...CHAINS, 'npm_downloads', 'pypi_downloads'].sort()
const OF_CHAINS = ['chain', 'block_number', 'log_index']

const folder = mkdtempSync(join(tmpdir(), 'assay-backfill-'))
const output = join(folder, 'output')
let db: Database
let summary: RunSummary
beforeAll(async () => {
  db = await openDatabase(join(folder, 'reading.duckdb'))
  summary = await runSampleDay(output, DAY, { backfill: PAST.length })
})
afterAll(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const openHistory = (at = output) => new History(join(at, 'history'))
const table = (name: string, date: string, at = output) => `'${openHistory(at).partition(name, date)}'`
const rows = <T>(query: string) => db.rows<T & Record<string, unknown>>(query)
const readRequests = (source: string, date: string, at = output) =>
  (new Archive(join(at, 'archive')).readDay(date, source)?.responses ?? []).map(({ url }) => url)

/** The sample's upstreams, and every requested address. */
function listening(day: string) {
  const universe = createSampleUpstreams(day)
  const asked: string[] = []
  const fetch: typeof universe.fetch = (target, init) => {
    asked.push(new Request(target).url)
    return universe.fetch(target, init)
  }
  return { asked, universe: { ...universe, fetch } }
}

test('the days before are read first, and only the day itself is published', () => {
  expect(openHistory().days()).toEqual([...PAST, DAY])
  expect(openHistory().backfilled()).toEqual(PAST)
  expect(readdirSync(join(output, 'releases'))).toEqual([summary.release])
  expect([summary.day, summary.outcome, currentRelease(output)?.about.date]).toEqual([DAY, 'published', DAY])
})

test('of a past day what is dated in itself is read, and all else is said not to have been observed', async () => {
  const ingest = await rows<{ source: string; outcome: string; error: string | null }>(
    `select source, outcome, error from ${table('ingest', SECOND)} order by source`,
  )
  expect(ingest.filter(({ outcome }) => outcome === 'ok').map(({ source }) => source)).toEqual(DATED)
  const others = ingest.filter(({ source }) => !DATED.includes(source))
  expect(new Set(others.map(({ outcome, error }) => `${outcome}: ${error}`))).toEqual(
    new Set(['skipped: not observed on a past day']),
  )
  expect(others.length).toBeGreaterThan(10)
  for (const { source } of others)
    expect(existsSync(openHistory().partition(`observations/${source}`, SECOND)), source).toBe(false)
})

test('events, downloads and boards of a past day are those of that day, and not of the day it was read on', async () => {
  const [paid] = await rows(
    `select min(block_time)[:10] as first, max(block_time)[:10] as last, count(*) > 0 as has_any from ${table('observations/x402_payments', SECOND)}`,
  )
  expect(paid).toEqual({ first: SECOND, last: SECOND, has_any: true })
  const [npm] = await rows(
    `select distinct period_start, period_end from ${table('observations/npm_downloads', FIRST)} where is_found`,
  )
  expect(npm).toEqual({ period_start: '2025-12-27', period_end: SAMPLE_DAYS[1] })
  const [pypi] = await rows(
    `select distinct period_end from ${table('observations/pypi_downloads', SECOND)} where is_found`,
  )
  expect(pypi).toEqual({ period_end: FIRST })
  const boards = await rows<{ board: string; day: string }>(
    `select board, max(board_updated_on) as day from ${table('observations/arena', SECOND)} group by board`,
  )
  expect(boards.length).toBe(7)
  expect(boards.find(({ board }) => board === 'text')?.day).toBe(SECOND)
  for (const { board, day } of boards) expect(day <= SECOND, board).toBe(true)
})

test('what is known of a past day is what a run on that day recorded', async () => {
  const other = join(folder, 'in_order')
  for (const day of PAST) await runSampleDay(other, day, { sources: DATED, acceptShrink: true })
  const keys = (at: string, source: string, columns: string[]) =>
    rows(
      `select distinct ${columns.join(', ')} from read_parquet([${PAST.map((day) => table(`observations/${source}`, day, at)).join(', ')}]) order by all`,
    )
  for (const source of CHAINS)
    expect(await keys(output, source, OF_CHAINS), source).toEqual(await keys(other, source, OF_CHAINS))
  for (const [source, columns] of [
    ['arena', ['observed_on', 'board', 'model', 'rank', 'score', 'votes']],
    ['npm_downloads', ['observed_on', 'package', 'downloads', 'period_end']],
  ] as const)
    expect(await keys(output, source, [...columns]), source).toEqual(await keys(other, source, [...columns]))
})

test('a past day has no standings, binds nobody, and its assumed signals have no points', async () => {
  const standings = await rows<{ category: string }>(
    `select category, count(*) > 0 as has_any, bool_and(is_backfilled) as is_backfilled,
       count(rank) + count(score) + count(tier) + count(is_alive) + count(trust_score) + count(visibility) as known
     from ${table('snapshots', LAST)} group by category order by category`,
  )
  const marked = { has_any: true, is_backfilled: true, known: 0 }
  expect(standings).toEqual(
    ['developer', 'model_family', 'service'].map((category) => ({ category, ...marked })),
  )
  const [points] = await rows(
    `select count(points) filter (is_assumed) as assumed, count(*) filter (not is_assumed and points is null) as lost,
       bool_or(not is_assumed) as has_known from ${table('sub_scores', LAST)}`,
  )
  expect(points).toEqual({ assumed: 0, lost: 0, has_known: true })
  for (const name of ['handles', 'changes', 'ghost_index'])
    expect(openHistory().dates(name), name).toEqual([DAY])
})

test('what is published of a past day says who was there and what was paid, and has nulls for the rest', async () => {
  const data = openData(currentRelease(output) as Release)
  const ofPast = data.index.partitions.filter((partition) => PAST.includes(partition.date))
  expect([...new Set(ofPast.map((item) => item.table))].sort()).toEqual(['snapshots', 'x402_days'])
  const [snapshots] = await rows(
    `select count(*) as rows, count(handle) as handles, count(rank) + count(score) + count(tier) + count(is_alive) + count(trust_score) as known,
       count(*) filter (not is_backfilled) as observed
     from read_parquet('${join(data.root, `data/snapshots/date=${FIRST}/part-0.parquet`)}')`,
  )
  expect(snapshots?.rows).toBeGreaterThan(50)
  expect(snapshots).toMatchObject({ handles: snapshots?.rows, known: 0, observed: 0 })
  const [days] = await rows(
    `select sum(payments)::bigint as payments, bool_and(is_complete) as complete
     from read_parquet('${join(data.root, 'data/x402_days/*/part-0.parquet')}') where paid_on = '${SECOND}' and date = '${LAST}'`,
  )
  expect(days).toEqual({ payments: expect.any(Number), complete: true })
})

test('the first observed day is compared with no past day, and says which days were read afterwards', async () => {
  expect(Object.keys(summary.counts).filter((name) => name.startsWith('changes/'))).toEqual([])
  const release = currentRelease(output)
  const shown = (path: string) => release?.file('public', path)?.read().toString() ?? ''
  const says = `The days from ${FIRST} to ${LAST} were read afterwards (backfilled)`
  for (const path of ['runs/latest.html', 'changes.html', 'api/ghost-index/v1'])
    expect(shown(path), path).toContain(says)
  const ghosts = JSON.parse(shown('api/ghost-index/v1'))
  expect([ghosts.count, ghosts.history]).toEqual([0, []])
})

test('on the day itself the same is asked as on any first day, except for what the past has told', async () => {
  const plain = join(folder, 'plain')
  await runSampleDay(plain, DAY)
  const { sources } = summary
  const reported = new Set([...CHAINS, 'npm_downloads'])
  for (const { name } of sources.filter((source) => !reported.has(source.name)))
    expect(readRequests(name, DAY), name).toEqual(readRequests(name, DAY, plain))
  for (const url of readRequests('npm_downloads', DAY, plain)) expect(url).toContain('/last-week/')
  expect(wasBackfilled(new Archive(join(plain, 'archive')), DAY)).toBe(false)
})

test('a past day is rebuilt from its archive to the same record, also where nothing else is left', async () => {
  const other = join(folder, 'rebuilt')
  cpSync(join(output, 'archive'), join(other, 'archive'), { recursive: true })
  for (const day of PAST) {
    const { asked, universe } = listening(day)
    const again = await runSampleDay(other, day, { offline: true, universe })
    expect([again.outcome, again.release, asked]).toEqual(['recorded', null, []])
    expect(openHistory(other).dayDigest(day), day).toBe(openHistory().dayDigest(day))
  }
  const closed = await runSampleDay(output, SECOND, { offline: true })
  expect(closed.message).toBe('read afterwards: recorded in the history, without a release')
})

test('interrupted it goes on where it stopped: days that are done are not asked for again', async () => {
  const other = join(folder, 'interrupted')
  let begun = 0
  const report: Reporter = {
    ...silentReporter,
    step(title) {
      if (title === 'Computing models' && ++begun === 2) throw new Error('the power went')
    },
  }
  await expect(runSampleDay(other, DAY, { backfill: 3, report })).rejects.toThrow('the power went')
  expect(openHistory(other).days()).toEqual([FIRST])
  cpSync(join(other, 'history'), join(folder, 'begun', 'history'), { recursive: true })
  const { asked, universe } = listening(DAY)
  const done = await runSampleDay(other, DAY, { backfill: 3, universe })
  expect(done.manifest_sha256).toBe(summary.manifest_sha256)
  const queries = asked.filter((url) => url.startsWith('https://sql-clickhouse.'))
  expect(queries.length).toBe(4)
  const again = listening(DAY)
  const unchanged = await runSampleDay(other, DAY, { backfill: 3, universe: again.universe })
  expect([unchanged.outcome, again.asked]).toEqual(['unchanged', []])
})

test('an index that has begun is refused, and more days than its backfill began with', async () => {
  const next = SAMPLE_DAYS[6] as string
  await expect(runSampleDay(output, next, { backfill: 1 })).rejects.toThrow(BadUsage)
  await expect(runSampleDay(output, next, { backfill: 1 })).rejects.toThrow(
    /the first is 2026-01-06\), .*--backfill is for the first start.*empty folder/,
  )
  const days = (backfill: number) => daysToBackfill({ day: DAY, output: join(folder, 'begun'), backfill })
  expect(() => days(4)).toThrow(/began with 2026-01-03, and 2026-01-02.*fewer days/)
  expect(days(3)).toEqual([SECOND, LAST])
})
