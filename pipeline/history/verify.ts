import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { RunFailed } from '../../core/domain/errors.ts'
import type { Archive } from '../archive/archive.ts'
import type { Reporter, RunOptions } from '../run/types.ts'
import type { DayRecord } from './day_record.ts'
import { type History, sha256File } from './history.ts'
import { archiveFile, readSums, recordFile, removeSums } from './sums.ts'
import { findTruncated } from './unfinished.ts'

const MAX_NAMED = 20
const COPY = 'restore it from a copy'

/** A file that does not match its recorded hash, and how to repair it. */
interface Damage {
  path: string
  problem: string
  repair: string
}

/**
 * Verifies the inputs of a run from earlier days against their records: the records themselves, every partition, and
 * the archive. Throws RunFailed that names each damaged file of the history with the command that repairs it. A damaged
 * file of an earlier day's archive is set aside instead: the requests it would have saved are sent again.
 */
export function verifyEarlierDays(archive: Archive, history: History, day: string, report: Reporter): void {
  const before = history.days().filter((date) => date < day)
  const found = [...before.flatMap((date) => findDamage(history, date)), ...findTruncated(history, day)]
  if (found.length > 0) throw new RunFailed(message(history, found))
  for (const date of before)
    for (const { file, on, source } of findChangedFiles(archive, history, date)) {
      archive.exclude(on, source)
      report.note(`${file} does not match its hash in the record of ${date}: it is not used (${COPY})`)
    }
}

/**
 * Throws RunFailed when the archive does not match the record of a finished day: the day would not be reproduced. A run
 * that fetches for an open day changes its archive, and removes the list until it has closed the day again.
 */
export function verifyOwnArchive(
  archive: Archive,
  history: History,
  { day, offline, refetch }: RunOptions,
): void {
  const isOpen = !history.isClosed(day)
  if (!refetch && (!isOpen || readSums(history, day) !== null)) requireOwnArchive(archive, history, day)
  if (isOpen && !offline) removeSums(history, day)
}

function requireOwnArchive(archive: Archive, history: History, day: string): void {
  const files = findChangedFiles(archive, history, day).map(({ file }) => file)
  if (files.length === 0) return
  const advice = `${COPY}; the newest day can be fetched anew with --refetch`
  throw new RunFailed(
    `${files.join(', ')}: not as in the record of ${day}, so nothing was published (${advice})`,
  )
}

function findDamage(history: History, date: string): Damage[] {
  const missing = findMissingRecords(history, date)
  const record = history.day(date)
  const named = history.hashNamedByNext(date) ?? readSums(history, date)?.get(recordFile(date)) ?? null
  if (record === null || (named !== null && history.dayDigest(date) !== named))
    return [...missing, { path: history.dayPath(date), problem: 'is damaged', repair: derive(history, date) }]
  return [...missing, ...findPartitionDamage(history, date, record)]
}

/** Records that must have been between this one and the one before it in the folder. */
function findMissingRecords(history: History, date: string): Damage[] {
  const record = history.day(date)
  const before = history.dayBefore(date)
  if (record === null || record.previous === (before === null ? null : history.dayDigest(before))) return []
  const between = history.dates('snapshots').filter((text) => text < date && text > (before ?? ''))
  return between.map((text) => ({
    path: history.dayPath(text),
    problem: 'is missing',
    repair: derive(history, text),
  }))
}

function findPartitionDamage(history: History, date: string, record: DayRecord): Damage[] {
  const { partitions, unfinished = {} } = record
  const state = (path: string, hash: string): string | null => {
    if (!existsSync(path)) return 'is missing'
    return sha256File(path) === hash ? null : 'is damaged'
  }
  const own = Object.entries(partitions).flatMap(([table, hash]) => {
    const path = history.partition(table, date)
    const problem = state(path, hash)
    return problem === null ? [] : [{ path, problem, repair: derive(history, date) }]
  })
  const unfinishedDamage = Object.entries(unfinished).flatMap(([key, hash]) => {
    const path = history.partition(dirname(key), key.slice(-date.length))
    const problem = state(path, hash)
    return problem === null ? [] : [{ path, problem, repair: COPY }]
  })
  const foreign = history
    .tables()
    .filter((table) => !(table in partitions) && existsSync(history.partition(table, date)))
    .map((table) => history.partition(table, date))
  const problem = `is not in the record of ${date}`
  return [...own, ...unfinishedDamage, ...foreign.map((path) => ({ path, problem, repair: 'move it away' }))]
}

/**
 * Returns archive files that do not match the record of a date; a whole date where single files cannot be identified.
 */
function findChangedFiles(archive: Archive, history: History, day: string) {
  const dates = Object.entries(history.day(day)?.archive ?? {})
    .filter(([date, hash]) => archive.digest(date) !== hash)
    .map(([date]) => date)
  const sums = dates.length === 0 ? null : readSums(history, day)
  return dates.flatMap((on) => {
    const actual = archive.digests(on)
    const named = [...(sums?.keys() ?? [])].filter((path) => path.startsWith(`archive/${on}/`))
    const deleted = named.filter((path) => !isThere(`${dirname(history.root)}/${path}`))
    const changed = Object.keys(actual).filter(
      (source) => sums?.get(archiveFile(on, source)) !== actual[source],
    )
    return [
      ...changed.map((source) => ({ file: archiveFile(on, source), on, source })),
      ...deleted.map((file) => ({ file, on, source: '' })),
    ]
  })
}

/** True for a file of the archive, compressed or not. */
const isThere = (path: string): boolean => existsSync(path) || existsSync(`${path}.gz`)

const derive = (history: History, date: string): string =>
  `npm run daily -- --date ${date} --offline --output ${dirname(history.root)}`

function message(history: History, found: Damage[]): string {
  const lines = found.slice(0, MAX_NAMED).map(({ path, problem, repair }) => `${path} ${problem}: ${repair}`)
  if (found.length > MAX_NAMED) lines.push(`… and ${found.length - MAX_NAMED} more`)
  return [
    'files of the history do not match their recorded hashes, so nothing was published. Restore them from a copy, or repair them in this order:',
    ...lines,
    `A day that cannot be rebuilt identically (another version made it) can be rolled back with all later days: npm run assay -- rollback-days --help (${history.root})`,
  ].join('\n')
}
