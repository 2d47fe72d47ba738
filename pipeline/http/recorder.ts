import { hashHex } from '../archive/archive.ts'
import { requestKey } from '../archive/day_file.ts'
import type { FetchJournal } from '../archive/fetch_journal.ts'
import type { ArchivedResponse, FailedRequest, SourceDay } from '../archive/source_day.ts'
import { type DescribedRequest, effectiveStatus, isAnswer, type ReadBody, toAnswer } from './answer.ts'
import type { ReceivedResponse } from './exchange.ts'
import type { Bodies } from './guard/record.ts'
import type { Answer, RequestOptions } from './http.ts'
import { toRecordedError } from './request_log.ts'

/** The requests of another source of the same day. */
type RepeatedDay = Pick<SourceDay, 'responses' | 'failures'>

/** Dependencies of a recorder. */
export interface RecorderOptions {
  archive: Bodies
  /** The day to revalidate against. */
  previous: Pick<SourceDay, 'responses'> | null
  now: () => number
  /** Has the responses of a run of this day that did not end, and takes those of this one. */
  journal?: FetchJournal | null
  /** The record of another source of this day: a request that it answers, or says has failed, is not sent again. */
  repeated?: RepeatedDay | null
}

/** The responses that one source used today, and those of an earlier day for revalidation. */
export class Recorder {
  readonly #archive: Bodies
  readonly #now: () => number
  readonly #journal: FetchJournal | null
  readonly #earlier: Map<string, ArchivedResponse>
  readonly #repeated: Map<string, ArchivedResponse>
  readonly #failed: Map<string, FailedRequest>
  readonly #used = new Map<string, ArchivedResponse>()

  constructor({ archive, previous, now, journal = null, repeated = null }: RecorderOptions) {
    this.#archive = archive
    this.#now = now
    this.#journal = journal
    this.#repeated = new Map(repeated?.responses.map((response) => [requestKey(response), response]))
    this.#failed = new Map(repeated?.failures?.map((failure) => [requestKey(failure), failure]))
    const earlier = (previous?.responses ?? []).filter(isRevalidated)
    this.#earlier = new Map(earlier.map((response) => [requestKey(response), response]))
  }

  /**
   * Answers a request from an interrupted run of the same day; null where that has no answer, or none that can be read
   * now.
   */
  answerFromJournal<T>(
    request: DescribedRequest,
    read: ReadBody<T>,
    { accept, check }: Pick<RequestOptions, 'accept' | 'check'>,
  ): Answer<T> | null {
    const response = this.#journal?.find(request) ?? null
    if (response === null || !isAnswer(effectiveStatus(response.status), accept)) return null
    try {
      const answer = toAnswer(response, this.#archive.readBody(response.sha256), read, check)
      this.#used.set(requestKey(request), response)
      return answer
    } catch {
      this.#journal?.drop(request)
      return null
    }
  }

  /** Returns the earlier response to revalidate for this request, or null. */
  findEarlier(request: DescribedRequest): ArchivedResponse | null {
    const earlier = this.#earlier.get(requestKey(request))
    return earlier && this.#archive.hasBody(earlier.sha256) ? earlier : null
  }

  /** Returns the body of an earlier response, or null when it is damaged: the response is then no longer offered. */
  readEarlier(earlier: ArchivedResponse): Buffer | null {
    const body = this.#readBodyOrNull(earlier)
    if (body === null) this.#earlier.delete(requestKey(earlier))
    return body
  }

  /**
   * Returns the answer that another source of this day had to this request, as one of this source too; null without it.
   * Throws the failure that it ended with there: both stop at the same place.
   */
  repeat<T>(request: DescribedRequest, read: ReadBody<T>, options: RequestOptions): Answer<T> | null {
    const response = this.#repeated.get(requestKey(request))
    const failure = this.#failed.get(requestKey(request))
    if (!response && failure) throw toRecordedError(failure)
    if (!response || !isAnswer(effectiveStatus(response.status), options.accept)) return null
    const body = this.#readBodyOrNull(response)
    if (body === null) return null
    const answer = toAnswer(response, body, read, options.check)
    this.#used.set(requestKey(request), response)
    return answer
  }

  #readBodyOrNull({ sha256 }: ArchivedResponse): Buffer | null {
    try {
      return this.#archive.readBody(sha256)
    } catch {
      return null
    }
  }

  /** Stores a response once it has been read without error. `confirmed` is the earlier one of a 304. */
  record<T>(
    request: DescribedRequest,
    received: ReceivedResponse,
    confirmed: ArchivedResponse | null,
    read: ReadBody<T>,
    check?: RequestOptions['check'],
  ) {
    const response = this.#describe(request, received, confirmed)
    const answer = toAnswer(response, received.body, read, check)
    if (!confirmed) this.#archive.writeBody(received.body)
    if (request.body !== null) this.#archive.writeBody(Buffer.from(request.body))
    this.#used.set(requestKey(request), response)
    this.#journal?.add([response])
    return answer
  }

  responses(): ArchivedResponse[] {
    return [...this.#used.values()]
  }

  #describe(
    { method, url, request }: DescribedRequest,
    { status, headers, body }: ReceivedResponse,
    confirmed: ArchivedResponse | null,
  ): ArchivedResponse {
    return {
      method,
      url,
      request,
      status,
      sha256: confirmed?.sha256 ?? hashHex(body),
      bytes: confirmed ? 0 : bytesSent(headers, body),
      etag: headers.get('etag') ?? confirmed?.etag ?? null,
      // A 304 has no content type; the type is that of the body it confirms.
      content_type: confirmed ? confirmed.content_type : headers.get('content-type'),
      link: headers.get('link') ?? confirmed?.link ?? null,
      retrieved_at: new Date(this.#now()).toISOString(),
    }
  }
}

const isRevalidated = ({ method, status, etag }: ArchivedResponse) =>
  method === 'GET' && effectiveStatus(status) === 200 && etag !== null

// Fetch returns decompressed bytes; only the length header still has a compressed body's size.
function bytesSent(headers: Headers, body: Buffer): number {
  const announced = headers.has('content-encoding') ? headers.get('content-length') : null
  return announced === null ? body.length : Number(announced)
}
