import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import type { Archive } from '../archive/archive.ts'
import { requestKey } from '../archive/day_file.ts'
import type { SourceDay } from '../archive/source_day.ts'
import {
  asBytes,
  describeRequest,
  effectiveStatus,
  isAnswer,
  type ReadBody,
  readJsonBody,
  toAnswer,
  WrongBody,
} from './answer.ts'
import type { Http, RequestOptions } from './http.ts'
import { toRecordedError } from './request_log.ts'

/** Answers a source's requests from the record of one of its days: the same answers, and no others. */
export function replayHttp(
  day: Pick<SourceDay, 'date' | 'responses' | 'failures'>,
  archive: Pick<Archive, 'readBody'>,
): Http {
  const recorded = new Map(day.responses.map((response) => [requestKey(response), response]))
  const failed = new Map((day.failures ?? []).map((failure) => [requestKey(failure), failure]))
  const unasked = new Set(recorded.keys())
  const answer = <T>(url: string, options: RequestOptions, read: ReadBody<T>) => {
    const key = requestKey(describeRequest(url, options))
    const response = recorded.get(key)
    unasked.delete(key)
    const failure = failed.get(key)
    if (!response && failure) throw toRecordedError(failure)
    if (!response)
      throw new UpstreamDown(url, `the archive of ${day.date} does not hold it: run that date with --refetch`)
    if (!isAnswer(effectiveStatus(response.status), options.accept))
      throw new UpstreamChanged(url, `status ${response.status}, which is no answer to this source`)
    try {
      return toAnswer(response, archive.readBody(response.sha256), read, options.check)
    } catch (error) {
      throw error instanceof WrongBody ? new UpstreamChanged(url, error.message, { cause: error }) : error
    }
  }
  const http: Http = {
    json: async (url, schema, options = {}) => answer(url, options, readJsonBody(schema)),
    bytes: async (url, options = {}) => answer(url, options, asBytes),
    // A source that stopped at a limit stops again where its record ends.
    remaining(url) {
      const { host } = new URL(url)
      return [...unasked].filter((key) => new URL(recorded.get(key)?.url ?? url).host === host).length
    },
    limited: () => http,
  }
  return http
}
