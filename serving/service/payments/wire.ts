import { EXPOSED } from '../../../core/interface/reply.ts'
import { RETRY_TOKEN } from './proof.ts'

/** What x402 puts in a header: JSON in base64. */
export const toHeader = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** What a script of another site may read of an answer to a paid address. */
export const EXPOSED_HEADERS = {
  'access-control-expose-headers': `${EXPOSED}, ${RETRY_TOKEN}`,
}
