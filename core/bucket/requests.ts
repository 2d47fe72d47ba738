import { AwsClient } from 'aws4fetch'
import { hexSha256 } from '../release/sha256.ts'
import { answerTooLong, BucketFailed, storeRefused, storeUnreachable } from './errors.ts'
import type { BucketSettings } from './settings.ts'

/** External dependencies of a client, so that tests need no network, waiting or randomness. */
export interface BucketTools {
  fetch: (request: Request) => Promise<Response>
  sleep: (ms: number) => Promise<unknown>
  random: () => number
  now: () => Date
}

/** One request. `action` says it in words for errors, e.g. `read blobs/ab`. */
export interface BucketRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  action: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  /** Maximum size of the answer; default: that of a page of a listing. */
  maxBytes?: number
}

/** An answer whose body was read to its end. */
export interface BucketResponse {
  status: number
  headers: Headers
  body: Uint8Array
}

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 10_000
/** Timeout of a request, plus the time that a slow line needs for an uploaded body. */
const TIMEOUT_MS = 30_000
const SLOWEST_BYTES_PER_MS = 100
/** A page of a listing names a thousand objects, and an error is a sentence. */
const MAX_ANSWER_BYTES = 16 * 2 ** 20
const MAY_PASS = new Set([408, 425, 429])

/** Signs and sends requests to one bucket. */
export class BucketRequests {
  readonly #aws: AwsClient

  readonly settings: BucketSettings
  readonly tools: BucketTools

  constructor(settings: BucketSettings, tools: BucketTools) {
    this.settings = settings
    this.tools = tools
    const { accessKeyId, secretAccessKey, region } = settings
    this.#aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  }

  /**
   * Repeats a request until its answer is none that may pass: for requests that may be done twice. Statuses in `wanted`
   * are given back; any other throws BucketFailed.
   */
  async send(request: BucketRequest, wanted: readonly number[]): Promise<BucketResponse> {
    let cause: unknown = null
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answer = await this.sendOnce(request).catch((error) => {
        if (error instanceof BucketFailed) throw error
        cause = error
        return null
      })
      if (answer !== null && wanted.includes(answer.status)) return answer
      if (answer !== null && !isRetryable(answer)) throw this.toRefusal(request, answer)
      if (answer !== null) cause = new Error(`the last answer had status ${answer.status}`)
      if (attempt < ATTEMPTS) await this.pause(attempt)
    }
    throw storeUnreachable(this.settings, request.action, cause)
  }

  /**
   * Sends a request once; rejects without a complete answer, with BucketFailed for one that is too long. A long body
   * may take as long as data arrives.
   */
  async sendOnce(bucketRequest: BucketRequest): Promise<BucketResponse> {
    const { method, key, action, query = {}, headers = {}, body, maxBytes = MAX_ANSWER_BYTES } = bucketRequest
    const stop = new AbortController()
    const patience = TIMEOUT_MS + Math.ceil((body?.length ?? 0) / SLOWEST_BYTES_PER_MS)
    const timer = setTimeout(() => stop.abort(new Error(`no answer for ${patience} ms`)), patience)
    try {
      const request = await this.#aws.sign(this.#address(key, query), {
        method,
        headers: { ...headers, 'x-amz-content-sha256': await hexSha256(body ?? new Uint8Array()) },
        redirect: 'manual',
        signal: stop.signal,
        ...(body && { body: body as Uint8Array<ArrayBuffer> }),
        aws: {
          datetime: this.tools
            .now()
            .toISOString()
            .replace(/[:-]|\.\d{3}/g, ''),
        },
      })
      const response = await this.tools.fetch(request)
      const parts: Uint8Array[] = []
      // The body of an error is limited as any answer.
      const limit = response.ok ? maxBytes : MAX_ANSWER_BYTES
      let left = limit
      for await (const part of response.body ?? []) {
        timer.refresh()
        left -= part.length
        if (left < 0) throw answerTooLong(this.settings, action, limit)
        parts.push(part)
      }
      return { status: response.status, headers: response.headers, body: Buffer.concat(parts) }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Exponential, with full jitter. */
  pause(attempt: number): Promise<unknown> {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS)
    return this.tools.sleep(longest * this.tools.random())
  }

  toRefusal({ action }: BucketRequest, { status, body }: BucketResponse): Error {
    return storeRefused(this.settings, action, status, new TextDecoder().decode(body))
  }

  #address(key: string, query: Record<string, string>): string {
    const { endpoint, bucket, prefix } = this.settings
    const path = [bucket, ...(key === '' ? [] : `${prefix}${key}`.split('/'))]
      .map(encodeURIComponent)
      .join('/')
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20')
    return `${endpoint}/${path}${search && `?${search}`}`
  }
}

/** True if a retry of the same request may succeed. */
export const isRetryable = ({ status }: Pick<BucketResponse, 'status'>): boolean =>
  status >= 500 || MAY_PASS.has(status)
