import { RPC_CODES } from '../../../core/interface/service.ts'
import { type Params, RpcError } from './method.ts'

/** The id of a request: up to 200 characters, or a safe integer. */
export type RpcId = string | number

/** A parsed message, not answered yet. */
export type RpcMessage =
  | { kind: 'request'; id: RpcId; method: string; params: Params }
  /** A message without an id; `params` is null if it is no object. */
  | { kind: 'notification'; method: string; params: Params | null }
  /** A response, though the server sent no request. */
  | { kind: 'response' }
  /** `id` is that of the request, if it is valid. */
  | { kind: 'invalid'; id: RpcId | null; error: RpcError }

const MAX_LEVELS = 32
/** Maximum depth: deeper messages are not even parsed, and their id stays unknown. */
const MAX_PARSED_LEVELS = 1_000
const TOO_DEEP = `The message may have at most ${MAX_LEVELS} levels of objects and arrays.`
const MAX_NAME = 200
const UTF8 = new TextDecoder('utf-8', { fatal: true })

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b]
// The closing ones are two characters after those that open.
const TO_CLOSING = 2

/** Reads one JSON-RPC 2.0 message; it never throws. A byte order mark is skipped. Errors show `example`, a request. */
export function readMessage(bytes: Uint8Array, example: string): RpcMessage {
  // Thirty thousand brackets would be parsed for milliseconds, which blocks all other calls.
  if (bytes.length > MAX_PARSED_LEVELS && isDeeper(bytes, MAX_PARSED_LEVELS)) return invalid(null, TOO_DEEP)
  let sent: unknown
  try {
    sent = JSON.parse(UTF8.decode(bytes))
  } catch {
    return invalid(null, `The body must be one JSON object in UTF-8, e.g. ${example}.`, RPC_CODES.parse)
  }
  if (Array.isArray(sent)) return invalid(null, 'Batches are not supported: send each request on its own.')
  if (!isObject(sent)) return invalid(null, `The body must be one JSON object, e.g. ${example}.`)
  const id = isId(sent.id) ? sent.id : null
  if (isDeeper(bytes, MAX_LEVELS)) return invalid(id, TOO_DEEP)
  return toMessage(sent, id, example)
}

function toMessage(sent: Record<string, unknown>, id: RpcId | null, example: string): RpcMessage {
  const { jsonrpc, method, params = {} } = sent
  if (jsonrpc !== '2.0') return invalid(id, `jsonrpc must be "2.0", e.g. ${example}.`)
  if (method === undefined && ('result' in sent || 'error' in sent)) return { kind: 'response' }
  if (typeof method !== 'string' || method.length > MAX_NAME)
    return invalid(id, `method must be a text of at most ${MAX_NAME} characters, e.g. ${example}.`)
  if (!('id' in sent)) return { kind: 'notification', method, params: isObject(params) ? params : null }
  if (id === null)
    return invalid(id, `id must be an integer or a text of at most ${MAX_NAME} characters, not null.`)
  return isObject(params)
    ? { kind: 'request', id, method, params }
    : { kind: 'invalid', id, error: PARAMS_NO_OBJECT }
}

/** The error for params that are no object. */
export const PARAMS_NO_OBJECT = new RpcError(
  RPC_CODES.invalidParams,
  'params must be an object with named values, or be left out.',
)

/** Returns the JSON text of an answer; `result` is JSON text already. */
export const resultText = (id: RpcId, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

const CLOSING = Buffer.from('}')

/** Returns the same for a result in bytes, in bytes. `fields` stand before its own, of which it has at least one. */
export function resultBytes(id: RpcId, result: Uint8Array, fields?: string): Uint8Array {
  const opening = resultText(id, '').slice(0, -CLOSING.length)
  return fields === undefined
    ? Buffer.concat([Buffer.from(opening), result, CLOSING])
    : Buffer.concat([Buffer.from(`${opening}{${fields},`), result.subarray(1), CLOSING])
}

/** Returns the JSON text of an error; the id is null, or undefined and left out, if the request has no valid one. */
export const errorText = (id: RpcId | null | undefined, { code, message, data }: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })

/** Returns the error for an unknown method, which names the known ones. */
export function unknownMethod(method: string, known: readonly string[]): RpcError {
  const named = method.slice(0, 64).replaceAll(/[^\w/.-]/g, '?')
  return new RpcError(
    RPC_CODES.unknownMethod,
    `Unknown method "${named}". Supported methods: ${known.join(', ')}.`,
  )
}

const invalid = (id: RpcId | null, message: string, code: number = RPC_CODES.invalidRequest): RpcMessage => ({
  kind: 'invalid',
  id,
  error: new RpcError(code, message),
})

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isId = (id: unknown): id is RpcId =>
  typeof id === 'string' ? id.length <= MAX_NAME : Number.isSafeInteger(id)

/** True if JSON has more levels than that. The bytes counted here are no part of any longer UTF-8 sequence. */
function isDeeper(bytes: Uint8Array, max: number): boolean {
  let level = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === BRACKET || byte === BRACE) level += 1
    else if (byte === BRACKET + TO_CLOSING || byte === BRACE + TO_CLOSING) level -= 1
    if (level > max) return true
  }
  return false
}
