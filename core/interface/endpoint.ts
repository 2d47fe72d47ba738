import type { core } from 'zod/mini'
import type { Rule, Value } from './rules.ts'

/** One parameter of an endpoint. Malformed, repeated and out-of-range values are refused with 400. */
export interface Parameter<Schema extends core.$ZodType = core.$ZodType> {
  name: string
  in: 'path' | 'query'
  /** Accepted values, and whether it is optional with which default. */
  schema: Schema
  rule: Rule
  /** Reads its value; null for a text that the schema refuses. */
  read: (text: string) => Value | null
  isRequired: boolean
  /** Default value; undefined if there is none. */
  fallback: unknown
  description: string
}

/** Body of a POST. */
export interface RequestBody {
  /** The name of its schema in `core/resources/schemas.ts`. */
  schema: string
  maxBytes: number
}

/**
 * Server of an answer: `file` is a file of the release that any static host serves; `variant` is cut from files of the
 * release by the handler, though without parameters it is a file too where `file` names one; `service` keeps state or
 * takes money, and is answered by the service alone.
 */
type ServedAs = 'file' | 'variant' | 'service'

/** `max-age` of an answer in seconds; a cache may serve it stale as much longer while it revalidates. */
export type MaxAge = 3600 | 300 | 180 | 60 | 0

/** Groups of endpoints in the documentation. */
export type EndpointGroup =
  | 'market'
  | 'trust'
  | 'agents'
  | 'files'
  | 'proof'
  | 'rpc'
  | 'feedback'
  | 'paid'
  | 'discovery'
  | 'pages'

/** One address of the interface: what the router, the tests, the reference pages and OpenAPI read. */
export interface Endpoint {
  /** Stable and unique, e.g. `trust_summary`. */
  id: string
  method: 'GET' | 'POST'
  /** With `{names}` for the parameters in it; `*` at the end matches any rest. */
  path: string
  title: string
  group: EndpointGroup
  /** Its name in the map of the interface, where that was published before its id. */
  mapName?: string
  servedAs: ServedAs
  /** The public file with the answer when no query parameter is given, with the names of `path`; null where there is none. */
  file: string | null
  lifetime: MaxAge
  parameters: Parameter[]
  body: RequestBody | null
  contentType: string
  /** The schema of a 200 (or 201) by its name in `core/resources/schemas.ts`; null where the answer is not JSON. */
  answer: string | null
  /** Statuses besides 200 that the endpoint itself answers. */
  errors: (201 | 202 | 400 | 402 | 403 | 404 | 409 | 410 | 413 | 429 | 503)[]
  /** True for JSON-RPC: its errors are JSON-RPC too, and it answers every method itself. */
  isRpc: boolean
  /** US dollars for a call as a decimal string, e.g. `0.05`; null where it is free. */
  price: string | null
}
