import { BudgetSpent, UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { requestKey } from '../archive/day_file.ts'
import type { FailedRequest } from '../archive/source_day.ts'
import { describeRequest } from './answer.ts'
import { REQUESTS_SPENT } from './failure.ts'
import type { Http, RequestOptions } from './http.ts'

const ERRORS = { UpstreamDown, UpstreamChanged, BudgetSpent }

/** The requests of a client without a usable answer. */
export class RequestLog {
  /** Requests without an answer; those that the archive lacks count too. */
  unanswered = 0
  /** Those of them that no later run of the day may send: the number of requests is spent. */
  overLimit = 0
  readonly #failures = new Map<string, FailedRequest>()

  /** Returns a client that logs its requests here; failures of a limited one are kept with their reasons. */
  watch(client: Http, keepsReasons = false): Http {
    const log = async <T>(url: string, options: RequestOptions, answer: Promise<T>): Promise<T> => {
      try {
        return await answer
      } catch (error) {
        if (error instanceof UpstreamDown) this.unanswered += 1
        if (error instanceof BudgetSpent && error.message.endsWith(REQUESTS_SPENT)) this.overLimit += 1
        if (keepsReasons) this.#keep(url, options, error)
        throw error
      }
    }
    return {
      remaining: (url) => client.remaining(url),
      limited: (limits) => this.watch(client.limited(limits), true),
      json: (url, schema, options = {}) => log(url, options, client.json(url, schema, options)),
      bytes: (url, options = {}) => log(url, options, client.bytes(url, options)),
    }
  }

  /** Failures by request, in a total order; undefined without any. */
  failures(): FailedRequest[] | undefined {
    const sorted = [...this.#failures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, failure]) => failure)
    return sorted.length === 0 ? undefined : sorted
  }

  #keep(url: string, options: RequestOptions, error: unknown): void {
    if (!(error instanceof UpstreamDown || error instanceof UpstreamChanged)) return
    const { method, request } = describeRequest(url, options)
    const failed = { method, url, request }
    const message = error.message.replace(`${error.address}: `, '')
    this.#failures.set(requestKey(failed), {
      ...failed,
      error: error.name as FailedRequest['error'],
      message,
    })
  }
}

/** Returns the error that a request ended with when it was made. */
export const toRecordedError = ({ url, error, message }: FailedRequest): UpstreamDown | UpstreamChanged =>
  new ERRORS[error](url, message)
