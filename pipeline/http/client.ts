import { BudgetSpent, UpstreamChanged } from '../../core/domain/errors.ts'
import type { ArchivedResponse } from '../archive/source_day.ts'
import {
  asBytes,
  type DescribedRequest,
  describeRequest,
  isAnswer,
  type ReadBody,
  readJsonBody,
  sanitizeText,
  WrongBody,
} from './answer.ts'
import { exchange, type ReceivedResponse } from './exchange.ts'
import { REQUESTS_SPENT, TransientError, toStatusError } from './failure.ts'
import type { HostQueues } from './host_queue.ts'
import type { Answer, BytesOptions, Http, RequestLimits } from './http.ts'
import { Recorder, type RecorderOptions } from './recorder.ts'
import { RetryBudget, retry } from './retry.ts'

/** Dependencies and limits of the client of one source on one day. */
export interface HttpOptions extends RecorderOptions {
  fetch: typeof globalThis.fetch
  random: () => number
  /** Waits; should reject when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  userAgent: string
  /** Monotonic clock in milliseconds, for the budget: `now` may be constant. */
  monotonic?: () => number
  /** The queue of each host, shared by all clients of a run. */
  queues: HostQueues
  /** For all requests together, from the first on. */
  budgetMs?: number
  /** For one attempt, body included. */
  timeoutMs?: number
  /** Of one body, decompressed. */
  maxBytes?: number
  attempts?: number
  /** Of all requests, retries apart. */
  maxRequests?: number
  /** Called with each answer as it arrives. */
  onAnswer?: (host: string, headers: Headers) => void
  /** Called with each failure that another attempt may mend. */
  onFailure?: (url: string, failure: TransientError) => void
}

/** Statistics of a client, failed attempts included. */
interface HttpStats {
  requests: number
  retries: number
  notModified: number
  /** Of bodies, decompressed. */
  bytes: number
}

/** The client of one source on one day, with its recorded responses. */
export interface RecordingHttp extends Http {
  /** The responses that were used, the last one for each request. */
  responses(): ArchivedResponse[]
  stats(): HttpStats
  /** True once its time, or that of a part of it, was over before its requests were. */
  readonly isOutOfTime: boolean
  /** Aborts requests in flight: call it when the source is done or has failed. */
  close(): void
}

/** Creates the HTTP client of one source on one day. */
export const createHttp = (options: HttpOptions): RecordingHttp => new Client(options)

/** The words in an error before the failure after which no time was left. */
export const LAST_FAILURE = 'last failure'

const DEFAULTS = {
  monotonic: () => performance.now(),
  budgetMs: 180_000,
  timeoutMs: 20_000,
  maxBytes: 32 * 1024 * 1024,
  // A fault that hits every third attempt at random stops two requests in a million.
  attempts: 12,
  maxRequests: Number.POSITIVE_INFINITY,
  onAnswer: () => {},
  onFailure: () => {},
}

/** The requests and the time that a client, or a part of it, may spend. */
interface Allowance {
  time: RetryBudget
  maxRequests: number
  started: number
  /** Those of this run alone. */
  maxSent: number
  sent: number
}

class Client implements RecordingHttp {
  readonly #options: Required<Omit<HttpOptions, 'journal' | 'repeated'>>
  readonly #whole: Allowance
  /** The times of the client and of its limited parts. */
  readonly #times: RetryBudget[]
  readonly #recorder: Recorder
  readonly #remaining = new Map<string, number>()
  readonly #stats: HttpStats = { requests: 0, retries: 0, notModified: 0, bytes: 0 }
  readonly json: Http['json']
  readonly bytes: Http['bytes']

  constructor(options: HttpOptions) {
    this.#options = { ...DEFAULTS, ...options }
    const { budgetMs, monotonic, maxRequests } = this.#options
    this.#whole = {
      time: new RetryBudget(budgetMs, monotonic),
      maxRequests,
      started: 0,
      maxSent: Number.POSITIVE_INFINITY,
      sent: 0,
    }
    this.#times = [this.#whole.time]
    this.#recorder = new Recorder(options)
    const { json, bytes } = this.#within([this.#whole])
    this.json = json
    this.bytes = bytes
  }

  limited({ requests, minutes, sent: maxSent = Number.POSITIVE_INFINITY }: RequestLimits): Http {
    const time = new RetryBudget(minutes * 60_000, this.#options.monotonic, this.#whole.time)
    this.#times.push(time)
    return this.#within([{ time, maxRequests: requests, started: 0, maxSent, sent: 0 }, this.#whole])
  }

  /** A client whose requests count for each of these; the time is that of the first. */
  #within(allowances: [Allowance, ...Allowance[]]): Http {
    return {
      json: (url, schema, options = {}) => this.#answer(url, options, readJsonBody(schema), allowances),
      bytes: (url, options = {}) => this.#answer(url, options, asBytes, allowances),
      remaining: (url) => this.remaining(url),
      limited: (limits) => this.limited(limits),
    }
  }

  async #answer<T>(
    url: string,
    options: BytesOptions,
    read: ReadBody<T>,
    allowances: [Allowance, ...Allowance[]],
  ): Promise<Answer<T>> {
    if (!URL.canParse(url)) throw new UpstreamChanged(sanitizeText(url), 'is not an address')
    const request = describeRequest(url, options)
    const repeated = this.#recorder.repeat(request, read, options)
    if (repeated !== null) return repeated
    for (const allowance of allowances)
      if (++allowance.started > allowance.maxRequests)
        throw new BudgetSpent(url, `the budget of ${allowance.maxRequests} ${REQUESTS_SPENT}`)
    // It was sent by an earlier run of the day: it counts as a request, and takes no time.
    const known = this.#recorder.answerFromJournal(request, read, options)
    if (known !== null) return known
    const [own] = allowances
    const { time } = own
    if (++own.sent > own.maxSent) {
      time.isSpent = true
      throw new BudgetSpent(url, `the ${own.maxSent} requests of a run are sent: a later run goes on`)
    }
    time.start()
    const { signal } = time
    const failures: TransientError[] = []
    const queue = this.#options.queues.of(new URL(url).host)
    const attempt = () => {
      if (failures.length > 0) this.#stats.retries++
      return this.#fetchRecorded(request, read, options, time)
    }
    const onFailure = (failure: TransientError) => {
      failures.push(failure)
      this.#options.onFailure(url, failure)
      queue.block(failure.waitMs)
    }
    const attempts = options.attempts ?? this.#options.attempts
    const sleep: HttpOptions['sleep'] = (ms, stop) => queue.pause(ms, stop, this.#options.sleep)
    const policy = { ...this.#options, attempts, budget: time, onFailure, sleep }
    try {
      // All attempts are one task, so that a host in trouble gets fewer requests and not more.
      return await queue.add(() => retry(url, attempt, policy), signal, options.isBackground)
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error
      const last = failures.at(-1)
      const detail = last ? `; ${LAST_FAILURE}: ${last.message}` : ''
      throw new BudgetSpent(url, `${signal.reason.message}${detail}`, { cause: last })
    }
  }

  remaining(url: string): number | null {
    return this.#remaining.get(new URL(url).host) ?? null
  }

  responses(): ArchivedResponse[] {
    return this.#recorder.responses()
  }

  get isOutOfTime(): boolean {
    return this.#times.some(({ isSpent }) => isSpent)
  }

  stats(): HttpStats {
    return { ...this.#stats }
  }

  close(): void {
    this.#whole.time.stop('the client is closed')
  }

  async #fetchRecorded<T>(
    request: DescribedRequest,
    read: ReadBody<T>,
    options: BytesOptions,
    time: RetryBudget,
  ): Promise<Answer<T>> {
    const earlier = this.#recorder.findEarlier(request)
    const received = await this.#send(request, options, earlier, time)
    const confirmed = received.status === 304 ? earlier : null
    if (confirmed) {
      const body = this.#recorder.readEarlier(confirmed)
      // Without its body the 304 is worthless; the earlier response is forgotten, so this requests the whole body.
      if (body === null) return this.#fetchRecorded(request, read, options, time)
      this.#stats.notModified++
      received.body = body
    } else if (!isAnswer(received.status, options.accept)) {
      throw toStatusError(request.url, received.status, received.headers, this.#options.now())
    }
    try {
      return this.#recorder.record(request, received, confirmed, read, options.check)
    } catch (error) {
      throw error instanceof WrongBody
        ? new TransientError(error.message, { Final: UpstreamChanged, waitMs: error.waitMs, cause: error })
        : error
    }
  }

  async #send(
    request: DescribedRequest,
    options: BytesOptions,
    earlier: ArchivedResponse | null,
    time: RetryBudget,
  ): Promise<ReceivedResponse> {
    const headers = new Headers({ accept: 'application/json', 'user-agent': this.#options.userAgent })
    if (request.body !== null)
      headers.set('content-type', options.text === undefined ? 'application/json' : 'text/plain')
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    if (earlier?.etag) headers.set('if-none-match', earlier.etag)
    const received = await exchange(
      request.url,
      { method: request.method, headers, body: request.body },
      {
        ...this.#options,
        maxBytes: options.maxBytes ?? this.#options.maxBytes,
        acceptsTruncated: options.acceptsTruncated ?? false,
        timeoutMs: Math.min(options.timeoutMs ?? this.#options.timeoutMs, time.left()),
        stop: time.signal,
        onRequest: () => this.#stats.requests++,
        onBytes: (bytes) => {
          this.#stats.bytes += bytes
        },
      },
    )
    const { host } = new URL(request.url)
    this.#options.onAnswer(host, received.headers)
    const left = received.headers.get('x-ratelimit-remaining') ?? ''
    if (/^\d+$/.test(left)) this.#remaining.set(host, Number(left))
    return received
  }
}
