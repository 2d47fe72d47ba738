import type { ArchivedResponse, SourceDay } from '../archive/source_day.ts'
import type { BeginRequest } from '../http/guard/probe_slot.ts'
import type { Bodies } from '../http/guard/record.ts'
import { NotObservedError } from '../http/guard/transport.ts'
import { askA2a } from './control/ask_a2a.ts'
import { askMcp } from './control/ask_mcp.ts'
import { askPage } from './control/ask_page.ts'
import { askX402 } from './control/ask_x402.ts'
import type { ControlTarget } from './control/draw.ts'
import { replayControl } from './control/record.ts'
import type { ControlSession, ControlSessions } from './control/session.ts'
import type { ProbeOutcome } from './outcome.ts'
import { ProbePace, RequestNotMade } from './pace.ts'
import type { PaceClock } from './pace_gate.ts'
import { toPlace } from './probe_day.ts'
import { ProbeFailure, type ProtocolKind } from './protocol.ts'

type Ask = (target: ControlTarget, session: ControlSession) => Promise<ProbeOutcome>

const ASKED: Partial<Record<ProtocolKind, Ask>> = { mcp: askMcp, x402: askX402, a2a: askA2a }

/**
 * Asks an address again, by a client and a judgement of their own. Null where it could not be observed: a failure of this
 * machine, or the end of the day's time.
 */
export async function askControl(
  target: ControlTarget,
  session: ControlSession,
): Promise<ProbeOutcome | null> {
  try {
    return await (ASKED[target.kind] ?? askPage)(target, session)
  } catch (error) {
    if (error instanceof NotObservedError || error instanceof RequestNotMade) return null
    if (error instanceof ProbeFailure && error.outcome !== 'not_probed') return error.outcome
    throw error
  }
}

/** The outcome that the control arm saw of an address, and its exchanges. */
export interface ControlFinding {
  target: ControlTarget
  outcome: ProbeOutcome | null
  responses: ArchivedResponse[]
}

/** Dependencies and bounds of a day's control arm. */
export interface ControlDayOptions {
  clock: PaceClock
  /** No request starts from this time of the clock on. */
  endsAt: number
  /** Creates the client, whose requests wait for `begin`. */
  open: (begin: BeginRequest) => ControlSessions
  /** Takes the exchanges about each address when it is done. */
  onAsked: (responses: readonly ArchivedResponse[]) => void
}

/** Asks the drawn addresses of a day again, at the pace of its probes; returns what was seen, in the order given. */
export async function runControl(
  targets: readonly ControlTarget[],
  { clock, endsAt, open, onAsked }: ControlDayOptions,
): Promise<ControlFinding[]> {
  const findings = new Map<ControlTarget, ControlFinding>()
  const pace = new ProbePace<ControlTarget>({
    ...{ clock, endsAt },
    async probe(target) {
      const session = sessions.open(target.url)
      const outcome = await askControl(target, session)
      if (outcome === 'rate_limited') pace.refuse(new URL(target.url).hostname, null)
      const responses = session.close()
      findings.set(target, { target, outcome, responses })
      onAsked(responses)
    },
  })
  const sessions = open((url, ips) => pace.begin(toPlace(url, ips)))
  for (const [order, target] of targets.entries()) pace.add(target, toPlace(new URL(target.url), []), order)
  await pace.finish()
  return targets.map((target) => findings.get(target) ?? { target, outcome: null, responses: [] })
}

/** Asks the addresses of a recorded day again, from its record. One that was not asked that day is not observed. */
export async function replayControlDay(
  targets: readonly ControlTarget[],
  day: Pick<SourceDay, 'date' | 'responses'>,
  archive: Pick<Bodies, 'readBody'>,
): Promise<ControlFinding[]> {
  const sessions = replayControl(day, archive)
  const findings: ControlFinding[] = []
  for (const target of targets) {
    const session = sessions.open(target.url)
    const outcome = sessions.has(target.url) ? await askControl(target, session) : null
    findings.push({ target, outcome, responses: session.close() })
  }
  return findings
}
