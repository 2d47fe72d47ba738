import type { z } from 'zod'

/** What a source gets back: one answer, already recorded in the archive. */
export interface UpstreamAnswer<T> {
  /** The original address, never the one of a replay. */
  url: string
  status: number
  /** SHA-256 of the body, hex: the name of the recorded response in the archive. */
  sha256: string
  /** When the response was received (ISO 8601, UTC), as the archive has it. */
  retrievedAt: string
  /** The parsed body; null when the status is one of `accept`. */
  data: T | null
  /** The next page that a `Link` header names, or null. */
  next: string | null
}

export interface RequestOptions {
  /** Statuses besides 200 that are an answer and not a failure, e.g. `[404]`. Their `data` is null. */
  accept?: number[]
  headers?: Record<string, string>
  /** A JSON body makes the request a POST. */
  body?: unknown
}

/**
 * The only way a source reaches the outside. Time-outs, retries, rates, revalidation, the byte cap and the
 * recording are inside. Throws UpstreamDown or UpstreamChanged, both with the address.
 */
export interface Http {
  json<T>(url: string, schema: z.ZodType<T>, options?: RequestOptions): Promise<UpstreamAnswer<T>>
  /** Requests that the host of this address says are left (`x-ratelimit-remaining`), or null when it has not said. In a replay: the recorded requests not asked for yet. */
  remaining(url: string): number | null
}
