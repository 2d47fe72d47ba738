import type { ArchivedResponse } from '../../archive/archive.ts'
import { UpstreamDown } from '../../errors.ts'
import { effectiveStatus, inMessage } from '../answer.ts'
import type { Guarded, Visit, VisitOptions } from '../guarded.ts'
import { type Hop, hop, Stopped } from './hop.ts'
import { HostTurns } from './host_turns.ts'
import { judge } from './judge.ts'
import { type Arrival, archiveVisit, type Bodies, nowhere, toVisit } from './record.ts'
import type { Reach, Resolve } from './transport.ts'

/** What the guard of one source on one day works with. */
export interface GuardOptions {
  resolve: Resolve
  reach: Reach
  archive: Bodies
  /** Visits of earlier days that may still hold, oldest first. */
  earlier: () => ArchivedResponse[]
  now: () => number
  /** Milliseconds that only go forward, for the budget: `now` may stand still. */
  monotonic?: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  userAgent: string
  /** What all guards of a run share, so that no host is asked twice at once; without it, this one's own. */
  turns?: HostTurns
  /** Visits that may be begun. */
  maxVisits: number
  /** For all visits together, from the first on: none is begun later. */
  budgetMs?: number
  /** For one visit, without its turns in the queue. */
  timeoutMs?: number
  /** Of one body, as sent and decompressed. */
  maxBytes?: number
}

/** The guard of one source on one day, and what it has recorded. */
export interface RecordingGuard extends Guarded {
  responses(): ArchivedResponse[]
  /** Ends what is still under way: call it when the source is done or has failed. */
  close(): void
}

/** Makes the guard through which one source visits addresses of strangers on one day. */
export const createGuard = (options: GuardOptions): RecordingGuard => new Guard(options)

const MAX_REDIRECTS = 3
const DEFAULTS = {
  monotonic: () => performance.now(),
  budgetMs: 300_000,
  timeoutMs: 8_000,
  maxBytes: 1024 * 1024,
}
const ACCEPT = { json: 'application/json, */*;q=0.5', any: '*/*' }

class Guard implements RecordingGuard {
  readonly #options: Required<GuardOptions>
  readonly #names = new Map<string, Promise<string[]>>()
  readonly #visits = new Map<string, Promise<ArchivedResponse>>()
  readonly #responses: ArchivedResponse[] = []
  readonly #stop = new AbortController()
  #earlier: Map<string, ArchivedResponse> | null = null
  #startedAt: number | null = null
  #begun = 0

  constructor(options: GuardOptions) {
    this.#options = { ...DEFAULTS, turns: new HostTurns(Number.POSITIVE_INFINITY), ...options }
  }

  async visit(url: string, options: VisitOptions): Promise<Visit> {
    const visiting = this.#visits.get(url) ?? this.#begin(url, options)
    this.#visits.set(url, visiting)
    return toVisit(this.#options.archive, await visiting, options)
  }

  responses(): ArchivedResponse[] {
    return [...this.#responses]
  }

  close(): void {
    this.#stop.abort()
  }

  #isOver(): boolean {
    const { monotonic, budgetMs } = this.#options
    const isSpent = this.#startedAt !== null && monotonic() - this.#startedAt >= budgetMs
    return isSpent || this.#stop.signal.aborted
  }

  async #begin(url: string, options: VisitOptions): Promise<ArchivedResponse> {
    const { maxVisits, archive, now, monotonic } = this.#options
    if (this.#begun >= maxVisits) throw this.#spent(url, `${maxVisits} visits a day`)
    this.#begun++
    this.#startedAt ??= monotonic()
    const response = archiveVisit(archive, url, await this.#travel(url, options), now())
    this.#responses.push(response)
    return response
  }

  /** Goes where redirects lead. Each hop has its own turn, so that no host is asked twice at once by way of another. */
  async #travel(address: string, expected: VisitOptions): Promise<Arrival> {
    const time = { left: this.#options.timeoutMs }
    let last: Arrival = nowhere('refused_unsafe')
    let target: string | null = address
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url: URL | null = target === null ? null : judge(target)
      if (url === null) return { ...last, outcome: target === null ? 'error' : 'refused_unsafe' }
      const next: Hop = await this.#inTurn(address, url, () => this.#hop(address, url, expected, time))
      // A hop that nothing answered says why; the answer before it says how far the visit came.
      last = next.status === 0 ? { ...last, outcome: next.outcome } : next
      if (next.location === null) return last
      target = URL.parse(next.location, url.href)?.href ?? null
    }
    return { ...last, outcome: 'error' }
  }

  async #hop(address: string, url: URL, expected: VisitOptions, time: { left: number }): Promise<Hop> {
    const { userAgent, archive } = this.#options
    const begun = performance.now()
    const earlier = this.#earlierOf(address)
    const isHeld = earlier?.final_url === url.href && archive.hasBody(earlier.sha256)
    const headers = {
      accept: ACCEPT[expected.expect],
      'accept-encoding': 'identity',
      'user-agent': userAgent,
    }
    const hopped = await hop(url, {
      ...this.#options,
      resolve: (host) => this.#resolve(host),
      headers,
      timeoutMs: time.left,
      stop: this.#stop.signal,
      earlier: isHeld ? earlier : null,
      expected,
    })
    time.left = Math.max(0, time.left - (performance.now() - begun))
    return hopped
  }

  async #inTurn<T>(address: string, url: URL, task: () => Promise<T>): Promise<T> {
    const run = async () => {
      if (this.#isOver()) throw this.#spent(address, `${this.#options.budgetMs / 1000} s`)
      return task()
    }
    try {
      return await this.#options.turns.take(url.host, run)
    } catch (error) {
      throw error instanceof Stopped ? new UpstreamDown(inMessage(address), error.message) : error
    }
  }

  /** Looked up once in a run: what was judged is what is connected to. */
  #resolve(host: string): Promise<string[]> {
    const ips = this.#names.get(host) ?? this.#options.resolve(host)
    this.#names.set(host, ips)
    return ips
  }

  #earlierOf(url: string): ArchivedResponse | null {
    this.#earlier ??= new Map(
      this.#options
        .earlier()
        .filter(({ outcome, etag, status }) => outcome === 'ok' && etag && effectiveStatus(status) === 200)
        .map((response) => [response.url, response]),
    )
    return this.#earlier.get(url) ?? null
  }

  #spent(url: string, budget: string): UpstreamDown {
    return new UpstreamDown(inMessage(url), `the budget of ${budget} is spent: it is asked on a later day`)
  }
}
