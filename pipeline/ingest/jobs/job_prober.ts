import type { Archive } from '../../archive/archive.ts'
import type { FetchJournal } from '../../archive/fetch_journal.ts'
import type { ArchivedResponse, SourceDay } from '../../archive/source_day.ts'
import { ProbeClock } from '../../http/guard/probe_clock.ts'
import { createProbeGuard, type ProbeSessions } from '../../http/guard/probe_fetch.ts'
import { replayProbes } from '../../http/guard/probe_replay.ts'
import type { BeginRequest } from '../../http/guard/probe_slot.ts'
import type { Bodies } from '../../http/guard/record.ts'
import type { Upstreams } from '../../http/upstreams.ts'
import { createControlClient } from '../../probes/control/client.ts'
import type { ControlTarget } from '../../probes/control/draw.ts'
import { isControl } from '../../probes/control/record.ts'
import { type ControlFinding, replayControlDay, runControl } from '../../probes/control.ts'
import { loadProtocols } from '../../probes/load_protocols.ts'
import { RequestNotMade } from '../../probes/pace.ts'
import type { PostRules } from '../../probes/post_rules.ts'
import { probeDay } from '../../probes/probe_day.ts'
import { explainUnstarted, type Prober, type UnstartedProbe } from '../../probes/prober.ts'
import type { ProbeTarget } from '../../probes/protocol.ts'
import { replayDay } from '../../probes/replay_day.ts'
import type { FinishedProbe } from '../../probes/target_prober.ts'
import { BegunProbes } from './begun_probes.ts'

const USER_AGENT = 'AssayProbe/1.0 (+https://github.com/assay-index/assay)'
/** Speed of the clock of the pace where hosts have no limits: of an invented internet. */
export const UNLIMITED_SPEED = 1_000
/** Milliseconds of the clock for the second client. */
const CONTROL_MS = 600_000
/** Time limits there: some of its hosts never answer. */
const SHORT_BOUNDS = { connectMs: 2_000, firstByteMs: 2_000, totalMs: 4_000 }

/** Dependencies of a job's probes. */
export interface JobProberOptions {
  universe: Upstreams
  archive: Bodies
  /** Has the probes of a run of this day that did not end, and takes those of this one. */
  journal?: FetchJournal | null
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
  readonly #begun: BegunProbes
  readonly #responses: ArchivedResponse[] = []
  #sessions: ProbeSessions | null = null
  #isClosed = false
  /** True once the run's deadline came before all probes were made, or before all that were drawn were asked again. */
  isOutOfTime = false

  constructor(options: JobProberOptions) {
    this.#options = options
    this.#begun = new BegunProbes(options.journal ?? null, options.archive)
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
    const left = await this.#begun.replay(due, postRules, onProbed)
    this.#responses.push(...this.#begun.responses.filter((response) => !isControl(response)))
    const limitMs = this.#limitMs(this.#options.maxMs)
    const unstarted = await probeDay(left, {
      ...{ clock: pace, protocols, postRules, retryAfterMs: 1_000 * speed },
      endsAt: pace.now() + limitMs,
      openGuard: (begin) => this.#begun.wrap(this.#openGuard(begin)),
      onProbed: (probe) => {
        this.#record(probe.responses)
        onProbed(probe)
      },
      onRobots: (responses) => this.#record(responses.filter(({ url }) => !this.#begun.has(url))),
    })
    this.isOutOfTime = unstarted.length > 0 && limitMs < this.#options.maxMs
    return explainUnstarted(unstarted, this.#responses)
  }

  async askAgain(targets: readonly ControlTarget[]): Promise<ControlFinding[]> {
    const { universe, archive, monotonic } = this.#options
    const { now, limitsClock, secondPath: path } = universe
    const clock = new ProbeClock(limitsClock ?? UNLIMITED_SPEED)
    // An invented internet is asked in full, however slow this machine is.
    const maxMs = limitsClock === null ? Math.max(CONTROL_MS, this.#options.maxMs) : CONTROL_MS
    const begun = new Map(
      (await this.#begun.replayControl(targets)).map((finding) => [finding.target, finding]),
    )
    for (const { responses } of begun.values()) this.#responses.push(...responses)
    const left = targets.filter((target) => !begun.has(target))
    const limitMs = this.#limitMs(maxMs)
    const findings = await runControl(left, {
      ...{ clock, endsAt: clock.now() + limitMs },
      open: (begin) =>
        createControlClient({
          ...{ path, archive, now, userAgent: USER_AGENT },
          begin: async (url, ips) => {
            if (this.#isClosed) throw new RequestNotMade('time')
            return begin(url, ips)
          },
          clock: new ProbeClock(limitsClock ?? 1, monotonic),
        }),
      onAsked: (responses) => this.#record(responses),
    })
    this.isOutOfTime ||= limitMs < maxMs && findings.some(({ outcome }) => outcome === null)
    const asked = new Map(findings.map((finding) => [finding.target, finding]))
    return targets.flatMap((target) => begun.get(target) ?? asked.get(target) ?? [])
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

  #record(responses: readonly ArchivedResponse[]): void {
    this.#responses.push(...responses)
    this.#options.journal?.add(responses)
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
