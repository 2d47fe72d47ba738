import type { Desk, DeskCall } from '../../handler/desk.ts'
import { HttpError } from '../../handler/errors.ts'
import { methodNotAllowed } from '../../handler/handler.ts'
import type { Reply } from '../../handler/reply.ts'
import { RPC_CODES } from '../../interface/service.ts'
import type { AllowedOrigins } from '../config_variables.ts'
import type { Limits } from '../limits.ts'
import { StoreUnavailable } from '../store/database.ts'
import { errorText, type Message, readMessage, resultText, unknownMethod } from './json_rpc.ts'
import { RpcError, type RpcInterface, type RpcWindow } from './method.ts'
import { isAllowedOrigin } from './origin.ts'
import { type Answer, headersOf, sent, tooMany } from './rpc_replies.ts'

/** What the desk in front of a JSON-RPC interface works with. */
export interface RpcDeskOptions {
  limits: Limits
  /** Whose pages may call, beside our own and loopback ones. */
  origins: AllowedOrigins
  /** Where faults of our own are told. */
  log(error: unknown): void
}

type Request = Extract<Message, { kind: 'request' }>

/** A message with the status that its error has, where it is one. */
interface Received {
  status: number
  message: Message
}

/**
 * Answers for one JSON-RPC interface. An error is HTTP 200 but for what never came as far as the interface: another
 * method (405), a foreign web page (403), a body that is too large (413), too many requests (429), a request that the
 * interface refuses as it was sent (400). Each answer says what is left of the window it was counted in; other methods
 * and foreign pages count in none.
 */
export function createRpcDesk(rpc: RpcInterface, { limits, origins, log }: RpcDeskOptions): Desk {
  const methods = new Map(Object.entries(rpc.methods))
  const run = async ({ id, method, params }: Request, call: DeskCall): Promise<Answer> => {
    const { http, release, today } = call
    try {
      const refused = rpc.refuse?.(http, method)
      if (refused) return { status: 400, text: errorText(id, refused) }
      const found = methods.get(method)
      if (found === undefined) throw unknownMethod(method, [...methods.keys()])
      return { status: 200, text: resultText(id, await found(params, { http, release, today })) }
    } catch (error) {
      if (!(error instanceof RpcError)) log(error)
      return { status: 200, text: errorText(id, toldAs(error)) }
    }
  }
  return {
    async reply(call) {
      const { http, release } = call
      const isForeign = !isAllowedOrigin(http.header('origin'), release.reader.about.base_url, origins)
      if (http.method !== 'POST' || isForeign) return turnedAway(call, rpc.window(null), limits)
      const { status, message } = await receive(call)
      const window = rpc.window('method' in message ? message.method : null)
      const taken = await limits.take(window.name, callerOf(call), [window.limit])
      if (!taken.isAllowed) return sent(tooMany(message, window, taken), release.id, taken)
      if (message.kind === 'request') return sent(await run(message, call), release.id, taken)
      const text = message.kind === 'invalid' ? errorText(message.id, message.error) : null
      return sent({ status: text === null ? 202 : status, text }, release.id, taken)
    },
  }
}

const LARGEST = 65_536
const FOREIGN = new RpcError(
  RPC_CODES.invalidRequest,
  'Web pages of this origin may not call here. Call from a server, or have the origin added to ALLOWED_ORIGINS.',
)

const callerOf = ({ http }: DeskCall): string => http.address ?? 'unknown'

/** The answer to another method, or to a foreign page; it is not counted. */
async function turnedAway(call: DeskCall, { name, limit }: RpcWindow, limits: Limits): Promise<Reply> {
  const { http, endpoint, release } = call
  const left = await limits.look(name, callerOf(call), [limit])
  if (http.method !== 'POST') throw methodNotAllowed([endpoint.method, 'OPTIONS'], headersOf(left))
  return sent({ status: 403, text: errorText(null, FOREIGN) }, release.id, left)
}

/** Reads the message; a body that does not arrive, or is too large, is one that cannot be read. */
async function receive({ http, endpoint }: DeskCall): Promise<Received> {
  try {
    return { status: 200, message: readMessage(await http.body(endpoint.body?.maxBytes ?? LARGEST)) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const told = new RpcError(RPC_CODES.invalidRequest, error.message)
    return { status: error.status, message: { kind: 'invalid', id: null, error: told } }
  }
}

const AWAY = new RpcError(
  RPC_CODES.internal,
  'What keeps the state of the service does not answer. Send the request again in a few seconds.',
)
const FAULT = new RpcError(RPC_CODES.internal, 'This is a fault of ours. It was logged; try again later.')

function toldAs(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  return error instanceof StoreUnavailable ? AWAY : FAULT
}
