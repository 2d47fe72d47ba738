import type { ArchivedResponse } from '../archive/source_day.ts'
import type { ProbeSession, ProbeSessions } from '../http/guard/probe_fetch.ts'
import type { BeginRequest } from '../http/guard/probe_slot.ts'
import { NotObservedError } from '../http/guard/transport.ts'
import { hasFirewallHeader, readChunks } from './classify.ts'
import type { NotProbedReason } from './outcome.ts'
import { ProbePace, RequestNotMade, type UnstartedProbe } from './pace.ts'
import type { PaceClock } from './pace_gate.ts'
import { findPlatform } from './platform.ts'
import { isFittingAnswer, type PostRules } from './post_rules.ts'
import {
  ProbeFailure,
  type ProbeFetch,
  type ProbeResult,
  type ProbeTarget,
  type Protocol,
  type ProtocolKind,
} from './protocol.ts'
import { MAX_ROBOTS_BYTES, RobotsRules } from './robots.ts'

/** A finished probe, with its exchanges in the order in which they were sent. */
export interface FinishedProbe {
  target: ProbeTarget
  /** Null where this machine could not observe it. */
  result: ProbeResult | null
  responses: ArchivedResponse[]
}

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
 * that were not started, with the reason.
 */
export function probeDay(
  due: readonly ProbeTarget[],
  options: ProbeDayOptions,
): Promise<UnstartedProbe<ProbeTarget>[]> {
  return new ProbeDay(options).run(due)
}

/** The rules of a host, or the failure to read them. */
interface HostRobots {
  rules: RobotsRules
  failure: ProbeFailure | null
}

const OBSERVES_NOTHING: Omit<ProbeResult, 'outcome' | 'reason'> = {
  ...{ status: null, finalUrl: null, protocolVersion: null },
  ...{ serverName: null, serverVersion: null, details: null },
}

class ProbeDay {
  readonly #options: ProbeDayOptions
  readonly #pace: ProbePace<ProbeTarget>
  readonly #sessions: ProbeSessions
  readonly #protocols: Map<ProtocolKind, Protocol>
  readonly #robots = new Map<string, Promise<HostRobots>>()

  constructor(options: ProbeDayOptions) {
    const { clock, endsAt, protocols, openGuard } = options
    this.#options = options
    this.#pace = new ProbePace({ clock, endsAt, probe: (target) => this.#probe(target) })
    this.#sessions = openGuard((url, ips) => this.#pace.begin(toPlace(url, ips)))
    this.#protocols = new Map(
      protocols.flatMap((protocol) => protocol.kinds.map((kind) => [kind, protocol] as const)),
    )
  }

  async run(due: readonly ProbeTarget[]): Promise<UnstartedProbe<ProbeTarget>[]> {
    for (const [order, target] of due.entries())
      this.#pace.add(target, toPlace(new URL(target.url), []), order)
    try {
      return await this.#pace.finish()
    } finally {
      this.#sessions.close()
    }
  }

  async #probe(target: ProbeTarget): Promise<void> {
    const robots = await this.#readRobots(new URL(target.url).origin)
    const session = this.#sessions.open(target.url)
    const result = await this.#request(target, robots, session).catch(toFailedResult)
    this.#options.onProbed({ target, result, responses: session.close() })
  }

  async #request(target: ProbeTarget, robots: HostRobots, session: ProbeSession): Promise<ProbeResult> {
    const reason = robots.rules.judge(target.url, target.kind)
    // A host that does not answer has no rules to obey: its failure is the result.
    if (reason === 'robots' && robots.failure) throw robots.failure
    if (reason !== null) throw new ProbeFailure('not_probed', { reason })
    const protocol = this.#protocols.get(target.kind)
    if (!protocol) throw new Error(`no protocol probes ${target.kind}: add one to pipeline/probes`)
    return protocol.probe(target, this.#applyRules(target, session.fetch))
  }

  /** Returns a fetch that sends a POST only where the rules allow it, and notes refusals. */
  #applyRules(target: ProbeTarget, fetch: ProbeFetch): ProbeFetch {
    const { postRules } = this.#options
    let isAllowed = false
    return async (url, init) => {
      if (init.method === 'POST' && !isAllowed) {
        const reason = postRules.take(target)
        if (reason !== null) throw new ProbeFailure('not_probed', { reason })
        isAllowed = true
      }
      const response = await fetch(url, init)
      this.#noteRefusal(new URL(url).hostname, response)
      if (init.method === 'POST') postRules.note({ ...toPost(target), isFitting: isFitting(response) })
      return response
    }
  }

  #noteRefusal(host: string, { status, headers }: Response): void {
    const after = Number(headers.get('retry-after') ?? Number.NaN)
    const isRefusal =
      status === 429 ||
      (status === 503 && !Number.isNaN(after)) ||
      (status === 403 && hasFirewallHeader(headers))
    if (isRefusal) this.#pace.refuse(host, Number.isNaN(after) ? null : after * this.#options.retryAfterMs)
  }

  /** Reads the robots.txt of a host once. */
  #readRobots(origin: string): Promise<HostRobots> {
    const reading = this.#robots.get(origin) ?? this.#fetchRobots(`${origin}/robots.txt`)
    this.#robots.set(origin, reading)
    return reading
  }

  async #fetchRobots(url: string): Promise<HostRobots> {
    const session = this.#sessions.open(url)
    try {
      const response = await session.fetch(url, {
        method: 'GET',
        headers: { accept: 'text/plain, */*;q=0.5' },
      })
      this.#noteRefusal(new URL(url).hostname, response)
      const body = await readStart(response, MAX_ROBOTS_BYTES + 1)
      return { rules: new RobotsRules({ status: response.status, body }), failure: null }
    } catch (error) {
      const failure = error instanceof ProbeFailure ? error : null
      return { rules: new RobotsRules({ status: null, body: null }), failure }
    } finally {
      this.#options.onRobots(session.close())
    }
  }
}

/** Returns the limits that a request to an address, which resolves to these, falls under. */
export const toPlace = ({ hostname: host }: URL, [server = null]: (string | null)[]) => ({
  host,
  platform: findPlatform(host),
  server,
})

/** Reads a body up to a number of bytes; what follows is closed. */
async function readStart(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readChunks(response, Number.POSITIVE_INFINITY)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

const toPost = ({ url }: ProbeTarget) => ({ url, host: new URL(url).hostname })

/** The body is its protocol's to read: JSON or an event stream is taken for JSON-RPC. */
const isFitting = ({ status, ok, headers }: Response): boolean =>
  isFittingAnswer(status, ok && /\b(json|event-stream)\b/.test(headers.get('content-type') ?? ''))

/** Returns the result of a probe that failed; null where it was not observed. Throws any other error. */
function toFailedResult(error: unknown): ProbeResult | null {
  if (error instanceof NotObservedError) return null
  if (error instanceof RequestNotMade) return toNotProbed(error.reason)
  if (!(error instanceof ProbeFailure)) throw error
  return { ...OBSERVES_NOTHING, outcome: error.outcome, reason: error.reason }
}

const toNotProbed = (reason: NotProbedReason): ProbeResult => ({
  ...OBSERVES_NOTHING,
  outcome: 'not_probed',
  reason,
})
