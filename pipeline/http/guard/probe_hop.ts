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
  readonly #options: HopOptions
  readonly #startedAt: number
  #stop: () => number

  /** `leftMs`: of the whole answer. */
  constructor(options: HopOptions, leftMs: number) {
    this.#options = options
    this.#startedAt = options.clock.now()
    this.#stop = this.#limit(leftMs, 'timeout')
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
  }

  /** Stops its clock, and returns the milliseconds left. */
  stop(): number {
    return this.#stop()
  }

  /** Gives the body its bound; of an event stream by itself, and of all else the rest of the whole time. */
  limitBody(isStream: boolean): void {
    const leftMs = this.#stop()
    this.#stop = isStream
      ? this.#limit(this.#options.bounds.streamMs, 'timeout')
      : this.#limit(leftMs, 'malformed')
  }

  /** Waits for something of this hop. Throws the reason of its abort, also where what it waits for ignores the abort. */
  async wait<T>(task: Promise<T>): Promise<T> {
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const onAbort = () => reject(this.signal.reason)
    this.signal.addEventListener('abort', onAbort)
    if (this.signal.aborted) onAbort()
    try {
      return await Promise.race([task, aborted])
    } catch (error) {
      task.catch(() => {})
      throw this.signal.aborted ? this.signal.reason : error
    } finally {
      this.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Sends the request to one address after another until one connects; throws ProbeFailure or NotObservedError. */
  async send(url: URL, ips: string[], request: Omit<ReachRequest, 'signal'>): Promise<ReachedResponse> {
    const stop = this.#limit(this.#options.bounds.firstByteMs, 'timeout')
    try {
      let failure: Error | null = null
      const addresses = chooseAddresses(ips)
      for (const [i, ip] of addresses.entries()) {
        const attempt = await this.#attempt(url, ip, request, i === addresses.length - 1)
        if ('reached' in attempt) return attempt.reached
        // What a host did tells more than that this machine has no route to its other address.
        failure = failure === null || failure instanceof NotObservedError ? attempt.failure : failure
      }
      throw failure ?? new ProbeFailure('dns')
    } finally {
      stop()
    }
  }

  async #attempt(url: URL, ip: string, request: Omit<ReachRequest, 'signal'>, isLast: boolean) {
    const { reach, clock, bounds } = this.#options
    const own = new AbortController()
    let isConnected = false
    const stop = clock.limit(bounds.connectMs, () => isLast || own.abort(new ProbeFailure('timeout')))
    const onConnect = () => {
      isConnected = true
      stop()
    }
    const signal = AbortSignal.any([this.signal, own.signal])
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

  #limit(ms: number, outcome: 'timeout' | 'malformed'): () => number {
    return this.#options.clock.limit(ms, () => this.abort(new ProbeFailure(outcome)))
  }
}

/** Returns the addresses to try: both families in turns, those of version 4 first. Throws ProbeFailure. */
export function chooseAddresses(ips: string[]): string[] {
  if (ips.length === 0) throw new ProbeFailure('dns')
  // One private address among public ones would suffice for an attacker who picks the moment.
  if (!ips.every(isPublicIp)) throw new ProbeFailure('unsafe')
  const [v4, v6] = [ips.filter((ip) => !ip.includes(':')), ips.filter((ip) => ip.includes(':'))]
  const inTurns = Array.from({ length: Math.max(v4.length, v6.length) }, (_, i) => [v4[i], v6[i]])
  return inTurns
    .flat()
    .flatMap((ip) => (ip === undefined ? [] : [ip]))
    .slice(0, MAX_ADDRESSES)
}
