import type { World } from '../../core/domain/world.ts'

/** One response that a source used. */
export interface ArchivedResponse {
  method: 'GET' | 'POST' | 'DELETE'
  /** The original address before redirects, never that of a replay. */
  url: string
  /** SHA-256 of the request's body, itself stored in the archive, or null. */
  request: string | null
  /** As received: a 304 stays 304. */
  status: number
  /** SHA-256 of the body; of the earlier body for a 304. */
  sha256: string
  /** Bytes of the body as sent (compressed, where the length was stated); 0 for a 304. */
  bytes: number
  etag: string | null
  content_type: string | null
  link: string | null
  retrieved_at: string
  /**
   * The outcome of a visit to an agent-supplied address; of a request of a probe only its failure. Absent for other
   * responses. Status is 0 without an answer.
   */
  outcome?: string | undefined
  /** Final address of a visit or a probe after redirects. */
  final_url?: string | null | undefined
  /** Stored headers of a visit or a probe. */
  headers?: Record<string, string> | undefined
  /** The declared address whose probe sent the request, where that is another. */
  target?: string | undefined
  /** Of equal requests of one probe, from the second on: its number. */
  occurrence?: number | undefined
  /** Of a probe, in milliseconds without time in queues: to the headers of the answer, and to its end. */
  first_byte_ms?: number | undefined
  total_ms?: number | undefined
  /**
   * The form of a probe's body where it is not the JSON that was sent: `text`, the start of a page or another text;
   * `events`, the list of an event stream's messages.
   */
  form?: 'text' | 'events' | undefined
  /** SHA-256 of the list of its objects' keys in the order received, which canonical JSON loses; a body of its own. */
  order?: string | undefined
}

/** The record of one source on one date, with every response it used. */
export interface SourceDay {
  source: string
  date: string
  world: World
  outcome: 'ok' | 'failed' | 'skipped'
  error: { name: string; address: string | null; message: string } | null
  /** Days before the first run were wanted too. Omitted where they were not. */
  backfilled?: true | undefined
  /** The day is in history alone, without a release. Omitted for any other day. */
  unreleased?: true | undefined
  /** Names of the settings that were set, such as tokens: they may decide what was requested. Never their values. */
  settings?: string[] | undefined
  /** Number of requests without an answer, which have no record. Omitted where zero. */
  unanswered?: number | undefined
  /** It lacks what a later run of the day may get: its time was over, or a request had no answer. Omitted otherwise. */
  unfinished?: true | undefined
  /**
   * Of sources that it reads and that were asked again later on the day: the number of the superseded record whose rows
   * it was fetched with.
   */
  seen?: Record<string, number> | undefined
  /**
   * Outcomes of the jobs that several machines read it in, where one of them failed: those that are `ok` are read again
   * one by one. Omitted otherwise: then the record is that of one machine.
   */
  parts?: SourcePart[] | undefined
  /** Requests of a chain without a usable answer, so that a rebuild gives the same reasons. Omitted where none. */
  failures?: FailedRequest[] | undefined
  responses: ArchivedResponse[]
}

/** A request without a usable answer, and the error that it ended with, its message without the address. */
export interface FailedRequest extends Pick<ArchivedResponse, 'method' | 'url' | 'request'> {
  error: 'UpstreamDown' | 'UpstreamChanged' | 'BudgetSpent'
  message: string
}

/** True for a record of a source that a later run of its day asks again: it failed, or was left for want of time. */
export const isIncomplete = ({ outcome, unfinished }: SourceDay): boolean =>
  outcome === 'failed' || unfinished === true

export interface SourcePart {
  /** Its name in the format of `ingest/jobs/part.ts`. */
  part: string
  /** `lost`: no machine finished it in time, or all attempts failed. */
  outcome: 'ok' | 'failed' | 'lost'
}
