import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { currentRelease, verifyRelease } from '../../pipeline/release/release.ts'
import { type DailyResult, runDaily } from './child.ts'
import { Misuse, runAsCommand, wholeNumber } from './command.ts'
import { inTemporaryFolder, pointerOf } from './folder.ts'
import { servedNames, servedValues, thirdValues, type Values } from './served.ts'
import { table } from './table.ts'
import { traceRelease } from './trace_release.ts'
import { replayDate, replayServer, startUpstream, withUpstream } from './upstream.ts'

const HELP = `Usage: npm run faults -- [--faults a,b] [--jobs N]

Runs a day while the replay server fails in each of its ways, as the first run of an empty folder and as the run
after a clean day, and says what came of it. Exit code: 0 never a wrong number, 1 otherwise, 2 bad usage.

  --faults a,b  which faults (default: all)
  --jobs N      how many runs go on at once, each with a server of its own (default: 3)
`

/** Every fault that is tried. */
export const FAULTS = [
  '429',
  '500',
  'reset',
  'truncate',
  'html',
  'slow',
  'down:api.github.com',
  'empty',
  'huge',
]

const DAYS = { first: 5, next: 6 } as const
type When = keyof typeof DAYS

/** What undisturbed runs of the two days gave. */
export interface Clean {
  folder: string
  manifest: Record<When, string>
  values: Record<When, Values>
}

/** One run under a fault. */
export interface FaultOutcome {
  fault: string
  when: When
  code: number | null
  seconds: number
  /** Each source that did not answer well, and since when its rows are stale. */
  failed: string[]
  verdict: string
  wrong: string[]
  /** What a run with `--refetch` gives once the upstream is well again. */
  mended: string
}

/** Runs the two days undisturbed; what the faults are compared with. */
export async function runClean(base: (day: number) => string, folder: string): Promise<Clean> {
  const clean = join(folder, 'clean')
  const manifest: Partial<Clean['manifest']> = {}
  const values: Partial<Clean['values']> = {}
  for (const when of ['first', 'next'] as const) {
    const day = DAYS[when]
    const { summary, stderr } = await runDaily(replayDate(day), clean, base(day))
    if (summary === null) throw new Error(`a run without any fault failed: ${stderr}`)
    manifest[when] = summary.manifest_sha256 ?? ''
    values[when] = servedValues(clean)
    if (when === 'first')
      cpSync(clean, join(folder, 'after-first'), { recursive: true, verbatimSymlinks: true })
  }
  return { folder, manifest: manifest as Clean['manifest'], values: values as Clean['values'] }
}

/** Runs one day under one fault with a server of its own, and judges what is published. */
export async function runFault(
  server: string,
  fault: string,
  when: When,
  clean: Clean,
): Promise<FaultOutcome> {
  const upstream = await startUpstream(server)
  try {
    const output = join(clean.folder, `${when}-${fault.replace(/\W/g, '-')}`)
    if (when === 'next')
      cpSync(join(clean.folder, 'after-first'), output, { recursive: true, verbatimSymlinks: true })
    const pointer = pointerOf(output)
    const day = DAYS[when]
    const result = await runDaily(replayDate(day), output, upstream.base(day, fault))
    const wrong =
      result.summary === null
        ? failureProblems(result, output, pointer)
        : await releaseProblems(result, output, clean, when)
    const isSame = result.summary?.manifest_sha256 === clean.manifest[when]
    const mended = isSame ? '' : await mend(output, when, upstream.base(day), clean)
    return {
      fault,
      when,
      code: result.code,
      seconds: result.seconds,
      failed: failedSources(result),
      verdict:
        wrong.length > 0
          ? 'WRONG'
          : result.summary === null
            ? 'clear error'
            : isSame
              ? 'identical'
              : 'correct',
      wrong,
      mended,
    }
  } finally {
    upstream.stop()
  }
}

const failedSources = ({ summary }: DailyResult): string[] =>
  (summary?.sources ?? [])
    .filter((source) => source.outcome !== 'ok')
    .map(
      ({ name, outcome, stale_since }) =>
        `${name} ${outcome}${stale_since ? `, stale since ${stale_since}` : ''}`,
    )

/** A run that fails says why, in words that are meant for people, and leaves what is served alone. */
function failureProblems({ code, stderr }: DailyResult, output: string, pointer: string | null): string[] {
  const release = pointer === null ? null : currentRelease(output)
  return [
    ...(code === 1 ? [] : [`exit code ${code}`]),
    ...(/^assay: /m.test(stderr) && !/a bug in Assay/.test(stderr)
      ? []
      : [`no clear error: ${stderr.slice(0, 300)}`]),
    ...(pointerOf(output) === pointer ? [] : [`current moved from ${pointer} to ${pointerOf(output)}`]),
    ...(release === null ? [] : verifyRelease(release).slice(0, 3)),
  ]
}

/** A release under a fault is whole, names what failed, traces to the archive, and shows no third value. */
async function releaseProblems(
  { summary }: DailyResult,
  output: string,
  { manifest, values }: Clean,
  when: When,
): Promise<string[]> {
  if (summary === null || summary.manifest_sha256 === manifest[when]) return []
  const release = currentRelease(output)
  const failed = summary.sources.filter((source) => source.outcome !== 'ok')
  const { tally, differences } = await traceRelease(output, { agents: 'all', seed: 1 })
  const third = thirdValues(servedValues(output), values[when], when === 'next' ? values.first : new Map())
  return [
    ...(release === null ? ['nothing is served'] : verifyRelease(release).slice(0, 3)),
    ...(failed.length > 0 ? [] : ['it differs from the undisturbed one, and no source failed']),
    ...failed.flatMap(({ name }) => servedNames(output, name)),
    ...(differences.length === 0
      ? []
      : [`${differences.length} of ${tally.compared()} values do not trace: ${differences[0]?.where}`]),
    ...(third.length === 0
      ? []
      : [`${third.length} values are neither today's nor the day before's: ${third.slice(0, 3).join('; ')}`]),
  ]
}

/** Once the upstream is well again, asking again must give what an undisturbed run gives. */
async function mend(output: string, when: When, base: string, { manifest }: Clean): Promise<string> {
  const result = await runDaily(replayDate(DAYS[when]), output, base, ['--refetch'])
  if (result.summary === null) return `failed: ${result.stderr.trim().split('\n')[0]}`
  return result.summary.manifest_sha256 === manifest[when] ? 'identical' : 'another release'
}

/** The outcomes as lines of text. */
export function faultLines(outcomes: FaultOutcome[]): string[] {
  const head = ['fault', 'run', 'exit', 'seconds', 'verdict', 'after --refetch', 'sources that failed']
  const rows = outcomes.map((one) => [
    one.fault,
    one.when === 'first' ? 'first' : 'day after',
    String(one.code),
    one.seconds.toFixed(0),
    one.verdict,
    one.mended || '-',
    one.failed.join('; ') || '-',
  ])
  const wrong = outcomes.flatMap((one) => one.wrong.map((line) => `  ${one.fault}, ${one.when}: ${line}`))
  return [...table(head, rows), ...wrong]
}

/** Does the work on each item, so many at a time. */
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
      jobs: { type: 'string', default: '3' },
      keep: { type: 'boolean', default: false },
    },
  })
  const faults = values.faults.split(',')
  const unknown = faults.find((fault) => !FAULTS.includes(fault))
  if (unknown !== undefined) throw new Misuse(`--faults ${unknown}: choose from ${FAULTS.join(', ')}`)
  const jobs = wholeNumber('jobs', values.jobs)
  return withUpstream((upstream) =>
    inTemporaryFolder(async (folder) => {
      const clean = await runClean((day) => upstream.base(day), folder)
      const cases = faults.flatMap((fault) => (['first', 'next'] as const).map((when) => ({ fault, when })))
      const outcomes = await atOnce(cases, jobs, async ({ fault, when }) => {
        const outcome = await runFault(replayServer() ?? '', fault, when, clean)
        console.log(`${fault}, ${when}: ${outcome.verdict} in ${outcome.seconds.toFixed(0)} s`)
        return outcome
      })
      console.log(faultLines(outcomes).join('\n'))
      return outcomes.every((one) => one.wrong.length === 0)
    }, values.keep),
  )
})
