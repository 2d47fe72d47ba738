import { BadUsage, RunFailed } from '../../core/domain/errors.ts'
import { currentRelease } from '../../core/release/release.ts'
import type { Published } from '../../core/release/write.ts'
import { type Archive, sha256 } from '../archive/archive.ts'
import type { CodeVersion } from '../code_version.ts'
import type { Database } from '../model/database.ts'
import type { RunOptions, RunSummary } from '../run_types.ts'
import { type DayRecord, formatRecord } from './day_record.ts'
import type { History } from './history.ts'
import { writeSums } from './sums.ts'
import { unfinishedDigests } from './unfinished.ts'

/** A logical date against what the archive and the history hold already. */
export interface Day {
  archive: Archive
  history: History
  code: CodeVersion
  options: RunOptions
}

/** Refuses a date that cannot be run: one that later days were built without, or that they have closed. */
export function requireRunnable({ history, options: { day, refetch, offline } }: Day): void {
  const last = history.days().at(-1)
  if (last === undefined || day >= last) return
  const isLost = history.day(day) === null && history.namedByNext(day) !== null
  if (isLost && offline) return
  if (isLost)
    throw new BadUsage(
      `the record of ${day} is missing or damaged: rebuild it with --offline, which fetches nothing`,
    )
  if (history.day(day) === null)
    throw new BadUsage(
      `${day} is before ${last}, which is already published: each day builds on the one before, so days cannot be added later. If ${last} is in the future, this machine's clock was ahead: see npm run take-back -- --help`,
    )
  if (refetch)
    throw new BadUsage(
      `${day} is closed: later days build on it, so it cannot be fetched again. Leave out --refetch`,
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
    catalog_notices: null,
    counts: {},
    seconds: 0,
    message: `${options.day} is published already: nothing was fetched and nothing changed${isClosed ? '' : ' (--refetch fetches again)'}`,
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
  const digests = fresh.flatMap((date) => {
    const digest = archive.digest(date)
    return digest === null ? [] : [[date, digest]]
  })
  return {
    archive: Object.fromEntries(digests),
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

/**
 * Writes the day's record, the last act of a run. That of a closed day is written only where it was lost. Throws
 * RunFailed when a closed day is still not what later days were built on.
 */
export function closeDay(day: Day, published: Published): void {
  const { archive, history, options } = day
  const record = recordOf(day, published)
  if (history.isClosed(options.day)) requireSame(day, record)
  else {
    writeSums(archive, history, record)
    history.writeDay(record)
  }
}

function requireSame(day: Day, record: DayRecord): void {
  const { history, options } = day
  const named = history.namedByNext(options.day)
  if (history.day(options.day) === null || (named !== null && history.dayDigest(options.day) !== named)) {
    if (sha256(formatRecord(record)) !== named) throw cannotDerive(day, history.dayPath(options.day))
    history.writeDay(record)
  }
  const partitions = history.day(options.day)?.partitions ?? {}
  const held = history.digests(options.day)
  const damaged = Object.keys(partitions).find((table) => held[table] !== partitions[table])
  if (damaged !== undefined) throw cannotDerive(day, history.partition(damaged, options.day))
}

function recordOf(day: Day, published: Published): DayRecord {
  const { history, code, options } = day
  const { archive, previous } = inputsOf(day)
  const unfinished = unfinishedDigests(history, options.day)
  return {
    date: options.day,
    previous,
    archive,
    partitions: history.digests(options.day),
    ...(Object.keys(unfinished).length > 0 && { unfinished }),
    code: code.sha256,
    base_url: options.baseUrl,
    manifest_sha256: published.manifestSha256,
  }
}

const cannotDerive = ({ options: { day } }: Day, path: string): RunFailed =>
  new RunFailed(
    `${path} cannot be rebuilt identically, since the code or the settings have changed: restore it from a copy, or take back ${day} and all later days (npm run take-back -- --help)`,
  )

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
  const differs =
    history.differences.length > 0 ? `; its closed history differs in ${history.differences.join(', ')}` : ''
  const repaired =
    history.repaired.length > 0 ? `; repaired in its history: ${history.repaired.join(', ')}` : ''
  return `${made}; ${against}${differs}${repaired}`
}
