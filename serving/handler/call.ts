import type { Content } from '../../core/interface/content.ts'
import type { Endpoint } from '../../core/interface/endpoint.ts'
import type { Made } from './made.ts'
import type { ServedRelease } from './served_release.ts'
import type { Values } from './values.ts'

/** A call as the code of an endpoint sees it: its parameters are checked, and it holds one release throughout. */
export interface Call {
  endpoint: Endpoint
  values: Values
  release: ServedRelease
  /** The date by the clock, YYYY-MM-DD. */
  today: string
  /** The parsed body of a POST; undefined for a GET. */
  body: unknown
}

/**
 * Answers what is no plain file of the release. It throws HttpError where there is nothing to show; what it gives
 * depends on the call alone.
 */
export type Variant<T> = (call: Call) => Made<T> | Promise<Made<T>>

/** What has a price. `admit` throws HttpError for a call that it would not answer, before a payment is taken. */
export interface PaidVariant {
  (call: Call): Promise<Content>
  admit?(call: Call): Promise<void>
}
