import { limitText } from '../../../core/interface/rate_limits.ts'
import { type Reply, singleReply } from '../../../core/interface/reply.ts'
import { RPC_CODES } from '../../../core/interface/service.ts'
import type { LimitState } from '../limits/limits.ts'
import { errorText, type RpcMessage } from './json_rpc.ts'
import { type ErrorRules, RpcError, type RpcWindow } from './method.ts'

/** The answer: a text, or the bytes of one; null is no body. */
export interface RpcAnswer {
  status: number
  text: string | Uint8Array | null
  headers?: Record<string, string>
}

/** Errors as JSON-RPC over HTTP tells them. */
export const PLAIN_ERRORS: ErrorRules = {
  ...{ rateLimited: RPC_CODES.rateLimited, unknownMethod: 200, unreadable: 200, unknownId: null },
}

/** Returns the answer to one request too many: HTTP 429, and a message that says what to do. */
export function tooMany(
  message: RpcMessage,
  { limit, writeRetry }: RpcWindow,
  { resetSeconds }: LimitState,
  { rateLimited, unknownId }: ErrorRules,
): RpcAnswer {
  const error = new RpcError(
    rateLimited,
    `Rate limit exceeded: ${limitText(limit)} per IP address. Try again in ${resetSeconds === 1 ? '1 second' : `${resetSeconds} seconds`}.`,
    writeRetry?.(resetSeconds) ?? { retry_after_seconds: resetSeconds },
  )
  const id = ('id' in message ? message.id : null) ?? unknownId
  return { status: 429, text: errorText(id, error), headers: { 'retry-after': String(resetSeconds) } }
}

/** Returns the rate limit headers of every answer. */
export const rateLimitHeaders = ({ limit, remaining, resetSeconds }: LimitState): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetSeconds),
})

/** Returns the answer as a reply, with the rest of the window that it was counted in. */
export function toReply({ status, text, headers }: RpcAnswer, release: string, taken: LimitState): Reply {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return singleReply(status, bytes, release, { ...rateLimitHeaders(taken), ...headers })
}
