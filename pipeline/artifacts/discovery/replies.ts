import { readFileSync } from 'node:fs'

type Json = Record<string, unknown>

interface Replies {
  /** Bodies of errors, by the name of the response in the document. */
  errors: Record<string, Json>
  /** Bodies of paid answers, by the id of their endpoint; lists are cut, and handles stand for names. */
  paid: Record<string, Json>
}

/**
 * What the service answered when it was asked over the sample: `test/openapi_replies.test.ts` asks again and compares,
 * and with `--update=all` records. An attestation stands at `/market-rules`, with what it proves.
 */
export const REPLIES = JSON.parse(readFileSync(new URL('replies.json', import.meta.url), 'utf8')) as Replies

/** What is to be known of a paid answer that stands as an example. */
export const SAMPLE_LABEL = 'A reply over the sample, whose data are made up.'
