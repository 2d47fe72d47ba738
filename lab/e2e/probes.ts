import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { daysBefore } from '../../core/domain/dates.ts'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createBaseReach } from '../../pipeline/http/guard/live.ts'
import { ProbeClock } from '../../pipeline/http/guard/probe_clock.ts'
import { createProbeGuard } from '../../pipeline/http/guard/probe_fetch.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'
import { literal, openDatabase } from '../../pipeline/model/database.ts'
import { loadProtocols } from '../../pipeline/probes/load_protocols.ts'
import { PostRules } from '../../pipeline/probes/post_rules.ts'
import { probeDay } from '../../pipeline/probes/probe_day.ts'
import type { FinishedProbe } from '../../pipeline/probes/target_prober.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { printAccuracy, type SeenAddress } from './probes/accuracy.ts'
import { breakSessions, FAULTS, type Fault } from './probes/broken.ts'
import { namesFault } from './probes/control.ts'
import { areLatelyAsked } from './probes/lately_asked.ts'
import { type TrueAddress, toTarget } from './probes/truth.ts'

const HELP = `Usage: npm run e2e -- probes --server URL [--day N] [--clock N] [--minutes N] [--kinds mcp,x402,…]

Probes every address of a replay server in its hosts mode, at the pace of a day, and compares each outcome with the
server's truth: precision and recall of each outcome, tool counts and hashes, and what the server calls impolite. Exit
code: 0 answers and gated are at least 0.99 right and all others 0.95, 1 if not, 2 bad usage.

  --server URL   such as http://127.0.0.1:9900, started with the same --clock
  --day N        0 to 31; default: 0
  --clock N      speed of the clock; default: 1
  --minutes N    time of a day's probes, of the clock; default: 45
  --kinds LIST   only addresses of these kinds
  --output DIR   judge what a run recorded in this folder on the day instead of probing, and whether it asked within
                 two days whatever answers
  --broken FAULT the prober is broken on purpose: \`cut\` (each body at 1,500 bytes) or \`405\` (taken for death). Exit code 0
                 if the control arm then names it
`
const OPTIONS = {
  server: { type: 'string' },
  day: { type: 'string', default: '0' },
  clock: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '45' },
  kinds: { type: 'string' },
  output: { type: 'string' },
  broken: { type: 'string' },
} as const

/** Returns the date of a day of the replay. */
const toReplayDate = (day: number): string => daysBefore(DATE, -day)

async function fetchTruth(server: string, day: string): Promise<TrueAddress[]> {
  const text = await (await fetch(`${server}/_truth/addresses?day=${day}`)).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TrueAddress)
}

interface Run {
  server: string
  day: string
  speed: number
  minutes: number
  fault: Fault | null
}

const DATE = '2026-03-19'

interface ProbedDay {
  finished: FinishedProbe[]
  /** True if the control arm contradicts the prober. */
  isNamed: boolean
}

async function probeAll(
  truth: TrueAddress[],
  { server, day, speed, minutes, fault }: Run,
): Promise<ProbedDay> {
  const allowing = new Set(truth.filter(({ manifest }) => manifest).map(({ url }) => url))
  const folder = mkdtempSync(join(tmpdir(), 'assay-probes-'))
  const clock = new ProbeClock(speed)
  const base = `${server}/!hosts/@${day}`
  const finished: FinishedProbe[] = []
  const posted = new Map<string, ReadonlySet<string>>()
  try {
    await fetch(`${server}/_reset`)
    const unstarted = await probeDay(
      truth.flatMap((address) => toTarget(address) ?? []),
      {
        clock,
        endsAt: clock.now() + minutes * 60_000,
        protocols: await loadProtocols(),
        postRules: new PostRules({
          ...{ day: DATE, isNamed: () => true, earlier: [] },
          isPaidAllowed: (url) => allowing.has(url),
        }),
        openGuard: (begin) =>
          breakSessions(
            createProbeGuard({
              ...{ resolve: resolveWithoutDns, clock, begin, userAgent: 'AssayProbe/1.0' },
              reach: createBaseReach(base),
              archive: new Archive(folder),
              now: () => Date.parse(`${DATE}T23:59:59Z`),
            }),
            fault,
          ),
        retryAfterMs: 1_000 * speed,
        onProbed: ({ target, result, responses }) => {
          const urls = responses.filter(({ method }) => method === 'POST').map(({ url }) => url)
          if (urls.length > 0) posted.set(target.url, new Set(urls))
          // Responses are in the archive; thousands of them need not be held.
          finished.push({ target, result, responses: [] })
        },
        onRobots: () => {},
      },
    )
    console.log(`not started: ${unstarted.length}`)
    const isNamed = await namesFault(finished, { ...{ posted, clock, base, folder }, date: DATE })
    return { finished, isNamed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function toSeen({ target: { url, kind }, result }: FinishedProbe): SeenAddress {
  const { outcome = null, reason = null, details } = result ?? {}
  const tools = Array.isArray(details?.tools) ? details.tools.length : null
  const toolsHash = typeof details?.tools_hash === 'string' ? details.tools_hash : null
  return { url, kind, outcome, reason, tools, toolsHash }
}

/** Reads what a run recorded on a day in its output folder. */
async function readRecorded(output: string, date: string): Promise<SeenAddress[]> {
  const db = await openDatabase(':memory:')
  try {
    return await db.rows<SeenAddress>(
      `select url, kind, outcome, reason, tools_count::int as tools, received_hash as "toolsHash"
       from read_parquet(${literal(join(output, 'history/observations/endpoint_probes', `${date}.parquet`))})`,
    )
  } finally {
    db.close()
  }
}

/** Prints what the server saw that must not be; true if there is nothing. */
async function isPolite(server: string): Promise<boolean> {
  const stats = (await (await fetch(`${server}/_stats`)).json()) as Record<string, unknown>
  const seen = ['impolite', 'invoked', 'templates', 'trapHosts'].filter((name) => isFilled(stats[name]))
  for (const name of seen) console.log(`${name}: ${JSON.stringify(stats[name]).slice(0, 500)}`)
  return seen.length === 0
}

const isFilled = (value: unknown): boolean =>
  typeof value === 'number' ? value > 0 : Object.keys((value ?? {}) as object).length > 0

const readProcessorSeconds = (): string => {
  const { user, system } = process.cpuUsage()
  return ((user + system) / 1e6).toFixed(0)
}

const readPeakMb = (): string => (process.resourceUsage().maxRSS / 1024).toFixed(0)

await runAsCommand(import.meta.url, HELP, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.server === undefined) throw new BadCommandLine('--server URL is missing')
  const kinds = values.kinds?.split(',')
  const truth = (await fetchTruth(values.server, values.day)).filter(
    ({ kind }) => kinds?.includes(kind) ?? true,
  )
  if (values.output !== undefined) {
    const date = toReplayDate(Number(values.day))
    const isAsked = await areLatelyAsked(truth, values.output, date)
    return (
      printAccuracy(truth, await readRecorded(values.output, date)) &&
      isAsked &&
      (await isPolite(values.server))
    )
  }
  const started = performance.now()
  const fault = FAULTS.find((name) => name === values.broken) ?? null
  if (values.broken !== undefined && fault === null)
    throw new BadCommandLine(`--broken ${values.broken}: write one of ${FAULTS.join(', ')}`)
  const { finished, isNamed } = await probeAll(truth, {
    ...{ server: values.server, day: values.day, fault },
    ...{ speed: Number(values.clock), minutes: Number(values.minutes) },
  })
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${finished.length} probes in ${seconds.toFixed(0)} s, of processors ${readProcessorSeconds()} s,`,
  )
  console.log(`${readPeakMb()} MB at the peak`)
  if (fault !== null) return isNamed
  return printAccuracy(truth, finished.map(toSeen)) && (await isPolite(values.server)) && !isNamed
})
