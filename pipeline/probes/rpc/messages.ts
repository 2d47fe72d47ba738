/** An error of JSON-RPC 2.0, as a server sent it. */
export interface JsonRpcFault {
  code: number
  message: string
  data: unknown
}

/** The answer to one request: a result or an error. */
export type JsonRpcAnswer =
  | { result: Record<string, unknown>; error: null }
  | { result: null; error: JsonRpcFault }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object of JSON, or an empty one for any other value. */
export const toFields = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Formats a request, or a notification where `id` is null. */
export const formatMessage = (id: number | null, method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, ...(params && { params }) })

/**
 * Finds the answer to a request in a message or a batch of messages; null without one. A server that could not read
 * the request's id answers with an error whose id is null.
 */
export function findAnswer(text: string, id: number): JsonRpcAnswer | null {
  const body = parseJson(text)
  const messages = (Array.isArray(body) ? body : [body]).filter(isObject)
  return messages.map((message) => readAnswer(message, id)).find((answer) => answer !== null) ?? null
}

function readAnswer(message: Record<string, unknown>, id: number): JsonRpcAnswer | null {
  if (message.jsonrpc !== '2.0' || message.method !== undefined) return null
  const isOurs = message.id === id || message.id === String(id)
  if (isOurs && isObject(message.result)) return { result: message.result, error: null }
  if (!isObject(message.error) || !(isOurs || (message.id ?? null) === null)) return null
  const { code, message: text, data } = message.error
  if (typeof code !== 'number') return null
  return { result: null, error: { code, message: typeof text === 'string' ? text : '', data } }
}

const MAYBE_JSON = /^\s*[[{]/

/** Parses JSON, or returns undefined where it is no object or array: an error of the parser costs more than all else. */
function parseJson(text: string): unknown {
  if (!MAYBE_JSON.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
