import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { PublishResult } from '../../core/release/write.ts'
import { type Archive, hashHex } from '../archive/archive.ts'
import { isIncomplete } from '../archive/source_day.ts'
import type { Database } from '../model/database.ts'
import { listTablesRead } from '../model/order.ts'
import type { CodeVersion } from '../run/code_version.ts'
import type { RunOptions, RunSummary, ServedManifest, SourceSummary } from '../run/types.ts'
import { type DayRecord, formatRecord } from './day_record.ts'
import type { History } from './history.ts'
import { writeSums } from './sums.ts'
import { unfinishedDigests } from './unfinished.ts'

/** A logical date, with the archive, history and options of its run. */
export interface Day {
  archive: Archive
  history: History
  code: CodeVersion
  options: RunOptions
}

/** Throws for a date that cannot be run: one that later days were built without, or that they have closed. */
export function requireRunnable({ history, options: { day, refetch, offline } }: Day): void {
  const last = history.days().at(-1)
  if (last === undefined || day >= last) return
  const isLost = history.day(day) === null && history.hashNamedByNext(day) !== null
  if (isLost && offline) return
  if (isLost)
    throw new BadUsage(
      `the record of ${day} is missing or damaged: rebuild it with --offline, which fetches nothing`,
    )
  if (history.day(day) === null)
    throw new BadUsage(
      `${day} is before ${last}, which is already published: each day builds on the one before, so days cannot be added later. If ${last} is in the future, this machine's clock was ahead: see npm run assay -- rollback-days --help`,
    )
  if (refetch)
    throw new BadUsage(
      `${day} is closed: later days build on it, so it cannot be fetched again. Leave out --refetch`,
    )
}

/** True if the date has its record and, where that can still change, its release by this code is the one served. */
export function isDayDone({ archive, history, code, options }: Day, sources: string[]): boolean {
  const record = history.day(options.day)
  if (record === null || options.offline || options.refetch) return false
  if (history.isClosed(options.day)) return true
  const isSameSite =
    record.base_url === options.baseUrl && (record.static_host ?? false) === (options.isStaticHost ?? false)
  const isCurrent = record.code === code.sha256 && isSameSite && isServed(options, record)
  return isCurrent && sources.every((name) => archive.readDay(options.day, name) !== null)
}

/** Returns the sources of a day that a later run asks again: those that failed or were left for want of time. */
export function listAskedAgain({ archive, history, options }: Day, sources: string[]): string[] {
  if (history.isClosed(options.day)) return []
  return sources.filter((name) => {
    const recorded = archive.readDay(options.day, name)
    return recorded !== null && isIncomplete(recorded)
  })
}

/** Returns the summary of a run that changed nothing; `again`: the sources that were asked again. */
export function summarizeUnchanged({ history, options }: Day, again: SourceSummary[]): RunSummary {
  const record = history.day(options.day)
  const manifest = record?.manifest_sha256 ?? null
  const state = `${options.day} is ${manifest ? 'published' : 'recorded'} already`
  const what =
    again.length === 0
      ? 'nothing was fetched and nothing changed'
      : `${again.map(({ name }) => name).join(', ')} ${again.length === 1 ? 'was' : 'were'} asked again and had no more, so nothing changed`
  return {
    day: options.day,
    outcome: 'unchanged',
    release: manifest && `${options.day}-${manifest.slice(0, 12)}`,
    manifest_sha256: manifest,
    sources: again,
    catalog_notices: null,
    old_lists: null,
    counts: {},
    payments: [],
    seconds: 0,
    message: `${state}: ${what}${history.isClosed(options.day) ? '' : ' (--refetch fetches again)'}`,
  }
}

/** True if the release of this day is the one that is served, with the current oracle keys. */
function isServed({ output, oracleKeys, isUnreleased, served }: RunOptions, record: DayRecord): boolean {
  if (isUnreleased) return true
  // A release that is in the folder alone was written by a run that ended before the store had it.
  return [served, readServed(output)].some(
    (release) =>
      release?.manifestSha256 === record.manifest_sha256 &&
      release?.oracleKeys === (oracleKeys?.sha256 ?? null),
  )
}

function readServed(output: string): ServedManifest | null {
  const release = currentRelease(output)
  if (release === null) return null
  const { manifestSha256, about } = release
  return { manifestSha256, oracleKeys: about.inputs.oracle_keys ?? null }
}

/**
 * Returns the hashes of a day's inputs: the archive since the previous day in the history, and that day's own record.
 */
export function hashInputs({ archive, history, options: { day } }: Day): {
  archive: Record<string, string>
  previous: string | null
} {
  const before =
    history
      .days()
      .filter((done) => done < day)
      .at(-1) ?? null
  const fresh = archive.dates().filter((date) => date <= day && (before === null || date > before))
  const digests = fresh.flatMap((date) => {
    const digest = archive.digest(date)
    return digest === null ? [] : [[date, digest]]
  })
  return {
    archive: Object.fromEntries(digests),
    previous: before === null ? null : history.dayDigest(before),
  }
}

/** Writes the tables that later days read: handle bindings, the day's standings, and the causes. */
export async function writeDayHistory(
  db: Database,
  history: History,
  { day }: Pick<RunOptions, 'day'>,
): Promise<void> {
  for (const [table, query] of Object.entries(HISTORY)) await history.write(db, table, day, query)
}

/** Returns the tables that a day's history partitions are read from, those of the research data apart. */
export async function listHistoryTables(db: Database): Promise<string[]> {
  const queries = Object.values(HISTORY)
  return (await Promise.all(queries.map((sql) => listTablesRead(db, sql, 'the history of a day')))).flat()
}

const HISTORY = {
  handles: 'select * from new_bindings order by handle, record_id',
  snapshots: 'select * from snapshots order by category, handle',
  changes: 'select * from changes order by kind, category, handle',
  ghost_index: 'select * from ghost_index order by dimension, value',
  interval_days: 'select * from interval_days order by category',
  liveness: 'select * from int_liveness__traits order by handle',
  sub_scores:
    'select handle, category, key, is_assumed, points from sub_scores order by category, handle, key',
  probe_days: 'select * from int_probes__days order by date',
  probe_priorities: 'select url from int_probes__priorities order by url',
}

/** Writes the list of an open day's hashes again, after a run that changed nothing of it. */
export function confirmDay({ archive, history, options }: Day): void {
  const record = history.day(options.day)
  if (record !== null) writeSums(archive, history, record)
}

/**
 * Writes the day's record, the last step of a run; `published` is null for a day without a release. That of a closed
 * day is written only where it was lost. Throws RunFailed when it differs from what later days were built on.
 */
export function closeDay(day: Day, published: PublishResult | null): void {
  const { archive, history, options } = day
  const record = buildRecord(day, published)
  if (history.isClosed(options.day)) requireSame(day, record)
  else {
    writeSums(archive, history, record)
    history.writeDay(record)
  }
}

function requireSame(day: Day, record: DayRecord): void {
  const { history, options } = day
  const named = history.hashNamedByNext(options.day)
  if (history.day(options.day) === null || (named !== null && history.dayDigest(options.day) !== named)) {
    if (hashHex(formatRecord(record)) !== named) throw cannotDerive(day, history.dayPath(options.day))
    history.writeDay(record)
  }
  const partitions = history.day(options.day)?.partitions ?? {}
  const stored = history.digests(options.day)
  const damaged = Object.keys(partitions).find((table) => stored[table] !== partitions[table])
  if (damaged !== undefined) throw cannotDerive(day, history.partition(damaged, options.day))
}

function buildRecord(day: Day, published: PublishResult | null): DayRecord {
  const { history, code, options } = day
  const { archive, previous } = hashInputs(day)
  const unfinished = unfinishedDigests(history, options.day)
  return {
    date: options.day,
    previous,
    archive,
    partitions: history.digests(options.day),
    ...(Object.keys(unfinished).length > 0 && { unfinished }),
    code: code.sha256,
    base_url: options.baseUrl,
    ...(options.isStaticHost && { static_host: true as const }),
    manifest_sha256: published?.manifestSha256 ?? null,
  }
}

const cannotDerive = ({ options: { day } }: Day, path: string): RunFailed =>
  new RunFailed(
    `${path} cannot be rebuilt identically, since the code or the settings have changed: restore it from a copy, or roll back ${day} and all later days (npm run assay -- rollback-days --help)`,
  )

/** Returns the result of a run in one line. */
export function outcomeMessage(
  { history, options }: Day,
  before: DayRecord | null,
  published: PublishResult | null,
): string {
  const result = describeResult(published)
  if (before === null) return result
  const against = describeChange(options.day, before, published)
  const differs =
    history.differences.length > 0 ? `; its closed history differs in ${history.differences.join(', ')}` : ''
  const repaired =
    history.repaired.length > 0 ? `; repaired in its history: ${history.repaired.join(', ')}` : ''
  return `${result}${against}${differs}${repaired}`
}

const describeResult = (published: PublishResult | null): string =>
  published === null
    ? 'recorded in the history, without a release'
    : `release ${published.id}: ${published.written} files written, ${published.linked} shared with an earlier release`

function describeChange(
  day: string,
  { manifest_sha256: before }: DayRecord,
  published: PublishResult | null,
) {
  if (before === null || published === null) return ''
  return before === published.manifestSha256
    ? '; the same hashes as before'
    : `; before this ${day} had manifest ${before.slice(0, 12)} (other code, settings or archive)`
}
