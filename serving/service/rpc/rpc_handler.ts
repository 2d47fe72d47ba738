import { HttpError } from '../../../core/interface/errors.ts'
import type { Reply } from '../../../core/interface/reply.ts'
import { RPC_CODES } from '../../../core/interface/service.ts'
import type { AllowedOrigins } from '../../../core/settings/values.ts'
import { methodNotAllowed } from '../../handler/handler.ts'
import type { StatefulCall, StatefulHandler } from '../../handler/stateful_handler.ts'
import type { Limits } from '../limits/limits.ts'
import { StoreUnavailable } from '../store/database.ts'
import { errorText, type RpcMessage, readMessage, resultBytes, resultText } from './json_rpc.ts'
import { getCaller, RpcError, type RpcInterface } from './method.ts'
import { isAllowedOrigin } from './origin.ts'
import type { ResultCache } from './result_cache.ts'
import { PLAIN_ERRORS, type RpcAnswer, rateLimitHeaders, tooMany, toReply } from './rpc_replies.ts'
import { errorWithoutId, findMethod } from './served_method.ts'

/** Options of the stateful handler in front of a JSON-RPC interface. */
export interface RpcHandlerOptions {
  limits: Limits
  /** Origins whose pages may call, beside our own and loopback ones. */
  origins: AllowedOrigins
  /** Cached results of pure interfaces. */
  known: ResultCache
  /** Logs internal errors. */
  log(error: unknown): void
}

type RpcRequest = Extract<RpcMessage, { kind: 'request' }>

/** A message, with an HTTP status if it is an error. */
interface ReceivedCall {
  status: number
  message: RpcMessage
}

/**
 * Answers for one JSON-RPC interface in all its revisions. Where a revision has no other rules, an error is HTTP 200
 * except for those before the interface: another method (405), a foreign web page (403), a body that is too large (413),
 * too many requests (429), a request that the interface refuses as it was sent (400). Each answer has the rest of the window it was counted in; other methods and foreign
 * pages are not counted.
 */
export function createRpcHandler(
  rpc: RpcInterface,
  { limits, origins, known, log }: RpcHandlerOptions,
): StatefulHandler {
  const run = async (used: RpcInterface, request: RpcRequest, call: StatefulCall): Promise<RpcAnswer> => {
    const { id, method, params } = request
    const { http, release, today } = call
    try {
      const refused = used.refuse?.(http, method, params)
      if (refused) return { status: refused.status, text: errorText(id, refused.error) }
      // Before the cache: it may have the result of a method that this revision does not know.
      const answer = findMethod(used, method)
      const find = async () => answer(params, { http, release, today })
      if (!used.isPure) return { status: 200, text: resultText(id, await find()) }
      const result = await known.result(call, request, find)
      return { status: 200, text: resultBytes(id, result, used.resultFields?.(method)) }
    } catch (error) {
      if (!(error instanceof RpcError)) log(error)
      const shown = shownError(error)
      return { status: errorStatus(shown, used), text: errorText(id, shown) }
    }
  }
  return {
    async reply(call) {
      const { http, release } = call
      const isForeign = !isAllowedOrigin(http.header('origin'), release.reader.about.base_url, origins)
      if (http.method !== 'POST' || isForeign) return rejectCall(call, rpc, limits)
      const { status, message } = await receive(call, rpc.example)
      const method = 'method' in message ? message.method : null
      const used = rpc.findRevision?.(http, method, 'params' in message ? message.params : null) ?? rpc
      const rules = used.errors ?? PLAIN_ERRORS
      const window = used.window(method)
      const taken = await limits.take(window.name, getCaller(call), [window.limit])
      if (!taken.isAllowed) return toReply(tooMany(message, window, taken, rules), release.id, taken)
      if (message.kind === 'request') return toReply(await run(used, message, call), release.id, taken)
      const error = errorWithoutId(message, used)
      if (error === null) return toReply({ status: 202, text: null }, release.id, taken)
      const id = (message.kind === 'invalid' ? message.id : null) ?? rules.unknownId
      const shownStatus = status === 200 ? rules.unreadable : status
      return toReply({ status: shownStatus, text: errorText(id, error) }, release.id, taken)
    },
  }
}

const MAX_SIZE = 65_536
const FOREIGN = new RpcError(
  RPC_CODES.invalidRequest,
  'Requests from web pages of this origin are not allowed. Call from a server, or have the origin added to ALLOWED_ORIGINS.',
)

/** Returns the answer to another method, or to a foreign page; it is not counted. */
async function rejectCall(call: StatefulCall, rpc: RpcInterface, limits: Limits): Promise<Reply> {
  const { http, endpoint, release } = call
  const { errors = PLAIN_ERRORS, window } = rpc.findRevision?.(http, null, null) ?? rpc
  const { name, limit } = window(null)
  const remaining = await limits.peek(name, getCaller(call), [limit])
  if (http.method !== 'POST')
    throw methodNotAllowed([endpoint.method, 'OPTIONS'], rateLimitHeaders(remaining))
  return toReply({ status: 403, text: errorText(errors.unknownId, FOREIGN) }, release.id, remaining)
}

/** Reads the message; a body that does not arrive, or is too large, is an unreadable message. */
async function receive({ http, endpoint }: StatefulCall, example: string): Promise<ReceivedCall> {
  try {
    const bytes = await http.body(endpoint.body?.maxBytes ?? MAX_SIZE)
    return { status: 200, message: readMessage(bytes, example) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const refusal = new RpcError(RPC_CODES.invalidRequest, error.message)
    return { status: error.status, message: { kind: 'invalid', id: null, error: refusal } }
  }
}

const AWAY = new RpcError(
  RPC_CODES.internal,
  'The database of the service is unavailable. Send the request again in a few seconds.',
)
const FAULT = new RpcError(RPC_CODES.internal, 'Internal error. It was logged; try again later.')

function errorStatus({ code }: RpcError, { errors = PLAIN_ERRORS }: RpcInterface): number {
  if (code === errors.rateLimited) return 429
  return code === RPC_CODES.unknownMethod ? errors.unknownMethod : 200
}

function shownError(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  return error instanceof StoreUnavailable ? AWAY : FAULT
}
