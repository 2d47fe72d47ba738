import type { ArchivedResponse } from '../archive/source_day.ts'
import type { ProbeSession, ProbeSessions } from '../http/guard/probe_fetch.ts'
import { NotObservedError } from '../http/guard/transport.ts'
import { readChunks } from './classify.ts'
import type { NotProbedReason } from './outcome.ts'
import { RequestNotMade } from './pace.ts'
import {
  ProbeFailure,
  type ProbeFetch,
  type ProbeResult,
  type ProbeTarget,
  type Protocol,
  type ProtocolKind,
} from './protocol.ts'
import { findRobots, MAX_ROBOTS_BYTES, RobotsRules } from './robots.ts'

/** A finished probe, with its exchanges in the order in which they were sent. */
export interface FinishedProbe {
  target: ProbeTarget
  /** Null where this machine could not observe it. */
  result: ProbeResult | null
  responses: ArchivedResponse[]
}

export interface ObservedProbe extends FinishedProbe {
  result: ProbeResult
}

/** True if this machine could observe the probe. */
export const isObserved = (probe: FinishedProbe): probe is ObservedProbe => probe.result !== null

/** Dependencies of a prober of addresses. */
export interface TargetProberOptions {
  sessions: ProbeSessions
  protocols: readonly Protocol[]
  /** Wraps the fetch of a probe, live by the rules of the day. */
  wrapFetch: (target: ProbeTarget, session: ProbeSession) => ProbeFetch
  /** Takes the answer to each request for robots.txt. */
  onRobotsAnswer: (url: URL, response: Response) => void
  /** Takes the exchanges about robots.txt of each host. */
  onRobots: (responses: ArchivedResponse[]) => void
}

/** The rules of a host, and the failure to read them. */
interface HostRobots {
  rules: RobotsRules
  failure: Error | null
}

const NO_ROBOTS: Promise<HostRobots> = Promise.resolve({
  rules: new RobotsRules({ status: 404, body: null }),
  failure: null,
})

const OBSERVES_NOTHING: Omit<ProbeResult, 'outcome' | 'reason'> = {
  ...{ status: null, finalUrl: null, protocolVersion: null },
  ...{ serverName: null, serverVersion: null, details: null },
}

/** Probes addresses in their protocols, each host's robots.txt first: live and in a replay by the same steps. */
export class TargetProber {
  readonly #options: TargetProberOptions
  readonly #protocols: Map<ProtocolKind, Protocol>
  readonly #robots = new Map<string, Promise<HostRobots>>()

  constructor(options: TargetProberOptions) {
    this.#options = options
    this.#protocols = new Map(
      options.protocols.flatMap((protocol) => protocol.kinds.map((kind) => [kind, protocol] as const)),
    )
  }

  /** Probes an address. Throws only what is no failure of the address or of this machine. */
  async probe(target: ProbeTarget): Promise<FinishedProbe> {
    const robots = await this.#readRobots(target.url)
    const session = this.#options.sessions.open(target.url)
    const result = await this.#request(target, robots, session).catch(toFailedResult)
    return { target, result, responses: session.close() }
  }

  /** Returns the result that an address has by its host's robots.txt alone, if that was read and decides; else null. */
  async judgeUnstarted(target: ProbeTarget, canRead = false): Promise<FinishedProbe | null> {
    const at = findRobots(target.url)
    if (at === null || (!canRead && !this.#robots.has(at.href))) return null
    const robots = await this.#readRobots(target.url)
    const result = await judgeByRobots(target, robots).catch(toFailedResult)
    const isDecided = result !== null && result.reason !== 'time' && result.reason !== 'host_refused'
    return isDecided ? { target, result, responses: [] } : null
  }

  async #request(target: ProbeTarget, robots: HostRobots, session: ProbeSession): Promise<ProbeResult> {
    const excluded = await judgeByRobots(target, robots)
    if (excluded !== null) return excluded
    const protocol = this.#protocols.get(target.kind)
    if (!protocol) throw new Error(`no protocol probes ${target.kind}: add one to pipeline/probes`)
    return protocol.probe(target, this.#options.wrapFetch(target, session))
  }

  /** Reads the robots.txt of a host once. */
  #readRobots(address: string): Promise<HostRobots> {
    const url = findRobots(address)
    if (url === null) return NO_ROBOTS
    const reading = this.#robots.get(url.href) ?? this.#fetchRobots(url)
    this.#robots.set(url.href, reading)
    return reading
  }

  async #fetchRobots(url: URL): Promise<HostRobots> {
    const session = this.#options.sessions.open(url.href)
    try {
      const response = await session.fetch(url.href, {
        method: 'GET',
        headers: { accept: 'text/plain, */*;q=0.5' },
      })
      this.#options.onRobotsAnswer(url, response)
      const body = await readStart(response, MAX_ROBOTS_BYTES + 1)
      return { rules: new RobotsRules({ status: response.status, body }), failure: null }
    } catch (error) {
      if (!isNoAnswer(error)) throw error
      return { rules: new RobotsRules({ status: null, body: null }), failure: error }
    } finally {
      this.#options.onRobots(session.close())
    }
  }
}

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

/**
 * Returns the result of an address that robots.txt excludes, or null. Throws the failure to read that: a host that does
 * not answer has no rules to obey, and its failure is the result.
 */
async function judgeByRobots(
  { url, kind }: ProbeTarget,
  { rules, failure }: HostRobots,
): Promise<ProbeResult | null> {
  const reason = rules.judge(url, kind)
  if (reason === 'robots' && failure) throw failure
  return reason === null ? null : toNotProbed(reason)
}

/** True for a request without an answer, for whatever reason. */
const isNoAnswer = (error: unknown): error is Error =>
  error instanceof ProbeFailure || error instanceof RequestNotMade || error instanceof NotObservedError

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
