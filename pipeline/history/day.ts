import type { Archive } from '../archive/archive.ts'
import type { CodeVersion } from '../code_version.ts'
import { BadUsage } from '../errors.ts'
import type { Database } from '../model/database.ts'
import { currentRelease } from '../release/release.ts'
import type { Published } from '../release/write.ts'
import type { RunOptions, RunSummary } from '../run_types.ts'
import type { DayRecord, History } from './history.ts'

/** A logical date against what the archive and the history hold already. */
export interface Day {
  archive: Archive
  history: History
  code: CodeVersion
  options: RunOptions
}

/** Refuses a date that cannot be run: one that later days were built without, or that they have closed. */
export function requireRunnable({ history, options: { day, refetch } }: Day): void {
  const last = history.days().at(-1)
  if (last === undefined || day >= last) return
  if (history.day(day) === null)
    throw new BadUsage(
      `${day} lies before ${last}, which is done: days build on each other and are run in order`,
    )
  if (refetch)
    throw new BadUsage(
      `${day} is closed: later days build on it, so it cannot be fetched again (run it without --refetch)`,
    )
}

/** The summary of a run with nothing to do, or null when there is something. */
export function alreadyDone(day: Day, sources: string[]): RunSummary | null {
  const { archive, history, code, options } = day
  const record = history.day(options.day)
  if (record === null || options.offline || options.refetch) return null
  const missing = sources.filter((name) => archive.readDay(options.day, name) === null)
  const isClosed = history.isClosed(options.day)
  const isCurrent =
    record.code === code.sha256 && record.base_url === options.baseUrl && isServed(options, record)
  if (!isClosed && (missing.length > 0 || !isCurrent)) return null
  return {
    day: options.day,
    outcome: 'unchanged',
    release: `${record.date}-${record.manifest_sha256.slice(0, 12)}`,
    manifest_sha256: record.manifest_sha256,
    sources: [],
    counts: {},
    seconds: 0,
    message: `${options.day} is done already: nothing was fetched and nothing changed (--refetch asks again${isClosed ? ', but not for a day that later days build on' : ''})`,
  }
}

/** Whether the release of this day is the one that is served, with the oracle's keys as they are now. */
function isServed({ output, oracleKeys }: RunOptions, record: DayRecord): boolean {
  const release = currentRelease(output)
  if (release?.manifestSha256 !== record.manifest_sha256) return false
  return (release.about.inputs.oracle_keys ?? null) === (oracleKeys?.sha256 ?? null)
}

/** The hashes of what a day reads: the archive since the day before in the history, and that day's own record. */
export function inputsOf({ archive, history, options: { day } }: Day): {
  archive: Record<string, string>
  previous: string | null
} {
  const before =
    history
      .days()
      .filter((done) => done < day)
      .at(-1) ?? null
  const fresh = archive.dates().filter((date) => date <= day && (before === null || date > before))
  return {
    archive: Object.fromEntries(fresh.map((date) => [date, archive.digest(date) ?? ''])),
    previous: before === null ? null : history.dayDigest(before),
  }
}

/** Writes what the days after this one read: who is bound to which handle, the day's standings, and the causes. */
export async function writeDayHistory(db: Database, history: History, day: string): Promise<void> {
  await history.write(db, 'handles', day, 'select * from new_bindings order by handle, record_id')
  await history.write(db, 'snapshots', day, 'select * from snapshots order by category, handle')
  await history.write(db, 'changes', day, 'select * from changes order by kind, category, handle')
  await history.write(db, 'ghost_index', day, 'select * from ghost_index order by dimension, value')
  await history.write(
    db,
    'sub_scores',
    day,
    'select handle, category, key, is_assumed, points from sub_scores order by category, handle, key',
  )
}

/** Writes the day's record, the last act of a run. */
export function closeDay(day: Day, published: Published): void {
  const { history, code, options } = day
  if (history.isClosed(options.day)) return
  const { archive, previous } = inputsOf(day)
  history.writeDay({
    date: options.day,
    previous,
    archive,
    partitions: history.digests(options.day),
    code: code.sha256,
    base_url: options.baseUrl,
    manifest_sha256: published.manifestSha256,
  })
}

/** One line that says what a run did. */
export function outcomeMessage(
  { history, options }: Day,
  before: DayRecord | null,
  published: Published,
): string {
  const made = `release ${published.id}: ${published.written} files written, ${published.linked} shared with an earlier release`
  if (before === null) return made
  const same = before.manifest_sha256 === published.manifestSha256
  const against = same
    ? 'the same hashes as before'
    : `before this ${options.day} had manifest ${before.manifest_sha256.slice(0, 12)} (other code, settings or archive)`
  const history_ =
    history.differences.length > 0 ? `; its closed history differs in ${history.differences.join(', ')}` : ''
  return `${made}; ${against}${history_}`
}
