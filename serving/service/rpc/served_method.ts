import { RPC_CODES } from '../../../core/interface/service.ts'
import { PARAMS_NO_OBJECT, type RpcMessage, unknownMethod } from './json_rpc.ts'
import { RpcError, type RpcInterface, type RpcMethod } from './method.ts'

/** Returns the method of this name. Throws RpcError if there is none, or if it is not served. */
export function findMethod({ methods, unsupported = {} }: RpcInterface, name: string): RpcMethod {
  const method = own(methods, name)
  if (method === undefined) throw own(unsupported, name)?.() ?? unknownMethod(name, Object.keys(methods))
  return method
}

/** Returns the error for a message that is no request; null if it is accepted unanswered, as a notification is. */
export function errorWithoutId(
  message: Exclude<RpcMessage, { kind: 'request' }>,
  rpc: RpcInterface,
): RpcError | null {
  if (message.kind === 'invalid') return message.error
  if (rpc.checkParams === undefined) return null
  if (message.kind === 'response') return NO_REQUEST
  try {
    findMethod(rpc, message.method)
    if (message.params === null) return PARAMS_NO_OBJECT
    rpc.checkParams(message.method, message.params)
    return NO_ID
  } catch (error) {
    if (error instanceof RpcError) return error
    throw error
  }
}

const NO_ID = new RpcError(
  RPC_CODES.invalidRequest,
  'id is required: without one there is no answer, so nothing was done. Send an integer or a text as id.',
)
const NO_REQUEST = new RpcError(
  RPC_CODES.invalidRequest,
  'method is required: this message is an answer, but nothing was asked. Send a request.',
)

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
