import type { z } from 'zod'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
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
import { TransientError, toStatusError } from './failure.ts'
import type { HostQueues } from './host_queue.ts'
import type { Answer, BytesAnswer, BytesOptions, Http, RequestOptions, UpstreamAnswer } from './http.ts'
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
  /** True once its time was over before its requests were. */
  readonly isOutOfTime: boolean
  /** True once it was to send more requests than the source may on a day. */
  readonly isOutOfRequests: boolean
  /** Aborts requests in flight: call it when the source is done or has failed. */
  close(): void
}

/** Creates the HTTP client of one source on one day. */
export const createHttp = (options: HttpOptions): RecordingHttp => new Client(options)

const DEFAULTS = {
  monotonic: () => performance.now(),
  budgetMs: 180_000,
  timeoutMs: 20_000,
  maxBytes: 32 * 1024 * 1024,
  // A fault that hits every third attempt at random stops two requests in a million.
  attempts: 12,
  maxRequests: Number.POSITIVE_INFINITY,
  onAnswer: () => {},
}

class Client implements RecordingHttp {
  readonly #options: Required<Omit<HttpOptions, 'journal'>>
  readonly #budget: RetryBudget
  readonly #recorder: Recorder
  readonly #remaining = new Map<string, number>()
  #started = 0
  readonly #stats: HttpStats = { requests: 0, retries: 0, notModified: 0, bytes: 0 }

  constructor(options: HttpOptions) {
    this.#options = { ...DEFAULTS, ...options }
    this.#budget = new RetryBudget(this.#options.budgetMs, this.#options.monotonic)
    this.#recorder = new Recorder(options)
  }

  json<T>(url: string, schema: z.ZodType<T>, options: RequestOptions = {}): Promise<UpstreamAnswer<T>> {
    return this.#answer(url, options, readJsonBody(schema))
  }

  bytes(url: string, options: BytesOptions = {}): Promise<BytesAnswer> {
    return this.#answer(url, options, asBytes)
  }

  async #answer<T>(url: string, options: BytesOptions, read: ReadBody<T>): Promise<Answer<T>> {
    if (!URL.canParse(url)) throw new UpstreamChanged(sanitizeText(url), 'is not an address')
    const { maxRequests } = this.#options
    if (++this.#started > maxRequests)
      throw new UpstreamDown(url, `the budget of ${maxRequests} requests a day is spent`)
    const request = describeRequest(url, options)
    const known = this.#recorder.answerFromJournal(request, read, options)
    if (known !== null) return known
    this.#budget.start()
    const { signal } = this.#budget
    const failures: TransientError[] = []
    const queue = this.#options.queues.of(new URL(url).host)
    const attempt = () => {
      if (failures.length > 0) this.#stats.retries++
      return this.#fetchRecorded(request, read, options)
    }
    const onFailure = (failure: TransientError) => {
      failures.push(failure)
      queue.block(failure.waitMs)
    }
    const attempts = options.attempts ?? this.#options.attempts
    const sleep: HttpOptions['sleep'] = (ms, stop) => queue.pause(ms, stop, this.#options.sleep)
    const policy = { ...this.#options, attempts, budget: this.#budget, onFailure, sleep }
    try {
      // All attempts are one task, so that a host in trouble gets fewer requests and not more.
      return await queue.add(() => retry(url, attempt, policy), signal)
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error
      const last = failures.at(-1)
      const detail = last ? `; last failure: ${last.message}` : ''
      throw new UpstreamDown(url, `${signal.reason.message}${detail}`, { cause: last })
    }
  }

  remaining(url: string): number | null {
    return this.#remaining.get(new URL(url).host) ?? null
  }

  responses(): ArchivedResponse[] {
    return this.#recorder.responses()
  }

  get isOutOfTime(): boolean {
    return this.#budget.isSpent
  }

  get isOutOfRequests(): boolean {
    return this.#started > this.#options.maxRequests
  }

  stats(): HttpStats {
    return { ...this.#stats }
  }

  close(): void {
    this.#budget.stop('the client is closed')
  }

  async #fetchRecorded<T>(
    request: DescribedRequest,
    read: ReadBody<T>,
    options: BytesOptions,
  ): Promise<Answer<T>> {
    const earlier = this.#recorder.findEarlier(request)
    const received = await this.#send(request, options, earlier)
    const confirmed = received.status === 304 ? earlier : null
    if (confirmed) {
      const body = this.#recorder.readEarlier(confirmed)
      // Without its body the 304 is worthless; the earlier response is forgotten, so this requests the whole body.
      if (body === null) return this.#fetchRecorded(request, read, options)
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
        timeoutMs: Math.min(options.timeoutMs ?? this.#options.timeoutMs, this.#budget.left()),
        stop: this.#budget.signal,
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
