import type { ArchivedResponse } from '../archive/source_day.ts'
import type { ProbeSession, ProbeSessions } from '../http/guard/probe_fetch.ts'
import type { BeginRequest } from '../http/guard/probe_slot.ts'
import { ProbePace } from './pace.ts'
import type { PaceClock } from './pace_gate.ts'
import { findPlatform } from './platform.ts'
import { isFittingAnswer, type PostRules } from './post_rules.ts'
import { ProbeFailure, type ProbeFetch, type ProbeTarget, type Protocol } from './protocol.ts'
import { isRefusal, readRetryAfter } from './refusal.ts'
import { type FinishedProbe, TargetProber } from './target_prober.ts'

/** Dependencies and bounds of a day's probes. */
export interface ProbeDayOptions {
  clock: PaceClock
  /** No request starts from this time of the clock on. */
  endsAt: number
  protocols: readonly Protocol[]
  postRules: PostRules
  /** Creates the guard, whose requests wait for `begin`. */
  openGuard: (begin: BeginRequest) => ProbeSessions
  /** Milliseconds of the clock in a second of `Retry-After`, which is one of real time. */
  retryAfterMs: number
  /** Takes each probe when it ends, and the exchanges about robots.txt of each host. */
  onProbed: (probe: FinishedProbe) => void
  onRobots: (responses: ArchivedResponse[]) => void
}

/**
 * Probes the due addresses of a day in their order, within its time and the pace of hosts and platforms; returns those
 * that were not started.
 */
export function probeDay(due: readonly ProbeTarget[], options: ProbeDayOptions): Promise<ProbeTarget[]> {
  return new ProbeDay(options).run(due)
}

class ProbeDay {
  readonly #options: ProbeDayOptions
  readonly #pace: ProbePace<ProbeTarget>
  readonly #sessions: ProbeSessions
  readonly #prober: TargetProber

  constructor(options: ProbeDayOptions) {
    const { clock, endsAt, protocols, openGuard, onProbed, onRobots } = options
    this.#options = options
    this.#pace = new ProbePace({
      clock,
      endsAt,
      probe: async (target) => onProbed(await this.#prober.probe(target)),
    })
    this.#sessions = openGuard((url, ips) => this.#pace.begin(toPlace(url, ips)))
    this.#prober = new TargetProber({
      ...{ sessions: this.#sessions, protocols, onRobots },
      wrapFetch: (target, session) => this.#applyRules(target, session),
      onRobotsAnswer: ({ hostname }, response) => this.#noteRefusal(hostname, response),
    })
  }

  async run(due: readonly ProbeTarget[]): Promise<ProbeTarget[]> {
    for (const [order, target] of due.entries())
      this.#pace.add(target, toPlace(new URL(target.url), []), order)
    try {
      const unstarted = await this.#pace.finish()
      return await this.#judgeUnstarted(unstarted.map(({ item }) => item))
    } finally {
      this.#sessions.close()
    }
  }

  /** An address that robots.txt excludes has that reason, started or not. */
  async #judgeUnstarted(unstarted: ProbeTarget[]): Promise<ProbeTarget[]> {
    const left: ProbeTarget[] = []
    for (const target of unstarted) {
      const finished = await this.#prober.judgeUnstarted(target)
      if (finished === null) left.push(target)
      else this.#options.onProbed(finished)
    }
    return left
  }

  /** Returns a fetch that sends a POST only where the rules allow it, and notes refusals. */
  #applyRules(target: ProbeTarget, session: ProbeSession): ProbeFetch {
    const { postRules } = this.#options
    let isAllowed = false
    return async (url, init) => {
      if (init.method === 'POST' && !isAllowed) {
        const reason = postRules.take(target)
        if (reason !== null) throw session.refuse(url, init, new ProbeFailure('not_probed', { reason }))
        isAllowed = true
      }
      const response = await session.fetch(url, init)
      this.#noteRefusal(new URL(url).hostname, response)
      if (init.method === 'POST') postRules.note({ ...toPost(target), isFitting: isFitting(response) })
      return response
    }
  }

  #noteRefusal(host: string, response: Response): void {
    if (!isRefusal(response)) return
    const after = readRetryAfter(response.headers)
    this.#pace.refuse(host, after === null ? null : after * this.#options.retryAfterMs)
  }
}

/** Returns the limits that a request to an address, which resolves to these, falls under. */
export const toPlace = ({ hostname: host }: URL, [server = null]: (string | null)[]) => ({
  host,
  platform: findPlatform(host),
  server,
})

const toPost = ({ url }: ProbeTarget) => ({ url, host: new URL(url).hostname })

/** The body is its protocol's to read: JSON or an event stream is taken for JSON-RPC. */
const isFitting = ({ status, ok, headers }: Response): boolean =>
  isFittingAnswer(status, ok && /\b(json|event-stream)\b/.test(headers.get('content-type') ?? ''))
