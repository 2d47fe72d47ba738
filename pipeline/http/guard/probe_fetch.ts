import type { ArchivedResponse } from '../../archive/source_day.ts'
import { ProbeFailure, type ProbeFetch, type ProbeRequest } from '../../probes/protocol.ts'
import { Lookups } from './lookups.ts'
import type { ProbeClock } from './probe_clock.ts'
import { ProbeExchange } from './probe_exchange.ts'
import type { ProbeBounds } from './probe_hop.ts'
import { archiveExchange, type Exchanged, FAILED, RequestCounter, type SentRequest } from './probe_record.ts'
import type { BeginRequest } from './probe_slot.ts'
import { rememberBodies } from './recent_bodies.ts'
import type { Bodies } from './record.ts'
import { NotObservedError, type Reach, type Resolve } from './transport.ts'

/** The requests of one probe, live or from the record. */
export interface ProbeSession {
  fetch: ProbeFetch
  /** Records a request that the rules of the day do not allow, and returns its failure. */
  refuse(url: string, init: ProbeRequest, failure: ProbeFailure): ProbeFailure
  /** Ends what is still open, and returns the exchanges in the order in which they were sent. */
  close(): ArchivedResponse[]
}

/** Probes of third-party addresses. */
export interface ProbeSessions {
  /** `target`: the declared address that is probed. */
  open(target: string): ProbeSession
  /** Ends all requests in flight, which are then not observed. */
  close(): void
}

/** Dependencies and limits of the guard of probes. */
export interface ProbeGuardOptions {
  resolve: Resolve
  reach: Reach
  archive: Bodies
  /** Time of the records. */
  now: () => number
  clock: ProbeClock
  /** The pace: waits for the turn of each request, redirects too. */
  begin: BeginRequest
  userAgent: string
  bounds?: Partial<ProbeBounds>
}

/** Bounds of each exchange with a third party. */
export const PROBE_BOUNDS: ProbeBounds = {
  connectMs: 5_000,
  firstByteMs: 15_000,
  totalMs: 30_000,
  // Ten pages of a list, each after 10 s, come through one stream.
  streamMs: 180_000,
  maxBytes: 4 * 1024 * 1024,
}

const OVER = new DOMException('the probe is over', 'AbortError')
const NO_ANSWER: Exchanged = { ...FAILED, failure: new ProbeFailure('timeout') }

/**
 * Creates the guard of probes: https on 443 only, literal and resolved addresses public, every redirect judged again, no
 * cookie and no credential, one request at a time per host, and bounds of bytes and time.
 */
export const createProbeGuard = (options: ProbeGuardOptions): ProbeSessions => new ProbeGuard(options)

class ProbeGuard implements ProbeSessions {
  readonly #options: ProbeGuardOptions
  readonly #lookups: Lookups
  readonly #stop = new AbortController()
  readonly #open = new Set<LiveSession>()
  readonly #archive: Bodies

  constructor(options: ProbeGuardOptions) {
    this.#options = options
    this.#lookups = new Lookups(options.resolve, this.#stop.signal)
    this.#archive = rememberBodies(options.archive)
  }

  open(target: string): ProbeSession {
    const session = new LiveSession(target, {
      ...this.#options,
      lookups: this.#lookups,
      archive: this.#archive,
      bounds: { ...PROBE_BOUNDS, ...this.#options.bounds },
      onClose: () => this.#open.delete(session),
    })
    this.#open.add(session)
    if (this.#stop.signal.aborted) session.stop()
    return session
  }

  close(): void {
    this.#stop.abort()
    for (const session of this.#open) session.stop()
  }
}

interface SessionOptions extends ProbeGuardOptions {
  bounds: ProbeBounds
  lookups: Lookups
  onClose: () => void
}

class LiveSession implements ProbeSession {
  readonly #options: SessionOptions
  readonly #counter: RequestCounter
  readonly #exchanges: { sent: SentRequest; response: ArchivedResponse | null }[] = []
  readonly #stop = new AbortController()

  constructor(target: string, options: SessionOptions) {
    this.#options = options
    this.#counter = new RequestCounter(target)
  }

  readonly fetch: ProbeFetch = async (url, init) => {
    const exchange = new ProbeExchange(init, {
      ...this.#options,
      signal: init.signal ? AbortSignal.any([init.signal, this.#stop.signal]) : this.#stop.signal,
      record: this.#recordTo(url, init),
    })
    return exchange.run(url)
  }

  refuse(url: string, init: ProbeRequest, failure: ProbeFailure): ProbeFailure {
    this.#recordTo(url, init)({ ...FAILED, failure })
    return failure
  }

  /** Ends its requests, which are then not observed. */
  stop(): void {
    this.#stop.abort(new NotObservedError('the guard is closed'))
  }

  close(): ArchivedResponse[] {
    this.#stop.abort(OVER)
    this.#options.onClose()
    // One that its protocol did not wait for has no answer.
    return this.#exchanges.map(({ sent, response }) => response ?? this.#archive(sent, NO_ANSWER))
  }

  #recordTo(url: string, init: ProbeRequest) {
    const sent = this.#counter.identify(url, init)
    if (init.body !== undefined) this.#options.archive.writeBody(Buffer.from(init.body))
    // Its place is that of its start, whenever it ends.
    const exchange = { sent, response: null as ArchivedResponse | null }
    this.#exchanges.push(exchange)
    return (came: Exchanged): ArchivedResponse => {
      exchange.response = this.#archive(sent, came)
      return exchange.response
    }
  }

  #archive(sent: SentRequest, came: Exchanged): ArchivedResponse {
    return archiveExchange(this.#options.archive, sent, came, this.#options.now())
  }
}
