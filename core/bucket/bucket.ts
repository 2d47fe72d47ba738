import { bareEtag, elementText, type ListedObject, listingPage } from './answer_text.ts'
import {
  type BucketRequest,
  BucketRequests,
  type BucketResponse,
  type BucketTools,
  isRetryable,
} from './requests.ts'
import type { BucketSettings } from './settings.ts'

/** An object as it was read. */
export interface StoredObject {
  bytes: Uint8Array
  /** Without quotes. */
  etag: string
}

/**
 * Result of a conditional put. `unknown`: the response was lost or 5xx, so that it may or may not be done, and reading
 * the object is the only way to tell; such a put is never repeated blindly.
 */
export type PutResult = 'stored' | 'refused' | 'unknown'

/**
 * A bucket of any store that speaks S3, seen below its prefix. Reads, plain puts and deletes are repeated with pauses
 * while the store is away or says that it is busy; every method throws BucketFailed, which says what to do.
 */
export class Bucket {
  readonly #requests: BucketRequests

  readonly settings: BucketSettings

  constructor(settings: BucketSettings, tools: BucketTools) {
    this.settings = settings
    this.#requests = new BucketRequests(settings, tools)
  }

  /**
   * The object, or null where there is none. Of one with more than `maxBytes` no more is read, and BucketFailed names
   * it.
   */
  async get(key: string, maxBytes: number): Promise<StoredObject | null> {
    const request: BucketRequest = { method: 'GET', key, action: `read ${key}`, maxBytes }
    const answer = await this.#requests.send(request, [200, 404])
    if (answer.status === 200) return { bytes: answer.body, etag: readEtag(answer) }
    this.#requireBucket(request, answer)
    return null
  }

  /** Returns the size and ETag of the object, or null if there is none. */
  async head(key: string): Promise<{ bytes: number; etag: string } | null> {
    const answer = await this.#requests.send({ method: 'HEAD', key, action: `look for ${key}` }, [200, 404])
    if (answer.status === 404) return null
    return { bytes: Number(answer.headers.get('content-length')), etag: readEtag(answer) }
  }

  /** Writes an object whatever was there. Done twice it is the same. */
  async put(key: string, body: Uint8Array, contentType?: string): Promise<void> {
    await this.#requests.send(putRequest(key, body, contentType), [200, 201, 204])
  }

  /** Writes an object where there is none. */
  putIfNew(key: string, body: Uint8Array): Promise<PutResult> {
    return this.#conditional(putRequest(key, body), { 'if-none-match': '*' })
  }

  /** Writes an object where the one that is there has this ETag, in the form that the store understands (probe.ts). */
  putIfMatch(key: string, body: Uint8Array, condition: string): Promise<PutResult> {
    return this.#conditional(putRequest(key, body), { 'if-match': condition })
  }

  /** All objects whose key begins so, in the order of the keys, a thousand a request. */
  async *list(start: string): AsyncGenerator<ListedObject> {
    const { prefix } = this.#requests.settings
    for (let token: string | null = ''; token !== null; ) {
      const query = {
        'list-type': '2',
        prefix: prefix + start,
        ...(token && { 'continuation-token': token }),
      }
      const request: BucketRequest = {
        method: 'GET',
        key: '',
        action: `list ${start || 'the bucket'}`,
        query,
      }
      const answer = await this.#requests.send(request, [200])
      const { objects, next } = listingPage(new TextDecoder().decode(answer.body))
      for (const object of objects) yield { ...object, key: object.key.slice(prefix.length) }
      token = next
    }
  }

  /** Removes an object; one that is not there is no error. */
  async delete(key: string): Promise<void> {
    await this.#requests.send({ method: 'DELETE', key, action: `delete ${key}` }, [200, 204, 404])
  }

  async #conditional(request: BucketRequest, headers: Record<string, string>): Promise<PutResult> {
    const answer = await this.#requests
      .sendOnce({ ...request, headers: { ...request.headers, ...headers } })
      .catch(() => null)
    // 409: two conditions met at the store, and which of them won is to be read.
    if (answer === null || isRetryable(answer) || answer.status === 409) return 'unknown'
    if (answer.status === 412) return 'refused'
    if (answer.status === 404) {
      this.#requireBucket(request, answer)
      return 'refused'
    }
    if (answer.status >= 200 && answer.status < 300) return 'stored'
    throw this.#requests.toRefusal(request, answer)
  }

  #requireBucket(request: BucketRequest, answer: BucketResponse): void {
    const code = elementText(new TextDecoder().decode(answer.body), 'Code')
    if (code === 'NoSuchBucket') throw this.#requests.toRefusal(request, answer)
  }
}

const putRequest = (
  key: string,
  body: Uint8Array,
  contentType = 'application/octet-stream',
): BucketRequest => ({
  ...{ method: 'PUT', key, body, action: `write ${key}` },
  headers: { 'content-type': contentType },
})

const readEtag = ({ headers }: BucketResponse): string => bareEtag(headers.get('etag') ?? '')
