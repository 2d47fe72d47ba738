import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '../core/disk/lock.ts'
import { BadUsage, RunFailed } from '../core/domain/errors.ts'
import { serveRelease } from '../core/release/write.ts'
import { Archive } from './archive/archive.ts'
import { dropPaymentBodies, notePaymentBodies } from './archive/payment_bodies.ts'
import { wasUnreleased, withArchiveWorld } from './archive/world.ts'
import { writeDataHistory } from './artifacts/data/partitions.ts'
import { openSite } from './artifacts/open_site.ts'
import {
  closeDay,
  confirmDay,
  type Day,
  isDayDone,
  listAskedAgain,
  outcomeMessage,
  requireRunnable,
  summarizeUnchanged,
  writeDayHistory,
} from './history/day.ts'
import { History } from './history/history.ts'
import { verifyEarlierDays, verifyOwnArchive } from './history/verify.ts'
import { ingest } from './ingest/ingest.ts'
import { readLogKey } from './log/key.ts'
import { publishedKeys } from './log/oracle_keys.ts'
import { buildModels } from './model/build.ts'
import { settingsForSize } from './model/build_settings.ts'
import { type CheckResult, runChecks } from './model/checks.ts'
import { codeModels } from './model/code_models.ts'
import { openConnectionPool } from './model/connection_pool.ts'
import { openDatabase } from './model/database.ts'
import { loadIngestHistory, loadModelInputs } from './model/load.ts'
import { loadMethodologies } from './model/methodology_loader.ts'
import { readCodeVersion } from './run/code_version.ts'
import { asMachineFault } from './run/machine_fault.ts'
import { missedDays } from './run/missed.ts'
import { publishDay } from './run/publish_day.ts'
import { readBack, runFirst } from './run/read_back.ts'
import { listTablesReadLater, listUnreleasedTables } from './run/tables_read.ts'
import type { RunOptions, RunSummary } from './run/types.ts'
import { loadSources } from './source/source_loader.ts'

/**
 * Runs one logical date, after the earlier days that were missed (`catchUpFrom`), and then reads payments back.
 * Throws RunFailed when a check or every source fails, the history is damaged, our clock is off or the machine gives
 * out, and BadUsage for a date or a source that cannot be run; the served release is then unchanged.
 */
export async function runDay(request: RunOptions): Promise<RunSummary> {
  try {
    mkdirSync(request.output, { recursive: true })
    return await withLock(request.output, async () => {
      await request.store?.restore(request.report)
      const missed = missedDays(request)
      const days = request.onlyMissed ? missed : [...missed, request.day]
      let last = nothingMissed(request.day)
      const isFirst = new History(join(request.output, 'history')).days().length === 0
      for (const [at, day] of days.entries()) {
        const options = { ...request, day, ...shareTime(request, days.length - at) }
        last = await (isFirst ? runFirst(options, runAndStore) : runAndStore(options))
      }
      if (!request.onlyMissed) last = await readBack(request, last, runAndStore)
      if (days.length > 0 && request.keepPaymentBodies !== undefined)
        dropBodies({ ...request, day: last.day })
      return last
    })
  } catch (error) {
    throw asMachineFault(error, request.output)
  }
}

const nothingMissed = (day: string): RunSummary => ({
  ...{ day, outcome: 'unchanged', release: null, manifest_sha256: null, message: 'no day was missed' },
  ...{ sources: [], catalog_notices: null, old_lists: null, counts: {}, payments: [], seconds: 0 },
})

/** Gives a day its share of the time for fetching: the days after it must not end with nothing. */
function shareTime({ fetchUntil }: RunOptions, days: number): Pick<RunOptions, 'fetchUntil'> {
  if (fetchUntil === undefined) return {}
  const now = performance.now()
  return { fetchUntil: now + (fetchUntil - now) / days }
}

/** Bodies go once the day is published without them: a run that is killed before has them all. */
function dropBodies({ output, day, report }: RunOptions): void {
  const { bodies, bytes } = dropPaymentBodies(new Archive(join(output, 'archive')), day)
  if (bodies > 0)
    report.note(
      `${bodies} recorded responses of payments dropped (${(bytes / 1e6).toFixed(1)} MB); their rows are kept`,
    )
}

/** The release is served from the folder only after the store has all of it. */
async function runAndStore(request: RunOptions): Promise<RunSummary> {
  const { store, output, report } = request
  if (store === undefined) return runLocked(request)
  const summary = await runLocked({ ...request, served: await store.served() }).catch(async (error) => {
    await store.keepFetched(report).catch((failure: Error) => report.note(`not stored: ${failure.message}`))
    throw error
  })
  const { release } = summary
  // If the store already serves the day, an initially empty folder has no release.
  const isHere = release !== null && existsSync(join(output, 'releases', release))
  await store.publish(isHere ? release : null, report)
  if (isHere) serveRelease(output, release)
  return summary
}

async function runLocked(request: RunOptions): Promise<RunSummary> {
  request.report.day?.(request.day)
  const archive = new Archive(join(request.output, 'archive'))
  archive.removeTemporaryFiles()
  archive.removeEarlierJournals(request.day)
  const history = new History(join(request.output, 'history'))
  history.removeTemporaryFiles()
  const options = withOracleKeys(withRecordedFlags(archive, withArchiveWorld(archive, request)))
  return runPlanned({ archive, history, code: readCodeVersion(), options })
}

/** Runs all steps in order: ingest, model, check, render, publish. */
async function runPlanned(day: Day): Promise<RunSummary> {
  const started = performance.now()
  const { archive, history, options } = day
  const [sources, methodologies] = [await loadSources(), await loadMethodologies()]
  const wanted = wantedSources(
    options,
    sources.map((source) => source.name),
  )
  requireRunnable(day)
  const isDone = isDayDone(day, wanted)
  const again = listAskedAgain(day, wanted)
  if (isDone && again.length === 0) return summarizeUnchanged(day, [])
  // A missing or wrong key is reported before an hour of fetching, not after it.
  if (isPublished(options)) readLogKey(options)
  verifyEarlierDays(archive, history, options.day, options.report)
  verifyOwnArchive(archive, history, options)

  const before = history.day(options.day)
  const { path, connections, loadsHistory, ...settings } = settingsForSize(
    day,
    emptyCache(day.options.output),
  )
  const db = await openDatabase(path, settings)
  try {
    const pool = await openConnectionPool(db, connections)
    await loadIngestHistory(db, history, options.day)
    const { summaries, changed } = await ingest({
      db,
      lanes: pool,
      loadsHistory,
      archive,
      history,
      sources,
      options,
    })
    if (isDone && changed.size === 0) {
      confirmDay(day)
      return summarizeUnchanged(
        day,
        summaries.filter(({ name }) => again.includes(name)),
      )
    }
    if (options.keepPaymentBodies !== undefined && !options.offline)
      notePaymentBodies(archive, options.day, options.keepPaymentBodies)
    await loadModelInputs(db, history, sources, methodologies, options)
    const leadTo = isPublished(options) ? null : await listUnreleasedTables(db)
    const keeps = loadsHistory || options.keepsDatabase ? null : await listTablesReadLater(db)
    await buildModels(db, codeModels(options.day), options.report, { pool, wanted: leadTo, keeps })
    const checks = requirePassed(await runChecks(db, { pool, isPartial: leadTo !== null }))
    await db.resetMemoryLimit()
    await writeDayHistory(db, history, options)
    await writeDataHistory(db, history, options)
    await db.resetMemoryLimit()
    const site = await openSite(db, options, methodologies, checks, day.code, history)
    const published = isPublished(options) ? await publishDay(day, site) : null
    closeDay(day, published)
    const staleSince = new Map(site.sources.map((row) => [row.name, row.stale_since]))
    const message = outcomeMessage(day, before, published)
    if (published === null) options.report.note(`${options.day}: ${message}`)
    return {
      day: options.day,
      outcome: published === null ? 'recorded' : 'published',
      release: published?.id ?? null,
      manifest_sha256: published?.manifestSha256 ?? null,
      message,
      sources: summaries.map((summary) => ({
        ...summary,
        stale_since: staleSince.get(summary.name) ?? null,
      })),
      catalog_notices: site.catalogNotices.length,
      old_lists: site.chainScope.lists.filter(({ old_entries }) => old_entries > 0),
      counts: site.counts,
      payments: site.payments,
      seconds: Math.round(performance.now() - started) / 1000,
    }
  } finally {
    options.report.end()
    db.close()
    if (!options.keepsDatabase) emptyCache(options.output)
  }
}

const isPublished = ({ isUnreleased }: RunOptions): boolean => !isUnreleased

/** Restores from the archive, if any, whether the day has a release. */
const withRecordedFlags = (archive: Archive, options: RunOptions): RunOptions => ({
  ...options,
  ...(wasUnreleased(archive, options.day) && { isUnreleased: true }),
})

/** Reads the keys once, so that the published ones match the manifest. */
const withOracleKeys = (options: RunOptions): RunOptions => ({
  ...options,
  oracleKeys: publishedKeys(options.output, { day: options.day, world: options.universe.world }),
})

function wantedSources({ sources }: RunOptions, known: string[]): string[] {
  const unknown = (sources ?? []).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new BadUsage(`there is no source ${unknown}: choose from ${known.join(', ')}`)
  return sources ?? known
}

/** Empties the cache before each run, so that no value depends on an earlier one, and after it: it is some gigabytes. */
function emptyCache(output: string): { folder: string; file: string } {
  const folder = join(output, 'cache')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return { folder, file: join(folder, 'assay.duckdb') }
}

function requirePassed(checks: CheckResult[]): CheckResult[] {
  const broken = checks.filter((check) => check.rows.length > 0)
  if (broken.length === 0) return checks
  const lines = broken.map(
    ({ name, says, rows }) => `${name}: ${says}\n${rows.map((row) => `  ${JSON.stringify(row)}`).join('\n')}`,
  )
  throw new RunFailed(`${broken.length} check(s) failed, nothing was published:\n${lines.join('\n')}`)
}
