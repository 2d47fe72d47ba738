import type { NotProbedReason } from './outcome.ts'
import { type PaceClock, PaceGate } from './pace_gate.ts'
import { type GateEntry, PaceLimit, type Place, PlaceLimits } from './pace_limit.ts'

/** Probes under way at once: hosts that hang for 15 s hold up no more than these. */
const MAX_PROBES = 1_024
const MAX_REFUSALS = 3
/** Rest of a host that refused and did not say for how long. */
const REFUSED_REST_MS = 30_000
const REQUESTS = {
  host: { atOnce: 1, starts: { max: 1, windowMs: 1_000 } },
  // In shorter parts a timer that is late would cost most of the rate.
  shared: { atOnce: 64, starts: { max: 50, windowMs: 1_000 } },
}

type PaceReason = Extract<NotProbedReason, 'host_refused' | 'time'>

/** A request that must not be made, or no longer: the host refused three times, or the day's time is over. */
export class RequestNotMade extends Error {
  readonly reason: PaceReason
  constructor(reason: PaceReason) {
    super(
      reason === 'time' ? "the day's time for probes is over" : 'the host refused, and is left for the day',
    )
    this.reason = reason
  }
}

/** A probe that was not started, and the reason. */
export interface UnstartedProbe<T> {
  item: T
  reason: PaceReason
}

/** The shared limits of a probe under way, which others use while its host rests. */
interface SharedPlaces {
  limits: PaceLimit[]
  isLent: boolean
}

/** Dependencies and bounds of a day's pace. */
export interface PaceOptions<T> {
  clock: PaceClock
  /** No probe and no request starts from this time of the clock on. */
  endsAt: number
  probe: (item: T) => Promise<void>
  maxProbes?: number
}

/**
 * Runs a day's probes: to a host one request at a time and one a second; to a platform, and to a public server address,
 * at most 50 a second and 64 at once. Probes start by their order, those that their limits hold up later.
 */
export class ProbePace<T> {
  readonly #options: PaceOptions<T>
  readonly #all: PaceLimit
  readonly #probes: PaceGate
  readonly #requests: PaceGate
  readonly #probeLimits = new PlaceLimits({ atOnce: 1 }, { atOnce: REQUESTS.shared.atOnce })
  readonly #requestLimits = new PlaceLimits(REQUESTS.host, REQUESTS.shared)
  readonly #refusals = new Map<string, number>()
  readonly #unstarted = new Map<T, Place>()
  /** Of the probe under way at each host. */
  readonly #shared = new Map<string, SharedPlaces>()
  readonly #waitingRequests = new Set<GateEntry>()
  readonly #endOfTime = new AbortController()
  readonly #done = Promise.withResolvers<void>()
  #dropped = 0
  #requested = 0
  #underWay = 0
  #isComplete = false
  #isOver = false
  #failure: { error: unknown } | null = null

  constructor(options: PaceOptions<T>) {
    const { clock, endsAt, maxProbes = MAX_PROBES } = options
    this.#options = options
    this.#all = new PaceLimit({ atOnce: maxProbes })
    this.#probes = new PaceGate(clock)
    this.#requests = new PaceGate(clock)
    const stop = () => this.#stop()
    clock.sleep(Math.max(0, endsAt - clock.now()), this.#endOfTime.signal).then(stop, stop)
  }

  /** Queues a probe. Items are distinct; the smallest `order` is first. */
  add(item: T, place: Place, order: number): void {
    this.#unstarted.set(item, place)
    const limits = [...this.#probeLimits.find(place), this.#all]
    const drop = () => {
      this.#dropped++
      this.#endIfDone()
    }
    this.#probes.add({ limits, order, start: () => this.#start(item, place, limits), drop })
  }

  /**
   * Waits until all probes have ended, once no more are added; returns those that were not started. Rejects with the
   * error of a probe that threw.
   */
  async finish(): Promise<UnstartedProbe<T>[]> {
    this.#isComplete = true
    this.#endIfDone()
    await this.#done.promise
    const left = [...this.#unstarted].map(([item, { host }]) => ({ item, reason: this.#findReason(host) }))
    this.#endOfTime.abort()
    if (this.#failure) throw this.#failure.error
    return left
  }

  /**
   * Waits until a request may be made; returns a function to call once its answer is read or given up. Rejects with
   * RequestNotMade when it must not be made.
   */
  begin(place: Place): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const limits = this.#requestLimits.find(place)
    const takeBack = this.#lendWhileResting(place.host)
    const start = () => {
      takeBack()
      this.#waitingRequests.delete(entry)
      // Once, though it may be called again.
      resolve(() => this.#requests.end({ limits: limits.splice(0) }))
    }
    const drop = () => {
      takeBack()
      this.#waitingRequests.delete(entry)
      reject(new RequestNotMade(this.#findReason(place.host)))
    }
    const entry = { limits, order: this.#requested++, start, drop }
    this.#waitingRequests.add(entry)
    if (this.#isOver) drop()
    else this.#requests.add(entry)
    return promise
  }

  /**
   * Counts a refusal of a host (429, a bot check, 503 with Retry-After), which then rests for the requested time, in
   * milliseconds of the clock. At its third the host is left for the day.
   */
  refuse(host: string, retryAfterMs: number | null): void {
    const count = (this.#refusals.get(host) ?? 0) + 1
    this.#refusals.set(host, count)
    const until = this.#options.clock.now() + (retryAfterMs ?? REFUSED_REST_MS)
    for (const limits of [this.#probeLimits, this.#requestLimits]) limits.findHost(host).rest(until)
    if (count < MAX_REFUSALS) return
    this.#probes.close(this.#probeLimits.findHost(host))
    this.#requests.close(this.#requestLimits.findHost(host))
  }

  #start(item: T, { host }: Place, limits: PaceLimit[]): void {
    this.#unstarted.delete(item)
    this.#underWay++
    this.#shared.set(host, { limits: limits.slice(1), isLent: false })
    const end = () => {
      this.#underWay--
      this.#shared.delete(host)
      // The next probe of the host waits for its turn outside, where it takes no place of others.
      const { freeAt } = this.#requestLimits.findHost(host)
      if (Number.isFinite(freeAt)) this.#probeLimits.findHost(host).rest(freeAt)
      this.#probes.end({ limits })
      this.#endIfDone()
    }
    this.#options.probe(item).then(end, (error) => {
      this.#failure ??= { error }
      this.#stop()
      end()
    })
  }

  /**
   * Gives the platform's place of a probe whose host refused and rests, and its place among all, to others: many such
   * hosts would else hold up the rest of their platform. Returns a function that takes them back.
   */
  #lendWhileResting(host: string): () => void {
    const shared = this.#shared.get(host)
    const isResting = this.#requestLimits.findHost(host).freeAt > this.#options.clock.now()
    if (!shared || shared.isLent || !this.#refusals.has(host) || !isResting) return () => {}
    shared.isLent = true
    this.#probes.end(shared)
    return () => {
      if (!shared.isLent) return
      shared.isLent = false
      // At once, beyond the bound if need be: it is of probes, and requests have one of their own.
      for (const limit of shared.limits) limit.start(this.#options.clock.now())
    }
  }

  #findReason(host: string): PaceReason {
    const { isClosed, freeAt } = this.#probeLimits.findHost(host)
    const isResting = this.#refusals.has(host) && freeAt > this.#options.clock.now()
    return isClosed || isResting ? 'host_refused' : 'time'
  }

  #stop(): void {
    this.#isOver = true
    this.#probes.stop()
    this.#requests.stop()
    for (const { drop } of [...this.#waitingRequests]) drop()
    this.#endIfDone()
  }

  #endIfDone(): void {
    const isNoneWaiting = this.#isOver || this.#unstarted.size === this.#dropped
    if (this.#isComplete && this.#underWay === 0 && isNoneWaiting) this.#done.resolve()
  }
}
