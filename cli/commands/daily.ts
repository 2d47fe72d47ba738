import { join } from 'node:path'
import { daysBefore, toDate } from '../../core/domain/dates.ts'
import { BadUsage } from '../../core/domain/errors.ts'
import { NUMBERS } from '../../core/domain/numbers.ts'
import type { Layout } from '../../core/release/manifest.ts'
import { environmentLines } from '../../core/settings/help.ts'
import type { PlanOptions } from '../../pipeline/run/plan.ts'
import type { Reporter, RunOptions, RunSummary } from '../../pipeline/run/types.ts'
import { bothReporters, eventsFile, runEvents } from '../events.ts'
import { createReporter } from '../progress.ts'
import { recordedUpstreams } from '../recorded_upstreams.ts'
import { releaseStore } from '../release_store.ts'
import { currentTime, readSettings, type Settings, universeFromEnv } from '../settings.ts'
import { deadlineMinutes, withWorkers } from '../with_workers.ts'
import { existingFolder, makeFolder, OUTPUT, outputFolder, parseOptions } from './command.ts'
import { linkWarning } from './link_warning.ts'
import { planLines } from './plan_lines.ts'
import { failedSources, summaryLines } from './summary.ts'
import { unsetLines } from './unset_lines.ts'

export const help = `Usage: npm run daily -- [--date YYYY-MM-DD] [--output DIR] [--sources a,b] [--offline]
                        [--refetch] [--no-backfill] [--catch-up] [--only-missed] [--keep-database] [--accept-shrink] [--layout files|packs] [--events FILE]
                        [--deadline MINUTES] [--probe-minutes N] [--plan] [--quiet] [--json]

Builds the index for one day: fetch from all sources, rank, check, render, publish. Running a day again that is
published already asks only the sources that failed or were left for want of time, and publishes again if they have
more now. A run that was killed goes on where it was. docs/operate/operating.md shows how to schedule it.

  --date YYYY-MM-DD  the day (default: today, UTC)
  --output DIR       the folder to write to, and the only one (default: output)
  --sources a,b      fetch from these sources only; the others keep the rows of their last fetch
  --offline          fetch nothing: rebuild the day from the recorded responses
  --refetch          fetch again, even if this day was fetched already
  --no-backfill      leave x402 payments of days before the first run. By default the ${NUMBERS.market_days} days to the day are read, the
                     newest first, in the time that is left after publishing; what is missing then, later runs read
  --catch-up         before the day, also run missed days that are still available: of live sources yesterday alone
  --only-missed      run the missed days alone, as --catch-up does, and not the day itself
  --keep-database    keep the day's DuckDB file for debugging: cache/assay.duckdb in the output folder
  --accept-shrink    publish even if many accounts of a category lost agents, more than a fifth on average, since the day before
  --layout NAME      files (a file for each address) or packs (many agents in one file); default: by their number
  --events FILE      add a line of JSON to FILE for each source, step and run that ends: docs/operate/operating.md#events
  --deadline MINUTES fetch nothing more after MINUTES, and wait for no worker; list what is missing. Missed days before
                     the day share the time
  --probe-minutes N  probe declared addresses for N minutes at most (default: PROBE_MINUTES, or 45)
  --plan             dry run: print planned requests and minimum time per host
  --quiet            print only what failed
  --json             print the summary as JSON on standard output, and nothing else there
  --help             print this

Environment, all optional; docs/operate/store.md explains the bucket:
${environmentLines('daily')}

Exit code: 0 done, 1 the run failed and nothing was published, 2 wrong usage.
`

const OPTIONS = {
  date: { type: 'string' },
  output: { type: 'string', default: OUTPUT },
  sources: { type: 'string' },
  offline: { type: 'boolean', default: false },
  refetch: { type: 'boolean', default: false },
  'no-backfill': { type: 'boolean', default: false },
  'catch-up': { type: 'boolean', default: false },
  'only-missed': { type: 'boolean', default: false },
  events: { type: 'string' },
  'keep-database': { type: 'boolean', default: false },
  'accept-shrink': { type: 'boolean', default: false },
  layout: { type: 'string', default: 'auto' },
  deadline: { type: 'string' },
  'probe-minutes': { type: 'string' },
  plan: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** Runs the pipeline for one logical date and prints a summary. */
export async function run(args: string[]): Promise<void> {
  const values = parseOptions(args, OPTIONS)
  const settings = readSettings({ ...process.env, ...probeMinutes(values['probe-minutes']) })
  const day = logicalDate(values.date, settings)
  const { offline, refetch, quiet, json } = values
  if (!offline) requirePresent(day, settings)
  if (offline && refetch)
    throw new BadUsage('--offline fetches nothing and --refetch fetches again: use one of them')
  const leavesPast = values['no-backfill']
  if (offline && leavesPast)
    throw new BadUsage(
      '--no-backfill leaves days unread and --offline reads nothing: a rebuild reads what was recorded, so leave it out',
    )
  const onlyMissed = values['only-missed']
  const catchUp = values['catch-up'] || onlyMissed ? { ...catchingUp(settings, offline), onlyMissed } : {}
  const output = offline ? existingFolder(values.output) : outputFolder(values.output)
  const layout = layoutName(values.layout)
  const store = releaseStore(process.env)
  const sources = values.sources === undefined ? null : sourceNames(values.sources)
  const universe = offline ? await recordedUpstreams(output, settings, day) : universeFromEnv(settings, day)
  if (values.plan) return printPlan(output, { day, sources, universe, refetch, env: settings.env }, json)
  const deadline = deadlineMinutes(values.deadline)
  makeFolder(output)
  // Loaded late, here and in the other commands: a usage error and --help wait for no database.
  const { runDay } = await import('../../pipeline/run.ts')
  const { BucketRunStore } = await import('../../pipeline/release_store/run_store.ts')
  const shown = createReporter(process.stderr, quiet)
  const summary = await withEvents(values.events, day, settings, shown, (report) =>
    withWorkers(
      settings,
      {
        ...{ day, output, sources, offline, refetch, leavesPast, report, ...catchUp },
        universe,
        keepsDatabase: values['keep-database'],
        acceptShrink: values['accept-shrink'],
        baseUrl: settings.baseUrl,
        isStaticHost: settings.isStaticHost,
        ...(settings.paymentBodyDays !== null && { keepPaymentBodies: settings.paymentBodyDays }),
        layout,
        env: settings.env,
        ...(deadline !== null && { fetchUntil: performance.now() + deadline * 60_000 }),
        ...(store && { store: new BucketRunStore(store, output) }),
      },
      deadline,
      runDay,
    ),
  ).finally(() => shown.end())
  print(summary, quiet, json)
  if (!quiet && !json && !offline)
    for (const line of unsetLines(universe.world, process.env)) process.stdout.write(`${line}\n`)
  const warning = linkWarning(universe.world, settings.baseUrl)
  if (warning !== null && !quiet) process.stderr.write(`${warning}\n`)
}

/** Returns the option as the variable that it is in place of. Throws BadUsage. */
function probeMinutes(text: string | undefined): { PROBE_MINUTES?: string } {
  if (text === undefined) return {}
  if (/^[1-9]\d{0,3}$/.test(text)) return { PROBE_MINUTES: text }
  throw new BadUsage(`--probe-minutes ${text}: give whole minutes from 1 to 1440, e.g. --probe-minutes 90`)
}

/** Runs `work` with a reporter that also adds events to the file, where one is named. */
async function withEvents(
  file: string | undefined,
  day: string,
  settings: Settings,
  shown: Reporter,
  work: (report: Reporter) => Promise<RunSummary>,
): Promise<RunSummary> {
  if (file === undefined) return work(shown)
  const clocks = { now: () => currentTime(settings), elapsed: () => performance.now() }
  const events = runEvents(day, eventsFile(file), clocks)
  try {
    const summary = await work(bothReporters(shown, events.reporter))
    events.ended(summary)
    return summary
  } catch (error) {
    events.failed(error)
    throw error
  }
}

/** Reads the archive of earlier days, without requests. */
async function printPlan(output: string, options: PlanOptions, json: boolean): Promise<void> {
  const [{ Archive }, { History }, { planDay }, { loadSources }] = await Promise.all([
    import('../../pipeline/archive/archive.ts'),
    import('../../pipeline/history/history.ts'),
    import('../../pipeline/run/plan.ts'),
    import('../../pipeline/source/source_loader.ts'),
  ])
  const archive = new Archive(join(output, 'archive'))
  const history = new History(join(output, 'history'))
  const plan = await planDay({ archive, history }, await loadSources(), options)
  process.stdout.write(json ? `${JSON.stringify(plan)}\n` : `${planLines(plan).join('\n')}\n`)
}

/** Returns the date from which missed days can be run: sources only have the present, and a replay has any day. */
function catchingUp(settings: Settings, offline: boolean): Pick<RunOptions, 'catchUpFrom'> {
  if (offline)
    throw new BadUsage('--catch-up fetches missed days and --offline fetches nothing: use one of them')
  const isReplay = settings.upstreamBase !== null
  return { catchUpFrom: isReplay ? '0000-01-01' : daysBefore(toDate(currentTime(settings)), 1) }
}

function layoutName(text: string): 'auto' | Layout {
  if (text === 'auto' || text === 'files' || text === 'packs') return text
  throw new BadUsage(`--layout ${text}: choose files or packs, or leave it out`)
}

/** Parses the date: a real one, and not in the future unless a replay replaces the upstreams. */
export function logicalDate(text: string | undefined, settings: Settings): string {
  const today = toDate(currentTime(settings))
  if (text === undefined) return today
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (date === null || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new BadUsage(`--date ${text} is not a date, e.g. --date ${today}`)
  }
  if (text > today && settings.upstreamBase === null) {
    throw new BadUsage(`--date ${text} is in the future (today is ${today}, UTC)`)
  }
  return text
}

/** Throws for a date more than a day past: what upstreams return today must not be recorded under an old date. */
function requirePresent(day: string, settings: Settings): void {
  const yesterday = daysBefore(toDate(currentTime(settings)), 1)
  if (settings.upstreamBase !== null || day >= yesterday) return
  throw new BadUsage(
    `--date ${day} is over, and sources only say how things are today. Use --offline to rebuild that day from its recorded responses`,
  )
}

function sourceNames(list: string): string[] {
  const names = list.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !/^[a-z][a-z0-9_]*$/.test(name))
  if (wrong !== undefined) {
    throw new BadUsage(`--sources ${list}: "${wrong}" is not a source's name, e.g. --sources github,arena`)
  }
  return [...new Set(names)]
}

function print(summary: RunSummary, quiet: boolean, json: boolean): void {
  if (quiet) for (const line of failedSources(summary)) process.stderr.write(`${line}\n`)
  if (json) process.stdout.write(`${JSON.stringify(summary)}\n`)
  else if (!quiet) process.stdout.write(`${summaryLines(summary).join('\n')}\n`)
}
