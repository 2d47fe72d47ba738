import { ProbeFailure } from '../../probes/protocol.ts'
import { isPublicIp } from './judge.ts'
import { classifyError } from './outcome.ts'
import type { ProbeClock } from './probe_clock.ts'
import { toConnectFailure } from './probe_failure.ts'
import { NotObservedError, type Reach, type ReachedResponse, type ReachRequest } from './transport.ts'

/** Bounds of an exchange, in milliseconds of the clock of probes and in bytes. */
export interface ProbeBounds {
  /** For the connection to one address, while the host has another. */
  connectMs: number
  firstByteMs: number
  /** For the whole answer, redirects included, without its time in queues. */
  totalMs: number
  /** For an event stream. */
  streamMs: number
  /** Of one body, as sent and decompressed. */
  maxBytes: number
}

/** Dependencies of a hop. */
export interface HopOptions {
  reach: Reach
  clock: ProbeClock
  bounds: ProbeBounds
}

const MAX_ADDRESSES = 4
const MAX_HEADER_BYTES = 65_536

/** One request of a probe to one host: it can be aborted until its answer is read. */
export class ProbeHop {
  readonly #controller = new AbortController()
  readonly #aborted = Promise.withResolvers<never>()
  readonly #options: HopOptions
  readonly #startedAt: number
  #leftMs: number
  #stopLimit: (() => void) | null = null

  /** `leftMs`: of the whole answer. */
  constructor(options: HopOptions, leftMs: number) {
    this.#options = options
    this.#leftMs = leftMs
    this.#startedAt = options.clock.now()
    this.#aborted.promise.catch(() => {})
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds since its start. */
  get elapsedMs(): number {
    return this.#options.clock.now() - this.#startedAt
  }

  /** Ends the connection, unless its answer was read to the end. */
  abort(reason: unknown): void {
    this.#controller.abort(reason)
    this.#aborted.reject(this.signal.reason)
  }

  /** Stops its clock, and returns the milliseconds left of the whole answer. */
  stop(): number {
    this.#stopLimit?.()
    this.#stopLimit = null
    return this.#leftMs
  }

  /** Gives the body its bound: an event stream its own, all else the rest of the whole time. */
  limitBody(isStream: boolean): void {
    if (isStream) this.#leftMs = this.#options.bounds.streamMs
    this.#limit(this.#leftMs, isStream ? 'timeout' : 'malformed')
  }

  /** Waits for something of this hop. Throws the reason of its abort, also where what it waits for ignores the abort. */
  async wait<T>(task: Promise<T>): Promise<T> {
    try {
      return await Promise.race([task, this.#aborted.promise])
    } catch (error) {
      task.catch(() => {})
      throw this.signal.aborted ? this.signal.reason : error
    }
  }

  /** Sends the request to one address after another until one connects. Throws ProbeFailure or NotObservedError. */
  async send(url: URL, addresses: string[], request: Omit<ReachRequest, 'signal'>): Promise<ReachedResponse> {
    this.#limit(Math.min(this.#options.bounds.firstByteMs, this.#leftMs), 'timeout')
    try {
      let failure: Error | null = null
      for (const [i, ip] of addresses.entries()) {
        const attempt = await this.#attempt(url, ip, request, i === addresses.length - 1)
        if ('reached' in attempt) return attempt.reached
        // What a host did tells more than that this machine has no route to its other address.
        failure = failure === null || failure instanceof NotObservedError ? attempt.failure : failure
      }
      throw failure ?? new ProbeFailure('dns')
    } finally {
      this.stop()
    }
  }

  async #attempt(url: URL, ip: string, request: Omit<ReachRequest, 'signal'>, isLast: boolean) {
    const { reach, clock, bounds } = this.#options
    const own = isLast ? this.#controller : new AbortController()
    const signal = isLast ? own.signal : AbortSignal.any([this.signal, own.signal])
    let isConnected = false
    const stop = isLast
      ? () => {}
      : clock.limit(bounds.connectMs, () => own.abort(new ProbeFailure('timeout')))
    const onConnect = () => {
      isConnected = true
      stop()
    }
    try {
      const sent = reach(url, ip, { ...request, signal, onConnect, maxHeaderBytes: MAX_HEADER_BYTES })
      return { reached: await this.wait(sent) }
    } catch (error) {
      this.signal.throwIfAborted()
      const failure = toConnectFailure(own.signal.aborted ? own.signal.reason : error)
      // Sent is sent: a request that may have arrived does not go to another address.
      if (isConnected || classifyError(error) === 'tls') throw failure
      return { failure }
    } finally {
      stop()
    }
  }

  #limit(ms: number, outcome: 'timeout' | 'malformed'): void {
    const stop = this.#options.clock.limit(ms, () => this.abort(new ProbeFailure(outcome)))
    this.#stopLimit = () => {
      this.#leftMs -= ms - stop()
    }
  }
}

const chosen = new WeakMap<string[], string[]>()

/** Returns the addresses to try: both families in turns, those of version 4 first. Throws ProbeFailure. */
export function chooseAddresses(ips: string[]): string[] {
  // A host is asked many times, and its name is looked up once.
  const known = chosen.get(ips)
  if (known) return known
  if (ips.length === 0) throw new ProbeFailure('dns')
  // One private address among public ones would suffice for an attacker who picks the moment.
  if (!ips.every(isPublicIp)) throw new ProbeFailure('unsafe')
  const [v4, v6] = [ips.filter((ip) => !ip.includes(':')), ips.filter((ip) => ip.includes(':'))]
  const inTurns = Array.from({ length: Math.max(v4.length, v6.length) }, (_, i) => [v4[i], v6[i]])
  const addresses = inTurns
    .flat()
    .flatMap((ip) => ip ?? [])
    .slice(0, MAX_ADDRESSES)
  chosen.set(ips, addresses)
  return addresses
}
