import type { z } from 'zod'

/** One answer, already recorded in the archive. */
export interface Answer<T> {
  /** The original address, never the one of a replay. */
  url: string
  status: number
  /** SHA-256 of the body, hex: the name of the recorded response in the archive. */
  sha256: string
  /** Time of the response (ISO 8601, UTC), as in the archive. */
  retrievedAt: string
  data: T
  /** The next page that a `Link` header names, or null. */
  next: string | null
}

/** The data is the parsed body, or null when the status is one of `accept`. */
export type UpstreamAnswer<T> = Answer<T | null>

export interface RequestOptions {
  /** Statuses besides 200 that are an answer and not a failure, e.g. `[404]`. Their `data` is null. */
  accept?: number[]
  headers?: Record<string, string>
  /** A JSON body makes the request a POST. */
  body?: unknown
  /** A body of plain text, such as a query in SQL, makes the request a POST. */
  text?: string
  /** Returns the problem of a body of status 200, or null: a malformed one is requested again, after `waitMs`. */
  check?: (body: Buffer) => { problem: string; waitMs?: number } | null
  /** For one attempt, body included, where the default of 20 s is too short. */
  timeoutMs?: number
  /** Maximum number of attempts, where another host can answer the same request. */
  attempts?: number
  /** Maximum size of the body in bytes, decompressed, where the default of 32 MB does not fit. */
  maxBytes?: number
  /** Other requests to the host go first. */
  isBackground?: boolean
}

export interface BytesOptions extends RequestOptions {
  /** A truncated body is valid up to its end, such as a stream of lines: at `maxBytes` it is cut instead of refused. */
  acceptsTruncated?: boolean
}

/** An answer whose body is not JSON, or is read piece by piece; the body of an accepted status is stored too. */
export type BytesAnswer = Answer<Buffer>

/**
 * The only way a source reaches the network. Time-outs, retries, rates, revalidation, the byte cap and the recording
 * are inside. Throws UpstreamDown or UpstreamChanged, both with the address; BudgetSpent is an UpstreamDown.
 */
export interface Http {
  json<T>(url: string, schema: z.ZodType<T>, options?: RequestOptions): Promise<UpstreamAnswer<T>>
  bytes(url: string, options?: BytesOptions): Promise<BytesAnswer>
  /**
   * Remaining requests by the last `x-ratelimit-remaining` of the host of this address, or null when it sent none. In a
   * replay: the recorded requests not replayed yet.
   */
  remaining(url: string): number | null
  /**
   * Returns a client of the same record that stops at limits of its own, by BudgetSpent, and leaves the rest of the
   * source's requests to others. A replay has no limits but the end of its record.
   */
  limited(limits: RequestLimits): Http
}

/** Limits of a part of a source: of its requests of a day, and of the minutes from the first of them. */
export interface RequestLimits {
  requests: number
  minutes: number
  /** Maximum number of requests that one run sends; a later run of the day sends the next ones. */
  sent?: number
}
