import type { Endpoint, Parameter } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { Rule } from '../../../core/interface/rules.ts'
import { bodyFor } from './bodies.ts'
import type { Chance } from './chance.ts'
import { CANARY, falseKey, falsePayment } from './false_payments.ts'
import { manyHeaders, oddHeader } from './odd_headers.ts'
import { type PaidTarget, trick } from './path_tricks.ts'
import type { RawRequest } from './raw_client.ts'
import { encodeRequest, type RequestParts } from './request_text.ts'

/** The data that requests are generated from. */
export interface RequestData {
  /** Handles that the release knows. */
  handles: readonly string[]
  /** Files below `/data/`. */
  downloads: readonly string[]
  targets: readonly PaidTarget[]
  keys: { valid: string; revoked: string }
}

const METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'CONNECT',
  'get',
  'BREW',
]
const ELSEWHERE = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api',
  '/api/mcp/v1',
  '/api/mcp',
  '/api/a2a/v1',
  '/favicon.ico',
  '/.env',
  '/.git/config',
  '/private/release-info.json',
  '/manifest.json',
  '/public/index.html',
  '/current',
  '/x',
  '*',
  '',
  '/%',
  '/\u0000',
]
const ODD_TEXTS = [
  '',
  ' ',
  '%00',
  '..',
  '%2e%2e%2f',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'null',
  '-1',
  '1e9',
  '0x10',
  '99999999999999999999',
  'NaN',
  "'",
  '"><script>',
  '%f0%9f%98%80',
  '%ff',
  '%ed%a0%80',
  '%u0041',
  '\u00e9',
  '{{x}}',
  '$' + '{x}',
  ',,,',
  'a,b,c,d,e,f',
  ';',
  '%0d%0aX: y',
  '\\',
  '*',
  'x'.repeat(65),
  'y'.repeat(201),
  'z'.repeat(5000),
]

/** Any request to the service: right, spoilt, or no HTTP at all. */
export function anyRequest(chance: Chance, world: RequestData): RawRequest {
  if (chance.percent(4)) return noise(chance)
  if (chance.percent(14)) return encodeRequest(trick(chance, world.targets, world.keys))
  if (chance.percent(5)) return encodeRequest(elsewhere(chance))
  const endpoint = chance.pick(ENDPOINTS)
  const parts = call(endpoint, chance, world)
  return broken(encodeRequest(parts), chance)
}

/** Without it a body that changes something is refused: a page of another site could send it. */
const JSON_BODY: [string, string][] = [['Content-Type', 'application/json']]

function call(endpoint: Endpoint, chance: Chance, world: RequestData): RequestParts {
  const method = chance.percent(85) ? endpoint.method : chance.pick(METHODS)
  const hasBody = endpoint.body !== null || chance.percent(3)
  const headers: [string, string][] = [
    ['X-Forwarded-For', chance.address()],
    ...(hasBody && chance.percent(90) ? JSON_BODY : []),
    ...(endpoint.price !== null && chance.percent(40) ? falsePayment(endpoint.id, chance) : []),
    ...(endpoint.price !== null && chance.percent(20) ? falseKey(chance, world.keys) : []),
    ...(chance.percent(20) ? oddHeader(chance) : []),
    ...(chance.percent(1) ? manyHeaders(chance) : []),
  ]
  return {
    method,
    target: randomPath(endpoint, chance, world) + randomQuery(endpoint, chance, world),
    headers,
    label: `${method} ${endpoint.id}`,
    ...(hasBody ? { body: bodyFor(endpoint.id, chance, world.handles) } : {}),
    ...(hasBody && chance.percent(30) ? { framing: 'chunked' } : {}),
    ...(hasBody && chance.percent(5) ? { framing: chance.pick(['both', 'too long', 'broken chunks']) } : {}),
  }
}

function randomPath({ path, parameters }: Endpoint, chance: Chance, world: RequestData): string {
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((parameter) => parameter.name === name)
    if (parameter === undefined || chance.percent(15)) return chance.pick(ODD_TEXTS)
    return right(parameter.rule, chance, world)
  })
  if (!named.endsWith('*')) return named
  return named.replace('*', chance.percent(60) ? chance.pick(world.downloads) : chance.pick(ODD_TEXTS))
}

function randomQuery({ parameters }: Endpoint, chance: Chance, world: RequestData): string {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query' && chance.percent(parameter.isRequired ? 92 : 40))
    .flatMap((parameter) => pair(parameter, chance, world))
  if (chance.percent(8)) pairs.push(`${chance.pick(ODD_TEXTS)}=${chance.pick(ODD_TEXTS)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function pair({ name, rule }: Parameter, chance: Chance, world: RequestData): string[] {
  const value = chance.percent(80) ? right(rule, chance, world) : chance.pick(ODD_TEXTS)
  return Array.from({ length: chance.percent(4) ? 2 : 1 }, () => `${name}=${value}`)
}

const WORDS = [
  'agent',
  'weather',
  'sample',
  'payment+bot',
  'a',
  CANARY,
  'caf%C3%A9',
  '%E6%97%A5',
  'the+of+and',
]

/** A value that the rule takes. */
function right(rule: Rule, chance: Chance, { handles }: RequestData): string {
  const some = (list: readonly string[], most: number) =>
    Array.from({ length: 1 + chance.below(most) }, () => chance.pick(list)).join(',')
  switch (rule.kind) {
    case 'integer':
      return String(rule.min + chance.below(rule.max - rule.min + 1))
    case 'boolean':
      return chance.pick(['true', 'false'])
    case 'choice':
      return chance.pick(rule.values)
    case 'page':
      return String(1 + chance.below(20))
    case 'owner':
      return `${chance.pick(['github', 'domain', 'wallet'])}:${CANARY}-${chance.hex(4)}`
    case 'handle':
    case 'key':
      return chance.percent(90) ? chance.pick(handles) : `${CANARY}-${chance.hex(4)}`
    case 'list':
      return rule.items.kind === 'choice' ? some(rule.items.values, 3) : some(handles, rule.max + 2)
    case 'text':
      return chance.percent(70) ? chance.pick(WORDS) : `${chance.pick(WORDS)}+${chance.hex(3)}`
    case 'wallet':
      return `0x${chance.hex(40)}`
    case 'amount':
      return `${chance.below(9)}.${1 + chance.below(9)}`
    case 'chain':
      return chance.pick(['eip155:8453', 'base', 'solana', 'eip155:1'])
    case 'date':
      return `2026-0${1 + chance.below(9)}-1${chance.below(10)}`
    case 'object':
      throw new Error('no parameter is an object')
  }
}

const elsewhere = (chance: Chance): RequestParts => ({
  method: chance.pick(METHODS),
  target: chance.pick(ELSEWHERE),
  headers: chance.percent(30) ? oddHeader(chance) : [],
  label: 'elsewhere',
})

/** Now and then a byte of it is another, it ends too early, or something comes after it. */
function broken(asked: RawRequest, chance: Chance): RawRequest {
  if (!chance.percent(5)) return asked
  const bytes = Buffer.from(asked.bytes)
  const way = chance.below(3)
  if (way === 0) bytes[chance.below(bytes.length)] = chance.below(256)
  const changed =
    way === 1
      ? bytes.subarray(0, chance.below(bytes.length))
      : way === 2
        ? Buffer.concat([bytes, chance.bytes(20)])
        : bytes
  return { ...asked, bytes: changed, isWhole: false, label: `broken ${asked.label}` }
}

const NO_HTTP = [
  'GET',
  'GET / HTTP/9.9\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'GET /\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\r\n\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\n X: folded\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n',
  'GET / HTTP/1.1\nHost: x\n\n',
  'POST /api/agent-feedback HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, x\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001',
]

const noise = (chance: Chance): RawRequest => ({
  bytes: chance.percent(50) ? Buffer.from(chance.pick(NO_HTTP)) : chance.bytes(1 + chance.below(400)),
  method: 'GET',
  isWhole: false,
  label: 'no HTTP',
})
