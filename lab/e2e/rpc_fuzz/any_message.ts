import { MCP, STATELESS_VERSION } from '../../../core/interface/service.ts'
import type { Chance } from '../fuzz/chance.ts'
import { falseKey } from '../fuzz/false_payments.ts'
import type { RawRequest } from '../fuzz/raw_client.ts'
import { encodeRequest } from '../fuzz/request_text.ts'
import { METHODS_1_0, toVersion1 } from './a2a_1_0.ts'
import { oddTaskCall, rightTaskCall } from './a2a_messages.ts'
import { DOORS, type Door } from './doors.ts'
import { breakObject, hostileText, oddValue, rightId, wrongId } from './odd_values.ts'
import { parsed } from './parsed.ts'
import { rawBody } from './raw_bodies.ts'
import { oddCall, rightCall } from './tool_calls.ts'
import type { MessageData } from './world.ts'

/** A message as it goes out. */
export interface Sent {
  door: Door
  /** Of HTTP. */
  method: string
  headers: [name: string, value: string][]
  body: Buffer
  asked: RawRequest
}

type Envelope = Record<string, unknown>

const OTHER_METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']
const NOTIFICATIONS = [
  'notifications/initialized',
  'notifications/cancelled',
  'tools/call',
  'message/send',
  'x',
]
const UNKNOWN_METHODS = ['resources/subscribe', 'roots/list', 'sampling/createMessage', 'tasks/list', '']

const RIGHT = 'right'

/** The address that sends so much that it is refused now and then. */
const BUSY = '192.0.2.1'

/** Any message to any of the addresses: right, wrong in a place, or no JSON at all. */
export function anyMessage(chance: Chance, world: MessageData): Sent {
  const door = DOORS[chance.pick(['mcp', 'mcp', 'today', 'today', 'legacy', 'a2a', 'a2a', 'a2a'] as const)]
  const method = chance.percent(96) ? 'POST' : chance.pick(OTHER_METHODS)
  const made = bodyFor(door, chance, world)
  const headers = [...headersFor(door, chance, world), ...taskVersion(made.body, chance)]
  const { body, added } = door.name === 'today' ? withVersion(made.body, chance) : { ...made, added: [] }
  const sent = [...headers.filter(([name]) => !added.some(([other]) => other === name)), ...added]
  return encodeMessage({ door, method, headers: sent, body, label: made.label }, chance)
}

/** The message with what today's version adds to the body and to the headers; now and then a part of that is wrong. */
function withVersion(body: Buffer, chance?: Chance): { body: Buffer; added: Sent['headers'] } {
  // What is as large or deep as some raw bodies is sent as it is.
  const message = body.length > MAX_WRITTEN ? null : parsed(body.toString('latin1'))
  if (message === null) return { body, added: [[VERSION_HEADER, STATELESS_VERSION]] }
  const { method, params = {} } = message as { method?: unknown; params?: Envelope }
  const name = Object(params).name ?? Object(params).uri
  const meta = chance?.percent(15) ? breakObject({ ...TODAY_META }, chance) : TODAY_META
  const added = Object.entries({
    [VERSION_HEADER]: STATELESS_VERSION,
    'Mcp-Method': method,
    'Mcp-Name': name,
  }).flatMap(([header, value]): Sent['headers'] => {
    if (typeof value !== 'string' || chance?.percent(4)) return []
    return [[header, isPlain(value) ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`]]
  })
  const whole = isObject(params) ? { ...message, params: { ...params, _meta: meta } } : message
  return { body: Buffer.from(JSON.stringify(whole)), added: chance?.percent(4) ? added.toReversed() : added }
}

const MAX_WRITTEN = 2_000
const VERSION_HEADER = 'MCP-Protocol-Version'
const TODAY_META = {
  'io.modelcontextprotocol/protocolVersion': STATELESS_VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const isPlain = (value: string): boolean => /^[!-~]{1,200}$/.test(value)
const isObject = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The version of a body of A2A 1.0, which its sender forgets now and then. */
const taskVersion = (body: Buffer, chance: Chance): Sent['headers'] =>
  METHODS_1_0.some((name) => body.includes(`"${name}"`)) && chance.percent(95) ? [['A2A-Version', '1.0']] : []

/** A message that is right in all, which is to be answered with a result. */
export function rightMessage(door: Door, call: { method: string; params: unknown }, address: string): Sent {
  const plain = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }))
  const { body, added } = door.name === 'today' ? withVersion(plain) : { body: plain, added: [] }
  const headers: Sent['headers'] = [['X-Forwarded-For', address], ...added]
  return encodeMessage({ door, method: 'POST', headers, body, label: RIGHT })
}

export const isRight = ({ asked }: Sent): boolean => asked.label.endsWith(` ${RIGHT}`)

function encodeMessage(parts: Omit<Sent, 'asked'> & { label: string }, chance?: Chance): Sent {
  const { door, method, headers, body, label } = parts
  const framing = chance?.percent(15) ? 'chunked' : 'length'
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE'
  const asked = encodeRequest({
    ...{ method, target: door.path, headers, label: `${method} ${door.name} ${label}` },
    ...(hasBody ? { body, framing } : {}),
  })
  return { door, method, headers, body, asked }
}

function bodyFor(door: Door, chance: Chance, world: MessageData): { label: string; body: Buffer } {
  const way = chance.below(100)
  const json = (label: string, value: unknown) => ({ label, body: Buffer.from(JSON.stringify(value) ?? '') })
  const right = envelope(call(door, chance, world), chance)
  if (way < 20) return { label: 'raw', body: rawBody(right, chance, door.maxBytes) }
  if (way < 45) return json('envelope', oddEnvelope(right, chance))
  if (way < 80) return json('odd call', envelope(brokenCall(door, chance, world), chance))
  return json('right call', right)
}

const envelope = (content: Envelope, chance: Chance): Envelope => ({
  ...{ jsonrpc: '2.0', id: rightId(chance) },
  ...content,
})

const anyVersion = (
  call: { method: string; params: unknown },
  chance: Chance,
  world: MessageData,
): { method: string; params: unknown } => (chance.percent(40) ? toVersion1(call, chance, world) : call)

function call(door: Door, chance: Chance, world: MessageData): { method: string; params?: unknown } {
  if (door.name === 'a2a') return anyVersion(rightTaskCall(chance, world), chance, world)
  if (chance.percent(70)) return { method: 'tools/call', params: rightCall(toolsAt(door), chance, world) }
  return chance.pick<() => { method: string; params?: unknown }>([
    () => ({ method: 'ping' }),
    () => ({ method: 'tools/list', params: {} }),
    () => ({ method: 'server/discover' }),
    () => ({ method: 'initialize', params: greeting(chance) }),
  ])()
}

function brokenCall(door: Door, chance: Chance, world: MessageData): { method: string; params?: unknown } {
  if (door.name === 'a2a') return anyVersion(oddTaskCall(chance, world), chance, world)
  if (chance.percent(80)) return { method: 'tools/call', params: oddCall(toolsAt(door), chance, world) }
  return chance.pick<() => { method: string; params?: unknown }>([
    () => ({ method: 'ping', params: oddValue(chance) }),
    () => ({ method: 'tools/list', params: { cursor: oddValue(chance) } }),
    () => ({
      method: chance.pick(['prompts/list', 'resources/list', 'resources/templates/list']),
      params: chance.pick([{}, { cursor: oddValue(chance) }]),
    }),
    () => ({ method: chance.pick(['prompts/get', 'resources/read']), params: { uri: oddValue(chance) } }),
    () => ({ method: 'logging/setLevel', params: { level: oddValue(chance) } }),
    () => ({ method: 'completion/complete', params: { ref: oddValue(chance) } }),
    () => ({ method: 'initialize', params: breakObject(greeting(chance), chance) }),
    () => ({ method: 'initialize', params: { ...greeting(chance), protocolVersion: oddValue(chance) } }),
  ])()
}

const toolsAt = ({ name }: Door): 'mcp' | 'legacy' => (name === 'legacy' ? 'legacy' : 'mcp')

const greeting = (chance: Chance): Envelope => ({
  protocolVersion: chance.pick([...MCP.protocolVersions, '2026-07-28', '1999-01-01']),
  ...{ capabilities: {}, clientInfo: { name: 'client', version: '1' } },
})

/** The request with one of its members wrong, or with a form that JSON-RPC has for something else. */
function oddEnvelope(right: Envelope, chance: Chance): unknown {
  const { id, method: _method, ...rest } = right
  const { id: _id, ...withoutId } = right
  return chance.pick<() => unknown>([
    () => ({ ...right, jsonrpc: chance.pick(['1.0', '2', 2, 2.0, null, '', ' 2.0', ['2.0']]) }),
    () => ({ ...right, id: wrongId(chance) }),
    () => ({ ...right, method: oddValue(chance) }),
    () => ({ ...right, method: chance.pick(UNKNOWN_METHODS) }),
    () => ({ ...right, method: hostileText(chance) }),
    () => ({ ...right, params: oddValue(chance) }),
    () => ({ ...withoutId, method: chance.pick(NOTIFICATIONS) }),
    () => withoutId,
    () => ({ jsonrpc: '2.0', id, result: oddValue(chance) }),
    () => ({ jsonrpc: '2.0', id, error: { code: -1, message: 'x' } }),
    () => ({ ...right, result: {}, error: {} }),
    () => ({ ...rest, id }),
    () => ({ ID: id, JSONRPC: '2.0', METHOD: 'ping' }),
    () => [right],
    () => breakObject(right, chance),
  ])()
}

/** Names in lower case, with values that a server might trip over. */
const ODD_HEADERS: Record<string, readonly string[]> = {
  Origin: ['null', 'https://evil.example', 'http://localhost:3000', 'http://localhost.evil.example', 'x', ''],
  Accept: ['text/html', 'application/json;q=0', 'text/event-stream', '*/*', '', '\u00ff'],
  'Content-Type': [
    'text/plain',
    'application/json; charset=utf-7',
    'multipart/form-data',
    '',
    'application/xml',
  ],
  'Content-Encoding': ['gzip', 'br', 'x'],
  'MCP-Protocol-Version': ['2024-11-05', '2025-06-18', '2026-07-28', '1', '', 'x'.repeat(3000), '__proto__'],
  'Mcp-Session-Id': ['x', 'y'.repeat(3000)],
  'Mcp-Method': ['tools/call', 'x'],
  'Last-Event-ID': ['1'],
  'A2A-Version': ['0.3', '1.0', '9', ''],
  'X-A2A-Extensions': ['https://example.org/unknown', ','.repeat(500)],
  Authorization: ['Bearer x', 'Basic eDp5'],
  Cookie: [`x=${'y'.repeat(2000)}`],
  'X-HTTP-Method-Override': ['GET', 'DELETE'],
  'X-Forwarded-For': ['::1', '2001:db8::1', 'x', ',,,', '[::1]:80, 10.0.0.1', '1'.repeat(2000)],
  Range: ['bytes=0-0'],
  'If-None-Match': ['*'],
  Host: ['evil.example', 'a@b', 'localhost:99999'],
}
const ODD_NAMES = Object.keys(ODD_HEADERS)

function headersFor(door: Door, chance: Chance, { keys }: MessageData): Sent['headers'] {
  const address = chance.percent(4) ? BUSY : chance.address()
  const odd = chance.percent(25) ? chance.pick(ODD_NAMES) : null
  return [
    ...(odd === 'X-Forwarded-For' ? [] : [['X-Forwarded-For', address] as [string, string]]),
    ...(odd === 'Content-Type' ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ...(odd === null ? [] : [[odd, chance.pick(ODD_HEADERS[odd] ?? [''])] as [string, string]]),
    ...(door.name === 'a2a' && chance.percent(8) ? falseKey(chance, keys) : []),
  ]
}
