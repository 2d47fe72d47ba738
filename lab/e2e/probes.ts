import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Archive } from '../../pipeline/archive/archive.ts'
import { createBaseReach } from '../../pipeline/http/guard/live.ts'
import { ProbeClock } from '../../pipeline/http/guard/probe_clock.ts'
import { createProbeGuard } from '../../pipeline/http/guard/probe_fetch.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'
import a2a from '../../pipeline/probes/a2a.ts'
import mcp from '../../pipeline/probes/mcp.ts'
import page from '../../pipeline/probes/page.ts'
import { PostRules } from '../../pipeline/probes/post_rules.ts'
import { type FinishedProbe, probeDay } from '../../pipeline/probes/probe_day.ts'
import proof from '../../pipeline/probes/proof.ts'
import x402 from '../../pipeline/probes/x402.ts'
import { BadCommandLine, runAsCommand } from '../../scripts/lib/command.ts'
import { printAccuracy } from './probes/accuracy.ts'
import { breakSessions, FAULTS, type Fault } from './probes/broken.ts'
import { namesFault } from './probes/control.ts'
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
  --broken FAULT the prober is broken on purpose: \`cut\` (each body at 1,500 bytes) or \`405\` (taken for death). Exit code 0
                 if the control arm then names it
`
const OPTIONS = {
  server: { type: 'string' },
  day: { type: 'string', default: '0' },
  clock: { type: 'string', default: '1' },
  minutes: { type: 'string', default: '45' },
  kinds: { type: 'string' },
  broken: { type: 'string' },
} as const
const PROTOCOLS = [mcp, x402, a2a, proof, page]

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
        protocols: PROTOCOLS,
        postRules: new PostRules(DATE, () => true, []),
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
    for (const { reason, count } of countReasons(unstarted)) console.log(`not started: ${count} (${reason})`)
    const isNamed = await namesFault(finished, { ...{ posted, clock, base, folder }, date: DATE })
    return { finished, isNamed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function countReasons(unstarted: { reason: string }[]): { reason: string; count: number }[] {
  const groups = Map.groupBy(unstarted, ({ reason }) => reason)
  return [...groups].map(([reason, all]) => ({ reason, count: all.length }))
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
  return printAccuracy(truth, finished) && (await isPolite(values.server)) && !isNamed
})
