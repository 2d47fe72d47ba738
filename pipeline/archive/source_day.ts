import type { World } from '../../core/domain/world.ts'

/** One response that a source used. */
export interface ArchivedResponse {
  method: 'GET' | 'POST'
  /** The original address, never the one of a replay, before redirects. */
  url: string
  /** SHA-256 of the request's body, itself kept in the archive, or null. */
  request: string | null
  /** As received: a 304 stays 304. */
  status: number
  /** SHA-256 of the body; of the earlier body for a 304. */
  sha256: string
  /** Bytes of the body as sent (compressed, where the length was given); 0 for a 304. */
  bytes: number
  etag: string | null
  content_type: string | null
  link: string | null
  retrieved_at: string
  /** What became of a visit to an agent-supplied address; only visits have it. Their status is 0 without an answer. */
  outcome?: string | undefined
  /** Where a visit's redirects ended. */
  final_url?: string | null | undefined
  /** The headers that a visit kept. */
  headers?: Record<string, string> | undefined
}

/** What one source did on one date, and every response it used. */
export interface SourceDay {
  source: string
  date: string
  world: World
  outcome: 'ok' | 'failed' | 'skipped'
  error: { name: string; address: string | null; message: string } | null
  /** The day was over when it was read: only what is dated in itself was asked for. Not written for any other day. */
  backfilled?: true | undefined
  /** The day made history alone, without a release. Not written for any other day. */
  unreleased?: true | undefined
  /** Names of the settings that were set, such as tokens: they may decide what was asked. Never their values. */
  settings?: string[] | undefined
  /** Requests that had no answer: what has no record cannot be counted again. Not written where there were none. */
  unanswered?: number | undefined
  /**
   * What became of the parts that several machines asked it in, where one of them was not read whole: those that are
   * `ok` are read again one by one. Not written otherwise: then the record is that of one machine.
   */
  parts?: SourcePart[] | undefined
  responses: ArchivedResponse[]
}

export interface SourcePart {
  /** As `partName` in `ingest/jobs/part.ts` writes it. */
  part: string
  /** `lost`: no machine finished it in time, or each that tried gave up. */
  outcome: 'ok' | 'failed' | 'lost'
}
