import type { Content } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import type { JsonAnswer } from './json_answer.ts'
import type { ServedRelease } from './served_release.ts'
import type { ParameterValues } from './values.ts'

/** A call as an endpoint's code sees it: its parameters are checked, and it uses one release throughout. */
export interface Call {
  endpoint: Endpoint
  values: ParameterValues
  release: ServedRelease
  /** The clock's date, YYYY-MM-DD. */
  today: string
  /** The parsed body of a POST; undefined for a GET. */
  body: unknown
}

/**
 * Builds an answer that is no plain file of the release. Throws HttpError where there is nothing to show; the answer
 * depends on the call alone.
 */
export type Variant<T> = (call: Call) => JsonAnswer<T> | Promise<JsonAnswer<T>>

/** An answer with a price. `admit` throws HttpError for a call that cannot be answered, before a payment is taken. */
export interface PaidVariant {
  (call: Call): Promise<Content>
  admit?(call: Call): Promise<void>
}
