import { Archive } from '../../../pipeline/archive/archive.ts'
import type { ProbeClock } from '../../../pipeline/http/guard/probe_clock.ts'
import { createSecondPath } from '../../../pipeline/http/second_path.ts'
import { resolveWithoutDns } from '../../../pipeline/http/upstreams.ts'
import { createControlClient } from '../../../pipeline/probes/control/client.ts'
import { drawControl } from '../../../pipeline/probes/control/draw.ts'
import { type ControlFinding, replayControlDay, runControl } from '../../../pipeline/probes/control.ts'
import { isSignOfLife, type ProbeOutcome } from '../../../pipeline/probes/outcome.ts'
import type { FinishedProbe } from '../../../pipeline/probes/target_prober.ts'

/** Of a kind's ten or so: of a right prober, which errs about one in a hundred, it is one in two hundred days. */
const MIN_NAMED = 2
const MINUTES = 10

interface ControlRun {
  /** Addresses that got a POST, by the declared address of their probe. */
  posted: ReadonlyMap<string, ReadonlySet<string>>
  clock: ProbeClock
  base: string
  date: string
  folder: string
}

/** Asks eighty addresses again; returns true if the second client contradicts the first too often about a kind. */
export async function namesFault(finished: FinishedProbe[], run: ControlRun): Promise<boolean> {
  const { posted, clock, date } = run
  const probes = finished.flatMap(({ target: { url, kind }, result }) =>
    result === null ? [] : [{ url, kind, outcome: result.outcome, status: result.status }],
  )
  const drawn = drawControl(probes, date)
  const targets = drawn.map(({ url, kind }) => ({ url, kind, posted: posted.get(url) ?? new Set<string>() }))
  const archive = new Archive(run.folder)
  const findings = await runControl(targets, {
    ...{ clock, endsAt: clock.now() + MINUTES * 60_000, onAsked: () => {} },
    open: (begin) =>
      createControlClient({
        ...{ path: createSecondPath(run.base, resolveWithoutDns), archive, clock, begin },
        ...{ now: () => Date.parse(`${date}T23:59:59Z`), userAgent: 'AssayProbe/1.0' },
      }),
  })
  await expectSameReplay(findings, { archive, date })
  const seen = drawn.map(({ url, kind, outcome }, at) => ({
    ...{ url, kind, outcome, second: findings[at]?.outcome ?? null },
  }))
  return [report(seen, false), report(seen, true)].includes(true)
}

async function expectSameReplay(
  findings: ControlFinding[],
  { archive, date }: { archive: Archive; date: string },
): Promise<void> {
  const responses = findings.flatMap((finding) => finding.responses)
  const day = { source: 'probes', date, world: 'replay', outcome: 'ok', error: null, responses } as const
  const again = await replayControlDay(
    findings.map(({ target }) => target),
    day,
    archive,
  )
  const different = again.filter(({ outcome }, at) => outcome !== findings[at]?.outcome)
  if (different.length > 0) throw new Error(`${different.length} differ when replayed`)
}

interface Seen {
  url: string
  kind: string
  outcome: ProbeOutcome
  second: ProbeOutcome | null
}

/** Prints what the second client says of those that looked alive, or dead; true if it contradicts too often about a kind. */
function report(seen: Seen[], isAlive: boolean): boolean {
  const asked = seen.filter(({ outcome, second }) => isSignOfLife(outcome) === isAlive && second !== null)
  const contradicted = asked.filter(({ second }) => second !== null && isSignOfLife(second) !== isAlive)
  const [said, found] = isAlive ? ['to answer', 'silent for'] : ['to be silent', 'heard by']
  console.log(`of ${asked.length} said ${said}, ${contradicted.length} were ${found} the second client`)
  for (const { kind, outcome, second, url } of contradicted)
    console.log(`  ${kind} ${outcome}: ${second} ${url}`)
  const other = asked.filter((probe) => probe.second !== probe.outcome && !contradicted.includes(probe))
  for (const { kind, outcome, second } of other)
    console.log(`  (another word: ${kind} ${outcome}: ${second})`)
  const byKind = Map.groupBy(contradicted, ({ kind }) => kind)
  return [...byKind.values()].some(({ length }) => length >= MIN_NAMED)
}
