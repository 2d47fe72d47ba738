import { limitText } from '../../../core/interface/rate_limits.ts'
import { type Reply, singleReply } from '../../../core/interface/reply.ts'
import { RPC_CODES } from '../../../core/interface/service.ts'
import type { Taken } from '../limits/limits.ts'
import { errorText, type RpcMessage } from './json_rpc.ts'
import { RpcError, type RpcWindow } from './method.ts'

/** What is answered: a text, or the bytes of one; null is no body. */
export interface RpcAnswer {
  status: number
  text: string | Uint8Array | null
  headers?: Record<string, string>
}

/** One request too many: HTTP 429, and words that help by themselves. */
export function tooMany(message: RpcMessage, { limit }: RpcWindow, { resetSeconds }: Taken): RpcAnswer {
  const error = new RpcError(
    RPC_CODES.rateLimited,
    `Rate limit exceeded: ${limitText(limit)} per IP address. Try again in ${resetSeconds === 1 ? '1 second' : `${resetSeconds} seconds`}.`,
    { retry_after_seconds: resetSeconds },
  )
  const id = 'id' in message ? message.id : null
  return { status: 429, text: errorText(id, error), headers: { 'retry-after': String(resetSeconds) } }
}

/** What is left of a window, as every answer says it. */
export const headersOf = ({ limit, remaining, resetSeconds }: Taken): Record<string, string> => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String(resetSeconds),
})

/** The answer as a reply, with what is left of the window that it was counted in. */
export function sent({ status, text, headers }: RpcAnswer, release: string, taken: Taken): Reply {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return singleReply(status, bytes, release, { ...headersOf(taken), ...headers })
}
