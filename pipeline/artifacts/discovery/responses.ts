import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { schemaRef } from './components.ts'
import { REPLIES } from './replies.ts'

type Json = Record<string, unknown>

/** The headers of answers. */
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
const RPC_ERROR = { of: RPC, schema: 'JsonRpcResponse' }

/** The responses shared by many endpoints, each with a recorded answer of the service. */
export const RESPONSES: Record<string, Json> = {
  NotModified: { description: 'Not modified: your cached copy is current.', headers: CACHED },
  ...error('BadRequest', 'A parameter or the body is invalid; the message states its bounds.'),
  ...error(
    'PaymentRequired',
    'The call had neither a payment nor a Pro key; the body and a header carry the quote.',
    { of: headers('Cache-Control', 'X-Release', 'PAYMENT-REQUIRED'), schema: 'PaymentRequired' },
  ),
  ...error('AgentNotFound', 'The agent is not indexed; agents with a similar handle or name are suggested.', {
    schema: 'NotFoundBody',
  }),
  ...error('NotFound', 'Not found.'),
  ...error('PaymentReused', 'The payment was already used for another request; nothing more was charged.'),
  ...error('TooLarge', 'The body is too large.'),
  ...error('TooManyRequests', 'Rate limit exceeded.', { of: LATER }),
  ...error('Unavailable', 'Temporarily unavailable; nothing was charged.', { of: LATER }),
  RpcTaken: { description: 'Accepted: a notification or a response needs no answer.', headers: RPC },
  ...error('RpcBadRequest', 'The request is invalid, e.g. because of a header.', RPC_ERROR),
  ...error('RpcForeign', 'Requests from web pages of this origin are not allowed.', RPC_ERROR),
  ...error('RpcUnknownMethod', 'The method is unknown, in MCP 2026-07-28; in others that is 200.', RPC_ERROR),
  ...error('RpcTooLarge', 'The body is too large.', RPC_ERROR),
  ...error('RpcTooMany', 'Rate limit exceeded.', {
    ...RPC_ERROR,
    of: { ...RPC, ...headers('Retry-After') },
  }),
  ...error('Failure', 'Any other error, such as 405, 500 or 503.'),
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
  404: 'RpcUnknownMethod',
  413: 'RpcTooLarge',
  429: 'RpcTooMany',
}

/** Returns every response of an endpoint by status; `examples` are those of its success. */
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
      endpoint.errors.filter((error) => error !== 201).map((error) => [error, failure(error, endpoint)]),
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
    ({ name, rule }) =>
      name === 'owner' || ['handle', 'key'].includes((rule.kind === 'list' ? rule.items : rule).kind),
  )
  return ref(NAMES[status] ?? (isAboutAgents ? 'AgentNotFound' : 'NotFound'))
}

function content({ contentType, answer }: Endpoint, examples: Json | undefined): Json {
  const type = contentType.replace(/;.*$/, '')
  if (answer !== null) return jsonBody(answer, examples)
  return { [type]: { schema: type.endsWith('json') ? { type: 'object' } : { type: 'string' } } }
}

/** Returns a JSON body of the named schema. */
export function jsonBody(schema: string, examples?: Json): Json {
  return { 'application/json': { schema: { $ref: schemaRef(schema) }, ...(examples ? { examples } : {}) } }
}

function header(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example }
}

function headers(...names: string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Returns an error response by name, with its headers and the recorded reply as its example. */
function error(
  name: string,
  description: string,
  { of = PLAIN, schema = 'ErrorBody' }: { of?: Json; schema?: string } = {},
): Record<string, Json> {
  const example = { summary: description, value: REPLIES.errors[name] ?? {} }
  return { [name]: { description, headers: of, content: jsonBody(schema, { reply: example }) } }
}
