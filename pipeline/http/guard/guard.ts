import { UpstreamDown } from '../../../core/domain/errors.ts'
import type { FetchJournal } from '../../archive/fetch_journal.ts'
import type { ArchivedResponse } from '../../archive/source_day.ts'
import { effectiveStatus, sanitizeText } from '../answer.ts'
import type { GuardedVisits, Visit, VisitOptions } from '../guarded.ts'
import { GuardStopped, type Hop, runHop } from './hop.ts'
import { HostQueue } from './host_queue.ts'
import { judgeUrl } from './judge.ts'
import { LOOKUP_PRIORITY, Lookups } from './lookups.ts'
import { classifyError } from './outcome.ts'
import { ProcessTimeBudget } from './process_time_budget.ts'
import {
  archiveUnobserved,
  archiveVisit,
  type Bodies,
  failedVisit,
  toVisit,
  VISIT_NOT_OBSERVED,
  type VisitResult,
} from './record.ts'
import { NotObservedError, type Reach, type Resolve } from './transport.ts'

/** Dependencies and limits of the guard of one source on one day. */
export interface GuardOptions {
  resolve: Resolve
  reach: Reach
  archive: Bodies
  /** Has the visits of a run of this day that did not end, and takes those of this one. */
  journal?: FetchJournal | null
  /** Visits of earlier days for revalidation, oldest first. */
  earlier: () => ArchivedResponse[]
  now: () => number
  /** Monotonic clock in milliseconds, for the budget: `now` may be constant. */
  monotonic?: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  userAgent: string
  /** Shared by all guards of a run, so that no host gets two requests at once; its own by default. */
  queue?: HostQueue
  /** Maximum number of visits; one whose name no name server answers for does not count. */
  maxVisits: number
  /** For all visits together, from the first on: none starts later. */
  budgetMs?: number
  /** For one visit, without its time in the queue and without DNS lookups. */
  timeoutMs?: number
  /** Of one body, as sent and decompressed. */
  maxBytes?: number
}

/** The guard of one source on one day, with its recorded visits. */
export interface RecordingGuard extends GuardedVisits {
  responses(): ArchivedResponse[]
  /** True once its time was over before its visits were. */
  readonly isOutOfTime: boolean
  /** Aborts visits in flight: call it when the source is done or has failed. */
  close(): void
}

/** Creates the guard through which one source visits addresses of third parties on one day. */
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
  readonly #lookups: Lookups
  readonly #visits = new Map<string, Promise<ArchivedResponse>>()
  readonly #responses: ArchivedResponse[] = []
  readonly #stop = new AbortController()
  #earlier: ArchivedResponse[] | null = null
  #revalidated: Map<string, ArchivedResponse> | null = null
  #unanswered: Set<string> | null = null
  #startedAt: number | null = null
  #started = 0
  isOutOfTime = false

  constructor(options: GuardOptions) {
    this.#options = { ...DEFAULTS, journal: null, queue: new HostQueue(Number.POSITIVE_INFINITY), ...options }
    this.#lookups = new Lookups(this.#options.resolve, this.#stop.signal)
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

  #checkTime(address: string): void {
    const { monotonic, budgetMs } = this.#options
    const isSpent = this.#startedAt !== null && monotonic() - this.#startedAt >= budgetMs
    this.isOutOfTime ||= isSpent && !this.#stop.signal.aborted
    if (isSpent || this.#stop.signal.aborted) throw this.#toBudgetError(address, `${budgetMs / 1000} s`)
  }

  async #begin(url: string, options: VisitOptions): Promise<ArchivedResponse> {
    const { archive, now, monotonic } = this.#options
    const known = this.#findInJournal(url)
    if (known !== null) return known
    this.#startedAt ??= monotonic()
    const response = await this.#followRedirects(url, options).then(
      (to) => archiveVisit(archive, url, to, now()),
      (error: unknown) => {
        if (error instanceof NotObservedError) return archiveUnobserved(archive, url, now())
        throw error
      },
    )
    this.#responses.push(response)
    this.#options.journal?.add([response])
    return response
  }

  /** Returns the visit of an interrupted run, which counts as one of the day. */
  #findInJournal(url: string): ArchivedResponse | null {
    const { journal, archive } = this.#options
    const known = journal?.find({ method: 'GET', url, request: null }) ?? null
    const isVisit = known?.outcome !== undefined && known.outcome !== VISIT_NOT_OBSERVED
    if (!isVisit || !archive.hasBody(known.sha256)) return null
    if (judgeUrl(url) !== null) this.#started++
    this.#responses.push(known)
    return known
  }

  /** Follows redirects. Each hop queues for its host, so that no host gets two requests at once by way of another. */
  async #followRedirects(address: string, expected: VisitOptions): Promise<VisitResult> {
    const time = new ProcessTimeBudget(this.#options.timeoutMs)
    let last: VisitResult = failedVisit('refused_unsafe')
    let target: string | null = address
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const url: URL | null = target === null ? null : judgeUrl(target)
      if (url === null) return { ...last, outcome: target === null ? 'error' : 'refused_unsafe' }
      const ips = await (redirects === 0
        ? this.#admit(address, url)
        : this.#lookUp(address, url, LOOKUP_PRIORITY.redirect))
      const next: Hop = Array.isArray(ips)
        ? await this.#queued(address, url, () => this.#hop(address, url, ips, expected, time))
        : { ...failedVisit(classifyError(ips)), location: null }
      // The outcome of a hop without an answer counts; the other fields are of the answer before it.
      last = next.status === 0 ? { ...last, outcome: next.outcome } : next
      if (next.location === null) return last
      target = URL.parse(next.location, url.href)?.href ?? null
    }
    return { ...last, outcome: 'error' }
  }

  /** Looks up the first host, and counts the visit: names without any answer use up no visit. */
  async #admit(address: string, url: URL): Promise<string[] | Error> {
    const { maxVisits } = this.#options
    const check = () => {
      if (this.#started >= maxVisits) throw this.#toBudgetError(address, `${maxVisits} visits a day`)
    }
    const turn = this.#readUnanswered().has(url.host) ? LOOKUP_PRIORITY.unanswered : LOOKUP_PRIORITY.visit
    const ips = await this.#lookUp(address, url, turn, check)
    check()
    this.#started++
    return ips
  }

  async #lookUp(address: string, url: URL, turn: number, check = () => {}): Promise<string[] | Error> {
    try {
      return await this.#lookups.take(url, turn, () => {
        this.#checkTime(address)
        check()
      })
    } catch (error) {
      throw error instanceof GuardStopped ? new UpstreamDown(sanitizeText(address), error.message) : error
    }
  }

  async #hop(
    address: string,
    url: URL,
    ips: string[],
    expected: VisitOptions,
    time: ProcessTimeBudget,
  ): Promise<Hop> {
    const { userAgent, archive } = this.#options
    const earlier = this.#findEarlier(address)
    const isStored = earlier?.final_url === url.href && archive.hasBody(earlier.sha256)
    const headers = {
      accept: ACCEPT[expected.expect],
      'accept-encoding': 'identity',
      'user-agent': userAgent,
    }
    return runHop(url, {
      ...this.#options,
      ips,
      headers,
      time,
      stop: this.#stop.signal,
      earlier: isStored ? earlier : null,
      expected,
    })
  }

  async #queued<T>(address: string, url: URL, task: () => Promise<T>): Promise<T> {
    const run = async () => {
      this.#checkTime(address)
      return task()
    }
    try {
      return await this.#options.queue.run(url.host, run)
    } catch (error) {
      throw error instanceof GuardStopped ? new UpstreamDown(sanitizeText(address), error.message) : error
    }
  }

  /** Returns hosts whose names had no DNS answer on a recent day. */
  #readUnanswered(): Set<string> {
    this.#earlier ??= this.#options.earlier()
    this.#unanswered ??= new Set(
      this.#earlier
        .filter(({ outcome }) => outcome === VISIT_NOT_OBSERVED)
        .flatMap(({ url }) => judgeUrl(url)?.host ?? []),
    )
    return this.#unanswered
  }

  #findEarlier(url: string): ArchivedResponse | null {
    this.#earlier ??= this.#options.earlier()
    this.#revalidated ??= new Map(
      this.#earlier
        .filter(({ outcome, etag, status }) => outcome === 'ok' && etag && effectiveStatus(status) === 200)
        .map((response) => [response.url, response]),
    )
    return this.#revalidated.get(url) ?? null
  }

  #toBudgetError(url: string, budget: string): UpstreamDown {
    return new UpstreamDown(sanitizeText(url), `the budget of ${budget} is used up: retried on a later run`)
  }
}
