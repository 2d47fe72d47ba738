import { parseArgs } from 'node:util'
import type { DoctorFinding } from '../../pipeline/doctor/finding.ts'
import { runAsCommand, wholeNumber } from '../../scripts/lib/command.ts'
import { startScript } from '../../test/kit/child.ts'
import { table } from '../../test/kit/table.ts'
import { replayDate, type Upstream, withUpstream } from '../../test/kit/upstream.ts'
import { type HostCounts, type HostVerdict, judgeHosts, PORTAL } from './doctor/judge.ts'

const HELP = `Usage: npm run e2e -- doctor [--day N] [--cases a,b] [--text]

Runs the doctor against the replay server: plain, in each mode, under each fault, and with each host down. Its alarms are
compared with the server's own counters. Exit code: 0 no miss, no wrong alarm, never more than three requests to an
address nor more than 120 s; 1 otherwise.

  --day N      the day of the replay (default: 5)
  --cases a,b  these alone, e.g. plain,real,429,down:api.github.com (down: each host)
  --text       also print what the doctor said
`

const MODES = ['plain', 'real', 'stream', 'chunk', 'pruned', 'lossy']
const FAULTS = ['429', '500', 'reset', 'truncate', 'slow', 'html', 'empty', 'huge']
const MAX_SECONDS = 120
const MAX_REQUESTS = 3

/** Public nodes without a history in a mode, and the one that does not say so. */
const PRUNED = ['base', 'polygon-bor', 'ethereum', 'bsc', 'arbitrum-one', 'optimism'].map(
  (name) => `${name}-rpc.publicnode.com`,
)
const RIGHT_ALARMS: Record<string, string[]> = {
  real: ['base-rpc.publicnode.com'],
  pruned: PRUNED,
  lossy: ['ethereum-rpc.publicnode.com'],
}

/** A run of the doctor, and the server's counters of it. */
interface DoctorRun {
  name: string
  code: number | null
  seconds: number
  findings: DoctorFinding[]
  hosts: Record<string, HostCounts>
}

/** A run and what was right and wrong about it. */
interface JudgedRun extends DoctorRun {
  verdicts: HostVerdict[]
  wrong: string[]
}

/** Runs the cases one after the other, and prints a table of them; true if nothing was wrong. */
export async function doctorCampaign(
  upstream: Upstream,
  day: number,
  cases: string[] | null,
  printsText: boolean,
  say: (line: string) => void,
): Promise<boolean> {
  // The server makes its days when they are first asked for.
  await runDoctor(upstream, day, 'plain')
  const plain = await runDoctor(upstream, day, 'plain')
  const unserved = listUnserved(plain)
  const names = cases ?? [...MODES, ...FAULTS, 'down']
  const served = Object.keys(plain.hosts).filter((host) => !unserved.includes(host))
  const expanded = names.flatMap((name) =>
    name === 'down' ? served.sort().map((host) => `down:${host}`) : [name],
  )
  const runs: JudgedRun[] = []
  for (const name of expanded) {
    const run = judgeRun(name === 'plain' ? plain : await runDoctor(upstream, day, name), unserved)
    runs.push(run)
    say(`${name}: ${run.wrong.length === 0 ? 'right' : run.wrong.join('; ')}`)
    if (printsText)
      for (const { kind, subject, level, text } of run.findings) say(`  ${level} ${kind} ${subject}: ${text}`)
  }
  for (const line of runLines(runs)) say(line)
  return runs.every(({ wrong }) => wrong.length === 0)
}

async function runDoctor(upstream: Upstream, day: number, name: string): Promise<DoctorRun> {
  await upstream.reset()
  const settings = {
    UPSTREAM_BASE: upstream.base(day, name === 'plain' ? undefined : name),
    ASSAY_CLOCK: `${replayDate(day)}T12:00:00Z`,
    GITHUB_TOKEN: 'replay',
    ...(name === 'real' && { UPSTREAM_CLOCK: '1' }),
  }
  const { code, seconds, stdout, stderr } = await startScript('cli/cli.ts', ['doctor', '--json'], {
    settings,
  }).ended
  if (!stdout.startsWith('{')) throw new Error(`${name}: no findings: ${stderr}`)
  const { findings } = JSON.parse(stdout) as { findings: DoctorFinding[] }
  return { name, code, seconds, findings, hosts: (await upstream.stats()).hosts }
}

/** Hosts and datasets that the server does not know: an alarm about them is always right. */
const listUnserved = ({ findings }: DoctorRun): string[] =>
  findings
    .filter(({ level, text }) => (level === 'warning' || level === 'failure') && /status 404/.test(text))
    .map(({ kind, subject, host }) => (kind === 'dataset' ? subject : (host ?? subject)))

function judgeRun(run: DoctorRun, unserved: string[]): JudgedRun {
  const { name, seconds, findings, hosts } = run
  const mode = RIGHT_ALARMS[name] ?? []
  const known = unserved.filter((host) => !(name === 'pruned' || name === 'lossy') || !PRUNED.includes(host))
  const verdicts = judgeHosts(findings, hosts, new Set([...known, ...mode]))
  const counted = Object.entries(hosts).map(
    ([host, { requests }]) => [host, requests, countAddresses(host, findings)] as const,
  )
  const wrong = [
    ...verdicts.flatMap(({ host, verdict, alarms }) =>
      verdict === 'right' ? [] : [`${verdict}: ${host} ${alarms.join(' | ')}`],
    ),
    ...counted.flatMap(([host, requests, addresses]) =>
      requests > MAX_REQUESTS * addresses ? [`${requests} requests to ${host}`] : [],
    ),
    ...(seconds > MAX_SECONDS ? [`${seconds.toFixed(0)} s`] : []),
  ]
  return { ...run, verdicts, wrong }
}

/** The number of addresses of a host that have findings of their own. */
const countAddresses = (host: string, findings: DoctorFinding[]): number =>
  new Set(findings.filter((finding) => finding.host === host).map(({ subject }) => subject)).size ||
  Number(host !== PORTAL)

function runLines(runs: JudgedRun[]): string[] {
  const head = [
    'case',
    'exit',
    'seconds',
    'requests',
    'hosts',
    'with faults',
    'with alarms',
    'missed',
    'wrong alarms',
    'said',
  ]
  const rows = runs.map(({ name, code, seconds, hosts, verdicts }) => [
    ...[name, code ?? 'killed', Math.round(seconds)],
    Object.values(hosts).reduce((sum, { requests }) => sum + requests, 0),
    ...[verdicts.length, verdicts.filter(({ faults }) => faults > 0).length],
    verdicts.filter(({ alarms }) => alarms.length > 0).length,
    verdicts.filter(({ verdict }) => verdict === 'missed').length,
    verdicts.filter(({ verdict }) => verdict === 'wrong alarm').length,
    verdicts.find(({ faults, alarms }) => faults > 0 && alarms.length > 0)?.alarms[0]?.slice(0, 120) ?? '',
  ])
  return table(head, rows)
}

await runAsCommand(import.meta.url, HELP, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      day: { type: 'string', default: '5' },
      cases: { type: 'string' },
      text: { type: 'boolean', default: false },
    },
  })
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const day = wholeNumber('day', values.day)
  return withUpstream((upstream) =>
    doctorCampaign(upstream, day, values.cases?.split(',') ?? null, values.text, say),
  )
})
