import { UpstreamDown } from '../../core/domain/errors.ts'
import type { TransientError } from '../http/failure.ts'

/** Maximum size of the part of a body that is kept to explain an answer. */
const MAX_TEXT = 65_536
const LINE_FEED = 10

/** A request that was sent, and how its answer came. */
export interface WatchedRequest {
  host: string
  /** Null without an answer. */
  status: number | null
  headers: Headers
  /** Milliseconds to the first byte of the body, and to its end. */
  firstByteMs: number
  ms: number
  /** Of the body, decompressed. */
  bytes: number
  /** The last byte ends a line. */
  endsLine: boolean
  /** The body ended as its sender wanted. */
  isWhole: boolean
  /** The begin of the body. */
  text: string
}

/** A request that is not sent, since its subject was asked often enough: no fault of the upstream. */
export class AskedEnough extends UpstreamDown {
  override name = 'AskedEnough'
}

/** Limits of one subject. */
interface WatchLimits {
  /** Maximum number of requests to a host, retries included. */
  maxRequests: number
  /** Number of answers of a host that are enough. */
  answers: number
}

/** Wraps the fetch of one subject: counts its requests by host, and notes how each was answered. */
export class Watch {
  readonly sent: WatchedRequest[] = []
  /** Failures that another attempt may have mended. */
  readonly failures: { host: string; failure: TransientError }[] = []
  readonly #fetch: typeof globalThis.fetch
  readonly #limits: WatchLimits

  constructor(fetch: typeof globalThis.fetch, limits: WatchLimits) {
    this.#fetch = fetch
    this.#limits = limits
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const { host } = new URL(url)
    this.#requireRoom(url, host)
    const sent: WatchedRequest = {
      ...{ host, status: null, headers: new Headers(), firstByteMs: 0, ms: 0 },
      ...{ bytes: 0, endsLine: false, isWhole: false, text: '' },
    }
    this.sent.push(sent)
    const start = performance.now()
    const response = await this.#fetch(input, init)
    sent.status = response.status
    sent.headers = response.headers
    if (response.body === null) {
      Object.assign(sent, { isWhole: true, ms: performance.now() - start })
      return response
    }
    const body = ReadableStream.from(note(response.body, sent, start)) as ReadableStream<
      Uint8Array<ArrayBuffer>
    >
    return new Response(body, { status: response.status, headers: response.headers })
  }

  readonly onFailure = (url: string, failure: TransientError): void => {
    this.failures.push({ host: new URL(url).host, failure })
  }

  /** Returns the number of answers of a host that could be used. */
  answers(host: string): number {
    const failed = this.failures.filter((failed) => failed.host === host).length
    return this.sent.filter((sent) => sent.host === host).length - failed
  }

  #requireRoom(url: string, host: string): void {
    const count = this.sent.filter((sent) => sent.host === host).length
    const { maxRequests, answers } = this.#limits
    if (count >= maxRequests || this.answers(host) >= answers)
      throw new AskedEnough(url, `not asked again after ${count} requests`)
  }
}

async function* note(body: AsyncIterable<Uint8Array>, sent: WatchedRequest, start: number) {
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    if (sent.bytes === 0) sent.firstByteMs = performance.now() - start
    if (sent.text.length < MAX_TEXT)
      sent.text += decoder.decode(chunk.subarray(0, MAX_TEXT), { stream: true })
    sent.bytes += chunk.length
    sent.endsLine = chunk.at(-1) === LINE_FEED
    sent.ms = performance.now() - start
    yield chunk
  }
  sent.ms = performance.now() - start
  sent.isWhole = true
}
