import type { Door } from './doors.ts'

/** The expected answer to a body, from the body alone. */
export interface Expected {
  /** `accepted` is 202 without a body; `either` where both that and an answer are right. */
  form: 'answer' | 'accepted' | 'either'
  /** The ids that the answer may name. */
  ids: readonly (string | number | null)[]
  /** The error codes of which it must have one; null where a result, or any documented code, is right. */
  codes: readonly number[] | null
}

const MAX_ID = 200
const MAX_METHOD = 200
/** Deeper ones may be refused before anything of them is read. */
const MAX_DEPTH = 32
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const expectError = (codes: number[], ids: Expected['ids'] = [null]): Expected => ({
  form: 'answer',
  ids,
  codes,
})

/** Returns the answer by JSON-RPC 2.0; where the specification leaves a choice, all options are valid. */
export function expected(body: Buffer, door: Door): Expected {
  const value = read(body)
  if (value === NOT_JSON) return expectError([-32700])
  // A byte order mark may be passed over, or be no JSON.
  if (value === MARKED) return { form: 'either', ids: messageIds(read(body.subarray(3))), codes: null }
  if (!isObject(value)) return expectTooDeep(value, expectError([-32600]))
  return expectTooDeep(value, ofObject(value, door))
}

function ofObject(message: Record<string, unknown>, door: Door): Expected {
  const { jsonrpc, method, params } = own(message)
  const hasId = Object.hasOwn(message, 'id')
  const ids = messageIds(message)
  if (isAnswer(message))
    return door.hasNotifications ? { form: 'either', ids, codes: [-32600] } : expectError([-32600])
  if (jsonrpc !== '2.0' || typeof method !== 'string') return expectError([-32600], ids)
  if (hasId && ids[0] === null) return expectError([-32600])
  if (method === '' || method.length > MAX_METHOD)
    return { form: hasId || !door.hasNotifications ? 'answer' : 'either', ids, codes: [-32600, -32601] }
  if (!hasId && !door.hasNotifications) return expectError([...door.codes])
  if (!hasId)
    return {
      form: params === undefined || isObject(params) ? 'accepted' : 'either',
      ids,
      codes: [-32602, -32600],
    }
  if (params !== undefined && !isObject(params)) return expectError([-32602, -32600, -32601], ids)
  // A method of another version of A2A may be refused for that.
  if (!door.methods.includes(method))
    return expectError(door.name === 'a2a' ? [-32601, -32009] : [-32601], ids)
  return { form: 'answer', ids, codes: null }
}

/** For messages that are too deep: their id is found by a parser of the outermost level, and not by others. */
function expectTooDeep(value: unknown, otherwise: Expected): Expected {
  if (depth(value) <= MAX_DEPTH) return otherwise
  return {
    form: otherwise.form === 'answer' ? 'answer' : 'either',
    ids: [null, ...otherwise.ids],
    codes: [-32700, -32600, -32602],
  }
}

const NOT_JSON = Symbol('no JSON')
const MARKED = Symbol('a byte order mark')

function read(body: Buffer): unknown {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return MARKED
  try {
    return JSON.parse(UTF8.decode(body))
  } catch {
    return NOT_JSON
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of a message, and none that every object has. */
const own = (message: Record<string, unknown>): Record<string, unknown> =>
  Object.assign(Object.create(null), message)

const isAnswer = (message: Record<string, unknown>): boolean =>
  !Object.hasOwn(message, 'method') && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'))

/** The id that an answer must name; null where there is none that can be used. */
function messageIds(message: unknown): (string | number | null)[] {
  const id = isObject(message) ? own(message).id : undefined
  const isUsable = typeof id === 'string' ? id.length <= MAX_ID : Number.isSafeInteger(id)
  return [isUsable ? (id as string | number) : null]
}

/** Number of levels of arrays and objects. */
function depth(value: unknown): number {
  let level: unknown[] = [value]
  for (let deep = 0; ; deep += 1) {
    const inner = level.filter((item) => typeof item === 'object' && item !== null)
    if (inner.length === 0) return deep
    level = inner.flatMap((item) => Object.values(item as object))
  }
}
