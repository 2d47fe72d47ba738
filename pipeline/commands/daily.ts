import { BadUsage } from '../errors.ts'
import { createReporter } from '../progress.ts'
import type { Layout } from '../release/manifest.ts'
import type { RunSummary } from '../run_types.ts'
import { currentTime, readSettings, type Settings, universeFromEnv } from '../settings.ts'
import { outputFolder, parseOptions } from './command.ts'
import { failedSources, summaryLines } from './summary.ts'

export const help = `Usage: npm run daily -- [--date YYYY-MM-DD] [--output DIR] [--sources a,b] [--offline]
                        [--refetch] [--accept-shrink] [--layout files|packs] [--quiet] [--json]

One run for one logical date: fetch, model, check, render, publish. A rerun of a day that is published
already fetches nothing and changes nothing.

  --date YYYY-MM-DD  the logical date (default: today, UTC)
  --output DIR       the only folder that is written to (default: output)
  --sources a,b      fetch these sources only; the others keep their last rows
  --offline          fetch nothing: derive everything again from the recorded responses
  --refetch          ask the upstreams again, though this day was fetched already
  --accept-shrink    publish even though the index has shrunk by more than a day's limit
  --layout NAME      files (one for each address) or packs (many agents in one file); default: by their number
  --quiet            print nothing but what failed
  --json             print one JSON summary on stdout and nothing else there
  --help             print this

Environment: UPSTREAM_BASE (a server that stands in for every upstream), PUBLIC_BASE_URL (what published
links start with), GITHUB_TOKEN, ASSAY_CLOCK (a fixed time). DEBUG=assay shows the stack of an error.
Exit code: 0 done, 1 the run failed and nothing was published, 2 bad usage.
`

const OPTIONS = {
  date: { type: 'string' },
  output: { type: 'string', default: 'output' },
  sources: { type: 'string' },
  offline: { type: 'boolean', default: false },
  refetch: { type: 'boolean', default: false },
  'accept-shrink': { type: 'boolean', default: false },
  layout: { type: 'string', default: 'auto' },
  quiet: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

/** Runs the pipeline for one logical date and prints what came of it. */
export async function run(args: string[]): Promise<void> {
  const values = parseOptions(args, OPTIONS)
  const settings = readSettings(process.env)
  const day = logicalDate(values.date, settings)
  const { offline, refetch, quiet, json } = values
  if (!offline) requirePresent(day, settings)
  if (offline && refetch) throw new BadUsage('--offline fetches nothing and --refetch asks again: give one')
  const output = outputFolder(values.output)
  const layout = layoutName(values.layout)
  const sources = values.sources === undefined ? null : sourceNames(values.sources)
  // Loaded late, here and in the other commands: a usage error and --help wait for no database.
  const { runDay } = await import('../run.ts')
  const report = createReporter(process.stderr, quiet)
  const summary = await runDay({
    ...{ day, output, sources, offline, refetch, report },
    universe: universeFromEnv(settings, day),
    acceptShrink: values['accept-shrink'],
    baseUrl: settings.baseUrl,
    layout,
    env: settings.env,
  }).finally(() => report.end())
  print(summary, quiet, json)
}

function layoutName(text: string): 'auto' | Layout {
  if (text === 'auto' || text === 'files' || text === 'packs') return text
  throw new BadUsage(`--layout ${text} is none: choose files or packs, or leave it out`)
}

/** The day that is meant: a real date, and not one to come unless a replay stands in for the upstreams. */
export function logicalDate(text: string | undefined, settings: Settings): string {
  const today = new Date(currentTime(settings)).toISOString().slice(0, 10)
  if (text === undefined) return today
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (date === null || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) {
    throw new BadUsage(`--date ${text} is not a date of the calendar, e.g. --date ${today}`)
  }
  if (text > today && settings.upstreamBase === null) {
    throw new BadUsage(`--date ${text} is in the future (today is ${today}, UTC)`)
  }
  return text
}

/** What the upstreams say today must not be recorded under an old date; a run may be a day late, no more. */
function requirePresent(day: string, settings: Settings): void {
  const yesterday = new Date(currentTime(settings) - 86_400_000).toISOString().slice(0, 10)
  if (settings.upstreamBase !== null || day >= yesterday) return
  throw new BadUsage(
    `--date ${day} is over: the upstreams answer as of today; --offline derives it again from the archive`,
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
