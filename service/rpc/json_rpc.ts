import { RPC_CODES } from '../../interface/service.ts'
import { type Params, RpcError } from './method.ts'

/** What names a request: up to 200 characters, or a safe integer. */
export type RpcId = string | number

/** A message as it was read; nothing of it is answered yet. */
export type Message =
  | { kind: 'request'; id: RpcId; method: string; params: Params }
  | { kind: 'notification'; method: string }
  /** An answer to what nobody asked here. */
  | { kind: 'response' }
  /** `id` is that of the request, where it can be used. */
  | { kind: 'invalid'; id: RpcId | null; error: RpcError }

const MOST_LEVELS = 32
const LONGEST_NAME = 200
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const EXAMPLE = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b]
// The closing ones are two characters after those that open.
const TO_CLOSING = 2

/**
 * Reads one JSON-RPC 2.0 message; it never throws. A byte order mark is skipped. The params of a notification are not
 * looked at, since nothing is done with it.
 */
export function readMessage(bytes: Uint8Array): Message {
  let sent: unknown
  try {
    sent = JSON.parse(UTF8.decode(bytes))
  } catch {
    return invalid(null, `The body must be one JSON object in UTF-8, e.g. ${EXAMPLE}.`, RPC_CODES.parse)
  }
  if (Array.isArray(sent)) return invalid(null, 'A batch is not taken: send each request on its own.')
  if (typeof sent !== 'object' || sent === null)
    return invalid(null, `The body must be one JSON object, e.g. ${EXAMPLE}.`)
  const message = sent as Record<string, unknown>
  const id = isId(message.id) ? message.id : null
  if (isTooDeep(bytes))
    return invalid(id, `The message may have at most ${MOST_LEVELS} levels of objects and arrays.`)
  return messageOf(message, id)
}

function messageOf(sent: Record<string, unknown>, id: RpcId | null): Message {
  const { jsonrpc, method, params = {} } = sent
  if (jsonrpc !== '2.0') return invalid(id, `jsonrpc must be "2.0", e.g. ${EXAMPLE}.`)
  if (method === undefined && ('result' in sent || 'error' in sent)) return { kind: 'response' }
  if (typeof method !== 'string' || method.length > LONGEST_NAME)
    return invalid(id, `method must be a text of at most ${LONGEST_NAME} characters, e.g. ${EXAMPLE}.`)
  if (!('id' in sent)) return { kind: 'notification', method }
  if (id === null)
    return invalid(id, `id must be an integer or a text of at most ${LONGEST_NAME} characters, not null.`)
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    return invalid(id, 'params must be an object with named values, or be left out.', RPC_CODES.invalidParams)
  return { kind: 'request', id, method, params: params as Params }
}

/** The JSON text of an answer; `result` is JSON text already. */
export const resultText = (id: RpcId, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** The JSON text of an error; the id is null where the request has none that can be used. */
export const errorText = (id: RpcId | null, { code, message, data }: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } })

/** The error for a method that is not known, which names those that are. */
export function unknownMethod(method: string, known: readonly string[]): RpcError {
  const named = method.slice(0, 64).replaceAll(/[^\w/.-]/g, '?')
  return new RpcError(
    RPC_CODES.unknownMethod,
    `There is no method "${named}" here. Known are ${known.join(', ')}.`,
  )
}

const invalid = (id: RpcId | null, message: string, code: number = RPC_CODES.invalidRequest): Message => ({
  kind: 'invalid',
  id,
  error: new RpcError(code, message),
})

const isId = (id: unknown): id is RpcId =>
  typeof id === 'string' ? id.length <= LONGEST_NAME : Number.isSafeInteger(id)

/** Whether JSON that can be parsed has too many levels. What counts here is no part of any longer UTF-8 sequence. */
function isTooDeep(bytes: Uint8Array): boolean {
  let level = 0
  let isText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    if (byte === QUOTE) isText = !isText
    else if (isText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === BRACKET || byte === BRACE) level += 1
    else if (byte === BRACKET + TO_CLOSING || byte === BRACE + TO_CLOSING) level -= 1
    if (level > MOST_LEVELS) return true
  }
  return false
}
