import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>

interface Replies {
  /** Error bodies, by the response's name in the document. */
  errors: Record<string, Json>
  /** Bodies of paid answers, by endpoint id; lists are truncated, and handles replace names. */
  paid: Record<string, Json>
}

/**
 * Recorded answers of the service over the sample: `test/openapi_replies.test.ts` compares them with new ones, and
 * with `--update=all` records them. An attestation is at `/market-rules`, with what it proves.
 */
export const REPLIES = JSON.parse(readFileSync(new URL('replies.json', import.meta.url), 'utf8')) as Replies

/** Label of a paid answer used as an example. */
export const SAMPLE_LABEL = 'A reply over the sample, whose data are made up.'
