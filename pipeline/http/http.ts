import type { z } from 'zod'

/** What a source gets back: one answer, already recorded in the archive. */
export interface Answer<T> {
  /** The original address, never the one of a replay. */
  url: string
  status: number
  /** SHA-256 of the body, hex: the name of the recorded response in the archive. */
  sha256: string
  /** When the response was received (ISO 8601, UTC), as the archive has it. */
  retrievedAt: string
  data: T
  /** The next page that a `Link` header names, or null. */
  next: string | null
}

/** Its data is the parsed body, or null when the status is one of `accept`. */
export type UpstreamAnswer<T> = Answer<T | null>

export interface RequestOptions {
  /** Statuses besides 200 that are an answer and not a failure, e.g. `[404]`. Their `data` is null. */
  accept?: number[]
  headers?: Record<string, string>
  /** A JSON body makes the request a POST. */
  body?: unknown
  /** A body of plain text, such as a query in SQL, makes the request a POST. */
  text?: string
  /** What is wrong with a body of status 200, or null: a wrong one is asked for again, after `waitMs`. */
  check?: (body: Buffer) => { problem: string; waitMs?: number } | null
  /** For one attempt, body included, where our own 20 s are too short. */
  timeoutMs?: number
  /** How often it is tried at most, where the same can be asked of somebody else. */
  attempts?: number
  /** The most bytes of the body, decompressed, where our own 32 MB are too many or too few. */
  maxBytes?: number
}

export interface BytesOptions extends RequestOptions {
  /** The body means something up to where it breaks off, such as a stream of lines: what came is the answer. */
  isCutKept?: boolean
}

/** An answer whose body is not JSON, or is read piece by piece; the body of an accepted status is kept too. */
export type BytesAnswer = Answer<Buffer>

/**
 * The only way a source reaches the outside. Time-outs, retries, rates, revalidation, the byte cap and the
 * recording are inside. Throws UpstreamDown or UpstreamChanged, both with the address.
 */
export interface Http {
  json<T>(url: string, schema: z.ZodType<T>, options?: RequestOptions): Promise<UpstreamAnswer<T>>
  bytes(url: string, options?: BytesOptions): Promise<BytesAnswer>
  /** Requests that the host of this address says are left (`x-ratelimit-remaining`), or null when it has not said. In a replay: the recorded requests not asked for yet. */
  remaining(url: string): number | null
}
