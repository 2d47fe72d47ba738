import type { Archive } from '../../archive/archive.ts'
import type { ArchivedResponse, SourceDay } from '../../archive/source_day.ts'
import { ProbeClock } from '../../http/guard/probe_clock.ts'
import { createProbeGuard, type ProbeSessions } from '../../http/guard/probe_fetch.ts'
import { replayProbes } from '../../http/guard/probe_replay.ts'
import type { BeginRequest } from '../../http/guard/probe_slot.ts'
import type { Bodies } from '../../http/guard/record.ts'
import type { Upstreams } from '../../http/upstreams.ts'
import { createControlClient } from '../../probes/control/client.ts'
import type { ControlTarget } from '../../probes/control/draw.ts'
import { type ControlFinding, replayControlDay, runControl } from '../../probes/control.ts'
import { loadProtocols } from '../../probes/load_protocols.ts'
import { RequestNotMade } from '../../probes/pace.ts'
import type { PostRules } from '../../probes/post_rules.ts'
import { probeDay } from '../../probes/probe_day.ts'
import { explainUnstarted, type Prober, type UnstartedProbe } from '../../probes/prober.ts'
import type { ProbeTarget } from '../../probes/protocol.ts'
import { replayDay } from '../../probes/replay_day.ts'
import type { FinishedProbe } from '../../probes/target_prober.ts'

const USER_AGENT = 'AssayProbe/1.0 (+https://github.com/assay-index/assay)'
/** Speed of the clock of the pace where hosts have no limits: of an invented internet. */
const UNLIMITED_SPEED = 1_000
/** Milliseconds of the clock for the second client. */
const CONTROL_MS = 600_000
/** Time limits there: some of its hosts never answer. */
const SHORT_BOUNDS = { connectMs: 2_000, firstByteMs: 2_000, totalMs: 4_000 }

/** Dependencies of a job's probes. */
export interface JobProberOptions {
  universe: Upstreams
  archive: Bodies
  /** Milliseconds of a day's probes, of the clock. */
  maxMs: number
  /** Returns the milliseconds of the clock until nothing more is fetched; without it there is no such time. */
  leftMs?: () => number
  /** Real time in milliseconds, by which answers are timed. */
  monotonic?: () => number
}

/** Probes that record their exchanges. */
export class JobProber implements Prober {
  readonly #options: JobProberOptions
  readonly #responses: ArchivedResponse[] = []
  #sessions: ProbeSessions | null = null
  #isClosed = false

  constructor(options: JobProberOptions) {
    this.#options = options
  }

  async run(
    due: readonly ProbeTarget[],
    postRules: PostRules,
    onProbed: (probe: FinishedProbe) => void,
  ): Promise<UnstartedProbe[]> {
    const { limitsClock } = this.#options.universe
    const speed = limitsClock ?? UNLIMITED_SPEED
    const pace = new ProbeClock(speed)
    const protocols = await loadProtocols()
    const unstarted = await probeDay(due, {
      ...{ clock: pace, protocols, postRules, retryAfterMs: 1_000 * speed },
      endsAt: pace.now() + this.#limitMs(this.#options.maxMs),
      openGuard: (begin) => this.#openGuard(begin),
      onProbed: (probe) => {
        this.#responses.push(...probe.responses)
        onProbed(probe)
      },
      onRobots: (responses) => this.#responses.push(...responses),
    })
    return explainUnstarted(unstarted, this.#responses)
  }

  async askAgain(targets: readonly ControlTarget[]): Promise<ControlFinding[]> {
    const { universe, archive, monotonic } = this.#options
    const { now, limitsClock, secondPath: path } = universe
    const clock = new ProbeClock(limitsClock ?? UNLIMITED_SPEED)
    const findings = await runControl(targets, {
      ...{ clock, endsAt: clock.now() + this.#limitMs(CONTROL_MS) },
      open: (begin) =>
        createControlClient({
          ...{ path, archive, now, userAgent: USER_AGENT },
          begin: async (url, ips) => {
            if (this.#isClosed) throw new RequestNotMade('time')
            return begin(url, ips)
          },
          clock: new ProbeClock(limitsClock ?? 1, monotonic),
        }),
    })
    for (const { responses } of findings) this.#responses.push(...responses)
    return findings
  }

  /** The exchanges of all probes. */
  responses(): readonly ArchivedResponse[] {
    return this.#responses
  }

  /** Ends all requests in flight, which are then not observed. */
  close(): void {
    this.#isClosed = true
    this.#sessions?.close()
  }

  #limitMs(ms: number): number {
    return Math.min(ms, this.#options.leftMs?.() ?? ms)
  }

  #openGuard(begin: BeginRequest): ProbeSessions {
    const { universe, archive, monotonic } = this.#options
    const { resolve, reach, now, limitsClock } = universe
    this.#sessions = createProbeGuard({
      ...{ resolve, reach, now, archive, begin, userAgent: USER_AGENT },
      clock: new ProbeClock(limitsClock ?? 1, monotonic),
      ...(limitsClock === null && { bounds: SHORT_BOUNDS }),
    })
    if (this.#isClosed) this.#sessions.close()
    return this.#sessions
  }
}

/** Returns the probes of a day from its record. */
export const replayProber = (day: SourceDay, archive: Archive): Prober => ({
  async run(due, _, onProbed) {
    const { responses } = day
    const recorded = { responses, sessions: replayProbes(day, archive) }
    const protocols = await loadProtocols()
    return explainUnstarted(await replayDay(due, recorded, { protocols, onProbed }), responses)
  },
  askAgain: (targets) => replayControlDay(targets, day, archive),
})
