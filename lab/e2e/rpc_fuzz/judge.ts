import { isDeepStrictEqual } from 'node:util'
import { MCP, STATELESS_VERSION } from '../../../core/interface/service.ts'
import { findFaults, type Secrets } from '../fuzz/examine.ts'
import type { Answer, Reply } from '../fuzz/raw_client.ts'
import type { Sent } from './any_message.ts'
import { DOORS } from './doors.ts'
import { type Expected, expected } from './expected.ts'
import { parsed } from './parsed.ts'

const TASK_STATES = [
  ...[
    'submitted',
    'working',
    'input-required',
    'completed',
    'canceled',
    'failed',
    'rejected',
    'auth-required',
  ],
]
// Characters that change the direction of text in a terminal or browser; an answer may repeat them in data, never in
// our sentences.
const CONTROL = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

type Body = Record<string, unknown>

/** Returns the faults of the answer to one message, in a few words each; empty if it is correct. */
export function judgeAnswer(asSent: Sent, answer: Answer, secrets: Secrets): string[] {
  const sent = { ...asSent, door: findDoor(asSent) }
  const { replies, text, isLate } = answer
  const [reply] = replies
  // Without its replies the rest is examined as any answer is: for leaks.
  const given = findFaults({ ...sent.asked, isWhole: false }, { ...answer, replies: [] }, secrets)
  if (isLate || reply === undefined) return [...given, 'no answer']
  return [
    ...given,
    ...(replies.length > 1 ? ['more than one answer'] : []),
    ...faultsOfReply(sent, reply, text),
  ]
}

/** Returns the door that a message is for: of the versions at one address, that which it names. */
function findDoor(sent: Sent): Sent['door'] {
  const { door, body } = sent
  if (door.path !== DOORS.mcp.path) return door
  const { codes } = expected(body, DOORS.today)
  // Of what cannot be read, or is not, the header alone tells.
  if (isHostileOrigin(sent) || codes?.some((code) => code === -32600 || code === -32700))
    return headerDoor(sent)
  const { method, params } = (body.length > door.maxBytes ? null : parsed(body.toString('latin1'))) ?? {}
  const version = Object(Object(Object(params)._meta))['io.modelcontextprotocol/protocolVersion']
  if (version !== undefined) return MCP.protocolVersions.includes(version) ? headerDoor(sent) : DOORS.today
  return method === 'initialize' ? DOORS.mcp : headerDoor(sent)
}

const headerDoor = (sent: Sent): Sent['door'] =>
  sentHeader(sent, 'mcp-protocol-version') === STATELESS_VERSION ? DOORS.today : DOORS.mcp

const isToday = ({ door }: Sent): boolean => door.name === 'today'

function faultsOfReply(sent: Sent, reply: Reply, text: string): string[] {
  const isUtf8 = Buffer.from(Buffer.from(text, 'latin1').toString(), 'utf8').equals(
    Buffer.from(text, 'latin1'),
  )
  const shared = isUtf8 ? [] : ['bytes that are no UTF-8']
  if (sent.method === 'OPTIONS')
    return [...shared, ...(reply.status === 204 ? [] : [`status ${reply.status} for OPTIONS`])]
  shared.push(...limitFaults(sent, reply))
  if (sent.method !== 'POST') return [...shared, ...otherMethodFaults(sent, reply)]
  return [...shared, ...postFaults(sent, reply)]
}

/** The three headers, with numbers that can be. */
function limitFaults({ door }: Sent, { head }: Reply): string[] {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => {
    const text = readHeader(head, `x-ratelimit-${name}`)
    return text !== null && /^\d+$/.test(text) ? Number(text) : null
  }) as [number | null, number | null, number | null]
  return [
    ...(limit === door.limit ? [] : [`X-RateLimit-Limit ${limit}`]),
    ...(remaining !== null && remaining <= door.limit ? [] : [`X-RateLimit-Remaining ${remaining}`]),
    ...(reset !== null && reset >= 1 && reset <= 60 ? [] : [`X-RateLimit-Reset ${reset}`]),
  ]
}

function otherMethodFaults({ method }: Sent, { status, head, body }: Reply): string[] {
  if (status !== 405) return [`status ${status} for ${method}`]
  return [
    ...(readHeader(head, 'allow') === 'POST, OPTIONS' ? [] : ['405 without Allow: POST, OPTIONS']),
    ...(method === 'HEAD' || typeof parsed(body)?.error === 'string' ? [] : ['405 without the error body']),
  ]
}

function postFaults(sent: Sent, { status, head, body }: Reply): string[] {
  if (status === 202) return acceptedFaults(sent, body)
  const answer = parsed(body)
  if (answer === null) return [`status ${status} with a body that is no JSON object`]
  return [
    ...formFaults(sent, answer),
    ...statusFaults(sent, status, head, answer),
    ...(status === 200 ? fitFaults(sent, answer) : []),
    ...('error' in answer ? errorFaults(sent, answer.error) : resultFaults(sent, answer.result)),
  ]
}

function acceptedFaults(sent: Sent, body: string): string[] {
  const { form } = expected(sent.body, sent.door)
  return [
    ...(body === '' ? [] : ['202 with a body']),
    ...(form === 'answer' ? ['202 for what asks for an answer'] : []),
  ]
}

/** Checks the form of every JSON-RPC answer. */
function formFaults(sent: Sent, answer: Body): string[] {
  const { id, jsonrpc } = answer
  const isUsable = typeof id === 'string' || Number.isSafeInteger(id)
  // Today's version leaves out an id that it cannot tell.
  const isId = isUsable || (isToday(sent) ? !('id' in answer) && 'error' in answer : id === null)
  return [
    ...(jsonrpc === '2.0' ? [] : ['an answer without jsonrpc 2.0']),
    ...('result' in answer === 'error' in answer ? ['an answer with both or none of result and error'] : []),
    ...(isId ? [] : ['an answer with a wrong id']),
    ...Object.keys(answer)
      .filter((name) => !['jsonrpc', 'id', 'result', 'error'].includes(name))
      .map((name) => `an answer with ${name}`),
  ]
}

/** Checks that each status other than 200 has its reason. */
function statusFaults(sent: Sent, status: number, head: string, answer: Body): string[] {
  const { code, data } = (answer.error ?? {}) as Body
  const needs = (isRight: boolean) => (isRight ? [] : [`status ${status} with code ${String(code)}`])
  const id = (answer.id ?? null) as null
  const tooMany = isToday(sent) ? 429 : -32029
  switch (status) {
    case 200:
      return isHostileOrigin(sent)
        ? ['a hostile Origin was answered']
        : needs(!toldByStatus(sent).includes(code as number))
    case 400:
      return needs(
        isToday(sent)
          ? [...BAD_REQUESTS, -32602].includes(code as number)
          : 'error' in answer && sentHeader(sent, 'mcp-protocol-version') !== null,
      )
    case 403:
      return needs(sentHeader(sent, 'origin') !== null && code === -32600 && id === null)
    case 404:
      return needs(isToday(sent) && code === -32601)
    case 413:
      return needs(sent.body.length > sent.door.maxBytes && code === -32600 && id === null)
    case 429:
      return [
        ...needs(code === tooMany && limitedIds(sent).includes(id)),
        ...(Number(readHeader(head, 'retry-after')) >= 1 ? [] : ['429 without Retry-After']),
        ...(readWait(data) >= 1 ? [] : ['429 without a time to wait']),
        ...(readHeader(head, 'x-ratelimit-remaining') === '0' ? [] : ['429 with something remaining']),
      ]
    default:
      return [`status ${status}`]
  }
}

const BAD_REQUESTS = [-32700, -32600, -32020, -32022]

/** The codes that always have a status of their own. */
const toldByStatus = (sent: Sent): number[] => (isToday(sent) ? [...BAD_REQUESTS, -32601, 429] : [-32029])

/** Returns the seconds that an error tells to wait; A2A 1.0 has a list of details. NaN without them. */
function readWait(data: unknown): number {
  const [detail] = Array.isArray(data) ? (data as Body[]) : []
  if (detail !== undefined) return Number.parseInt(String(detail.retryDelay), 10)
  return Number((data as Body | undefined)?.retry_after_seconds)
}

/** A body above the cap is not read, and a notification has no request id. */
function limitedIds({ body, door }: Sent): Expected['ids'] {
  const { form, ids } = expected(body, door)
  if (body.length > door.maxBytes) return [null]
  return form === 'answer' ? ids : [null, ...ids]
}

/** Checks that the answer fits this message. */
function fitFaults(sent: Sent, answer: Body): string[] {
  if (sent.body.length > sent.door.maxBytes) return ['a body above the cap was answered']
  const { form, ids, codes }: Expected = expected(sent.body, sent.door)
  const { code } = (answer.error ?? {}) as Body
  return [
    ...(form === 'accepted' ? ['an answer to a notification'] : []),
    ...(ids.some((id) => id === answer.id) ? [] : ['the id of another message']),
    ...(codes === null || codes.includes(code as number)
      ? []
      : [`${code === undefined ? 'a result' : `code ${String(code)}`} instead of ${codes.join(' or ')}`]),
  ]
}

function errorFaults({ door }: Sent, error: unknown): string[] {
  const { code, message, ...rest } = (error ?? {}) as Body
  const isKnown = typeof code === 'number' && door.codes.includes(code)
  return [
    ...(isKnown ? [] : [`error code ${String(code)}`]),
    ...(typeof message === 'string' && message.trim() !== '' ? [] : ['an error without a message']),
    ...(typeof message === 'string' && message.length > 600 ? ['an error message of great length'] : []),
    ...(CONTROL.test(String(message)) ? ['control characters in an error message'] : []),
    ...Object.keys(rest)
      .filter((name) => name !== 'data')
      .map((name) => `an error with ${name}`),
  ]
}

function resultFaults({ door, body }: Sent, result: unknown): string[] {
  if (typeof result !== 'object' || result === null) return ['a result that is no object']
  const { method } = parsed(body.toString('latin1')) ?? {}
  if (door.name === 'a2a') return taskFaults(result as Body)
  return method === 'tools/call' ? toolFaults(result as Body) : []
}

function toolFaults({ content, isError, structuredContent }: Body): string[] {
  const [{ type, text } = {} as Body, ...more] = Array.isArray(content) ? (content as Body[]) : []
  if (type !== 'text' || typeof text !== 'string' || more.length > 0 || typeof isError !== 'boolean')
    return ['a tool result of another shape']
  if (isError) {
    // Suggestions may stand on lines of their own.
    return CONTROL.test(text.replaceAll('\n', ' ')) ? ['control characters in the error of a tool'] : []
  }
  return isDeepStrictEqual(parsed(Buffer.from(text).toString('latin1')), structuredContent)
    ? []
    : ['a text that says something else than structuredContent']
}

function taskFaults(result: Body): string[] {
  if (Array.isArray(result.tasks))
    return typeof result.nextPageToken === 'string' ? [] : ['a list of tasks without nextPageToken']
  const { kind, id, contextId, status } = (result.task ?? result) as Body
  const { state: written, timestamp } = (status ?? {}) as Body
  const state = String(written)
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
  // The one or the other of the versions, and no mixture.
  const isTask =
    (state === written ? kind === 'task' : kind === undefined) &&
    typeof id === 'string' &&
    typeof contextId === 'string'
  return [
    ...(isTask ? [] : ['a result that is no task']),
    ...(TASK_STATES.includes(state) ? [] : [`a task in the state ${String(state)}`]),
    ...(Number.isNaN(Date.parse(String(timestamp))) ? ['a task without a time'] : []),
  ]
}

const isHostileOrigin = (sent: Sent): boolean => {
  const origin = sentHeader(sent, 'origin')
  return origin !== null && origin !== '' && !LOOPBACK.test(origin)
}

const sentHeader = ({ headers }: Sent, name: string): string | null =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1] ?? null

const readHeader = (head: string, name: string): string | null =>
  new RegExp(`^${name}: *(.*?) *$`, 'im').exec(head)?.[1] ?? null
