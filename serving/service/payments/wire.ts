import { EXPOSED } from '../../../core/interface/reply.ts'
import { RETRY_TOKEN } from './proof.ts'

/** Returns the x402 header form of a value: JSON in base64. */
export const toHeader = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** Headers that a script of another site may read in an answer of a paid address. */
export const EXPOSED_HEADERS = {
  'access-control-expose-headers': `${EXPOSED}, ${RETRY_TOKEN}`,
}
