import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BadCommandLine, runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { type DailyResult, runDaily } from '../../test/kit/child.ts'
import { inTemporaryFolder, readPointer } from '../../test/kit/folder.ts'
import { table } from '../../test/kit/table.ts'
import { replayDate, replayServer, startUpstream, withUpstream } from '../../test/kit/upstream.ts'
import { type Judgement, judge, readVisits, type Undisturbed } from './faults/judge.ts'
import { servedValues } from './faults/served.ts'

const HELP = `Usage: npm run e2e -- faults [--faults a,b] [--jobs N]

Runs a day while the replay server fails in each of its ways, as the first run of an empty folder and as the run
after a clean day, and says what came of it. Exit code: 0 never a wrong number, 1 otherwise, 2 bad usage.

  --faults a,b  which faults (default: all)
  --jobs N      how many runs go on at once, each with a server of its own (default: 2)
`

/** Every fault that is tried. */
const FAULTS = ['429', '500', 'reset', 'truncate', 'html', 'slow', 'down:api.github.com', 'empty', 'huge']

const DAYS = { first: 5, next: 6 }
type When = keyof typeof DAYS

/** One run under a fault. */
interface FaultOutcome extends Judgement {
  fault: string
  when: When
  code: number | null
  seconds: number
  peakMb: number
  /** The outcome of each source; empty if the run failed. */
  sources: Map<string, string>
  /** The result of a run with `--refetch` once the upstream recovered; empty if there is nothing to repair. */
  repaired: string
}

/** Runs the two days undisturbed, and keeps a copy of the folder between them. */
async function runClean(base: (day: number) => string, folder: string): Promise<Record<When, Undisturbed>> {
  const clean = join(folder, 'clean')
  const run = async (day: number): Promise<Omit<Undisturbed, 'before'>> => {
    const date = replayDate(day)
    const { summary, stderr } = await runDaily(date, clean, base(day))
    if (summary === null) throw new Error(`a run without any fault failed: ${stderr}`)
    return {
      manifest: summary.manifest_sha256 ?? '',
      values: servedValues(clean),
      visits: readVisits(clean, date),
    }
  }
  const first = await run(DAYS.first)
  copyFolder(clean, join(folder, 'after-first'))
  const next = await run(DAYS.next)
  return { first: { ...first, before: new Map() }, next: { ...next, before: first.values } }
}

const copyFolder = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })

/** Runs one day under one fault with a server of its own, judges what is published, and repairs it. */
async function runFault(
  server: string,
  folder: string,
  { fault, when }: { fault: string; when: When },
  undisturbed: Undisturbed,
): Promise<FaultOutcome> {
  const upstream = await startUpstream(server)
  const output = join(folder, `${when}-${fault.replace(/\W/g, '-')}`)
  const date = replayDate(DAYS[when])
  try {
    if (when === 'next') copyFolder(join(folder, 'after-first'), output)
    const pointer = readPointer(output)
    const result = await runDaily(date, output, upstream.base(DAYS[when], fault))
    const judgement = await judge(result, output, pointer, undisturbed)
    const isWhole = judgement.verdict === 'identical'
    const again = isWhole ? null : await runDaily(date, output, upstream.base(DAYS[when]), ['--refetch'])
    const { code, seconds, peakMb } = result
    const repaired = again === null ? '' : describeRepair(again, output, undisturbed)
    return { fault, when, code, seconds, peakMb, sources: sourceWords(result), repaired, ...judgement }
  } finally {
    upstream.stop()
  }
}

/** The outcome of each source in a word: read to its end, or else what is published of it. */
const sourceWords = ({ summary }: DailyResult): Map<string, string> =>
  new Map(
    (summary?.sources ?? []).map(({ name, outcome, stale_since, unanswered }) => {
      if (outcome === 'part' || (outcome === 'ok' && unanswered > 0)) return [name, 'in part']
      if (outcome !== 'failed') return [name, outcome]
      return [name, stale_since === null ? 'none' : 'stale']
    }),
  )

/**
 * Once the upstream is well again, a new request must give the result of an undisturbed run. On a busy machine an
 * agent's address can answer too late; the number of these is in the text.
 */
function describeRepair({ summary, stderr }: DailyResult, output: string, undisturbed: Undisturbed): string {
  if (summary === null) return `failed: ${stderr.trim().split('\n')[0]}`
  if (summary.manifest_sha256 === undisturbed.manifest) return 'identical'
  const others = [...readVisits(output, summary.day)].filter(
    ([at, was]) => undisturbed.visits.get(at) !== was,
  )
  return `ANOTHER RELEASE (${others.length} addresses answered otherwise)`
}

function faultLines(outcomes: FaultOutcome[]): string[] {
  const head = ['fault', 'run', 'exit', 'seconds', 'MB', 'verdict', 'mixed', 'visits', 'after --refetch']
  const rows = outcomes.map((outcome) => [
    outcome.fault,
    outcome.when === 'first' ? 'first' : 'day after',
    outcome.code ?? 'killed',
    Math.round(outcome.seconds),
    outcome.peakMb,
    outcome.verdict,
    outcome.mixed,
    outcome.visits,
    outcome.repaired || '-',
  ])
  const wrong = outcomes.flatMap((outcome) =>
    outcome.wrong.map((line) => `  ${outcome.fault}, ${outcome.when}: ${line}`),
  )
  return [...table(head, rows), ...wrong, '', ...sourceLines(outcomes)]
}

/** Every source × every fault: the first run / the day after. */
function sourceLines(outcomes: FaultOutcome[]): string[] {
  const faults = [...new Set(outcomes.map(({ fault }) => fault))]
  const names = [...new Set(outcomes.flatMap(({ sources }) => [...sources.keys()]))].sort()
  const word = (name: string, fault: string): string =>
    outcomes
      .filter((outcome) => outcome.fault === fault)
      .map(({ sources }) => sources.get(name) ?? 'no release')
      .join(' / ')
  return table(
    ['source', ...faults],
    names.map((name) => [name, ...faults.map((fault) => word(name, fault))]),
  )
}

/** Does the work on each item, so many at a time; results are in the order of the items. */
async function atOnce<T, R>(items: T[], jobs: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T)
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return results
}

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      faults: { type: 'string', default: FAULTS.join(',') },
      jobs: { type: 'string', default: '2' },
    },
  })
  const faults = values.faults.split(',')
  const unknown = faults.find((fault) => !FAULTS.includes(fault))
  if (unknown !== undefined) throw new BadCommandLine(`--faults ${unknown}: choose from ${FAULTS.join(', ')}`)
  const jobs = wholeNumber('jobs', values.jobs)
  const cases = faults.flatMap((fault) => (['first', 'next'] as const).map((when) => ({ fault, when })))
  return withUpstream((upstream) =>
    inTemporaryFolder(async (folder) => {
      const clean = await runClean(upstream.base, folder)
      const outcomes = await atOnce(cases, Math.max(jobs, 1), async (entry) => {
        const outcome = await runFault(replayServer() ?? '', folder, entry, clean[entry.when])
        console.log(`${entry.fault}, ${entry.when}: ${outcome.verdict} in ${outcome.seconds.toFixed(0)} s`)
        for (const line of outcome.wrong) console.log(`  ${line}`)
        return outcome
      })
      console.log(faultLines(outcomes).join('\n'))
      return outcomes.every(
        (outcome) => outcome.wrong.length === 0 && !/^(?:failed|ANOTHER)/.test(outcome.repaired),
      )
    }),
  )
})
