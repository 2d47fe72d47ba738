import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { invalidParameter } from '../../../core/interface/errors.ts'
import { rankingLimit } from '../../../core/interface/parameters.ts'
import { ruleText } from '../../../core/interface/rules.ts'
import { RPC_CODES } from '../../../core/interface/service.ts'
import { schemaRef } from './components.ts'

type Json = Record<string, unknown>

/** The headers that answers carry. */
export const HEADERS: Record<string, Json> = {
  ETag: header(
    'Entity tag of this response; send it back as If-None-Match.',
    '"5f2c8e0a9b7d4c3e1f6a8b0c2d4e6f80"',
  ),
  'Cache-Control': header(
    'How long the response may be cached.',
    'public, max-age=300, stale-while-revalidate=300',
  ),
  'X-Release': header('Id of the release that was served.', 'd4c3b2a1'),
  'Retry-After': header('Seconds to wait before retrying.', '60'),
  'X-RateLimit-Limit': header('Requests allowed per IP address in a window.', '60'),
  'X-RateLimit-Remaining': header('Requests left in this window.', '59'),
  'X-RateLimit-Reset': header('Seconds until the window ends.', '42'),
  'PAYMENT-REQUIRED': header(
    'The quote in the format of x402 version 2: JSON in base64.',
    'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  ),
  'PAYMENT-RESPONSE': header(
    'The payment receipt in the format of x402 version 2: JSON in base64. X-PAYMENT-RESPONSE carries it for version 1.',
    'eyJzdWNjZXNzIjp0cnVlfQ==',
  ),
}

const CACHED = headers('ETag', 'Cache-Control', 'X-Release')
const PLAIN = headers('Cache-Control', 'X-Release')
const PAID = headers('Cache-Control', 'X-Release', 'PAYMENT-RESPONSE')
const RPC = headers(
  ...['Cache-Control', 'X-Release', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
)
const LATER = headers('Cache-Control', 'X-Release', 'Retry-After')

/** The answers that many endpoints share. */
export const RESPONSES: Record<string, Json> = {
  NotModified: { description: 'Not modified: your cached copy is current.', headers: CACHED },
  BadRequest: error('A parameter or the body is invalid; the message states its bounds.', PLAIN, badLimit()),
  PaymentRequired: {
    description: 'The call had neither a payment nor a Pro key; the body and a header carry the quote.',
    headers: headers('Cache-Control', 'X-Release', 'PAYMENT-REQUIRED'),
    content: jsonBody('PaymentRequired', {
      quote: {
        summary: 'Without a configured network, the quote is empty.',
        value: { x402Version: 1, error: 'X-PAYMENT header is required', accepts: [] },
      },
    }),
  },
  AgentNotFound: {
    description: 'The agent is not indexed; agents with a similar handle or name are suggested.',
    headers: PLAIN,
    content: jsonBody('NotFoundBody', {
      unknown: {
        summary: 'Unknown handle',
        value: {
          error: 'agent_not_found',
          message: 'No agent with the handle "example-agnet" is indexed.',
          suggestions: [{ handle: 'example-agent', name: 'Example agent' }],
          hint: 'A handle has 1 to 64 letters, digits, underscores and hyphens.',
        },
      },
    }),
  },
  NotFound: error('Not found.', PLAIN, ['not_found', 'Not found.']),
  PaymentReused: error('The payment was already used for another request; nothing more was charged.', PLAIN, [
    'payment_reused',
    'This payment was made for another request. Call without a payment to get a new quote.',
  ]),
  TooLarge: error('The body is too large.', PLAIN, [
    'body_too_large',
    'The body may have at most 65536 bytes.',
  ]),
  TooManyRequests: error('Rate limit exceeded.', LATER, ['rate_limited', 'Try again in 60 seconds.']),
  Unavailable: error('Temporarily unavailable; nothing was charged.', LATER, [
    'unavailable',
    'Temporarily unavailable. Try again in 60 seconds.',
  ]),
  RpcTaken: { description: 'Accepted: a notification or a response needs no answer.', headers: RPC },
  RpcBadRequest: rpcError('The request is invalid, e.g. because of a header.', RPC_CODES.invalidRequest, [
    'The protocol version in the header is not supported.',
  ]),
  RpcForeign: rpcError('Requests from web pages of this origin are not allowed.', RPC_CODES.invalidRequest, [
    'Requests from web pages of this origin are not allowed.',
  ]),
  RpcTooLarge: rpcError('The body is too large.', RPC_CODES.invalidRequest, [
    'The body may have at most 65536 bytes.',
  ]),
  RpcTooMany: rpcError('Rate limit exceeded.', RPC_CODES.rateLimited, [
    'Rate limit exceeded. Try again in 42 seconds.',
    { retry_after_seconds: 42 },
  ]),
  Failure: error('Any other error, such as 405, 500 or 503.', PLAIN, [
    'method_not_allowed',
    'Method not allowed. This endpoint supports GET, HEAD, OPTIONS.',
  ]),
}

const NAMES: Record<number, string> = {
  400: 'BadRequest',
  402: 'PaymentRequired',
  409: 'PaymentReused',
  413: 'TooLarge',
  429: 'TooManyRequests',
  503: 'Unavailable',
}

const RPC_NAMES: Record<number, string> = {
  202: 'RpcTaken',
  400: 'RpcBadRequest',
  403: 'RpcForeign',
  413: 'RpcTooLarge',
  429: 'RpcTooMany',
}

/** Every answer of an endpoint by its status; `examples` are those of its success. */
export function openapiResponses(endpoint: Endpoint, examples: Json | undefined): Json {
  const success = endpoint.errors.includes(201) ? 201 : 200
  const isKept = endpoint.lifetime > 0
  return {
    [success]: {
      description: endpoint.title,
      headers: successHeaders(endpoint),
      content: content(endpoint, examples),
    },
    ...(isKept ? { 304: ref('NotModified') } : {}),
    ...Object.fromEntries(
      endpoint.errors.filter((one) => one !== 201).map((one) => [one, failure(one, endpoint)]),
    ),
    default: ref('Failure'),
  }
}

const ref = (name: string): Json => ({ $ref: `#/components/responses/${name}` })

const successHeaders = ({ lifetime, price, isRpc }: Endpoint): Json =>
  lifetime > 0 ? CACHED : isRpc ? RPC : price === null ? PLAIN : PAID

function failure(status: number, { parameters, isRpc }: Endpoint): Json {
  if (isRpc) return ref(RPC_NAMES[status] ?? 'Failure')
  const isAboutAgents = parameters.some(
    ({ rule }) => (rule.kind === 'list' ? rule.items : rule).kind === 'handle',
  )
  return ref(NAMES[status] ?? (isAboutAgents ? 'AgentNotFound' : 'NotFound'))
}

function content({ contentType, answer }: Endpoint, examples: Json | undefined): Json {
  const type = contentType.replace(/;.*$/, '')
  if (answer !== null) return jsonBody(answer, examples)
  return { [type]: { schema: type.endsWith('json') ? { type: 'object' } : { type: 'string' } } }
}

/** A JSON body of the named schema. */
export function jsonBody(schema: string, examples?: Json): Json {
  return { 'application/json': { schema: { $ref: schemaRef(schema) }, ...(examples ? { examples } : {}) } }
}

function header(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example }
}

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function error(description: string, of: Json, [code, message]: readonly [string, string]): Json {
  const value = { error: code, message, source_urls: [] }
  return {
    description,
    headers: of,
    content: jsonBody('ErrorBody', { [code]: { summary: description, value } }),
  }
}

function rpcError(description: string, code: number, [message, data]: readonly [string, Json?]): Json {
  const value = {
    jsonrpc: '2.0',
    id: code === RPC_CODES.rateLimited ? 1 : null,
    error: { code, message, ...(data ? { data } : {}) },
  }
  const of = code === RPC_CODES.rateLimited ? { ...RPC, ...headers('Retry-After') } : RPC
  return {
    description,
    headers: of,
    content: jsonBody('JsonRpcResponse', { error: { summary: description, value } }),
  }
}

function badLimit(): [string, string] {
  const { code, message } = invalidParameter(rankingLimit.name, ruleText(rankingLimit.rule))
  return [code, message]
}
