import createClient, { type Client } from 'openapi-fetch'
import { boundedBody, checkDepth } from './bounded_body.ts'
import { AssayError, unreachable } from './errors.ts'
import { sameOriginFetch } from './same_origin.ts'
import type { components, paths } from './schema.ts'

/** The schemas of the interface by their names, e.g. `Schemas['AgentSummary']`. */
export type Schemas = components['schemas']

export interface AssayOptions {
  /** Address of the index, e.g. `https://assay.example`. */
  url: string
  /** A Pro key, which opens what is paid. */
  apiKey?: string
  /** Asks in the place of the platform's own; `payingFetch` gives one that pays. */
  fetch?: typeof fetch
  /** Timeout of one call, in milliseconds. */
  timeoutMs?: number
}

type FindQuery = NonNullable<paths['/api/agents/find']['get']['parameters']['query']>
type VerdictQuery = NonNullable<paths['/api/trust/evaluate']['get']['parameters']['query']>
/** Filters of a search. */
export type FindFilters = Omit<FindQuery, 'q'>

/** A payment that is planned: the wallet that was asked for, and the amount in US dollars, e.g. `0.05`. */
export type PaymentPlan = Pick<VerdictQuery, 'wallet' | 'amount_usd'>

/** An index of Assay. All calls throw AssayError where there is no answer. */
export interface Assay {
  /** Every address of the interface; `readAnswer` takes the answer of a call, or throws. */
  api: Client<paths>
  agent(handle: string): Promise<Schemas['AgentSummary']>
  /** Returns the best three agents for a query in words. */
  find(words: string, filters?: FindFilters): Promise<Schemas['FindResult']>
  /**
   * Recommendation on dealing with an agent, with reasons. `key` is its handle or whatever else you have of it, such as
   * a URL; with `payment`, the answer says whether the wallet is its own and the amount within the limit.
   */
  verdict(key: string, payment?: PaymentPlan): Promise<Schemas['TrustEvaluation']>
  /** Returns all agents that have a key, the surest first. */
  resolve(key: string): Promise<Schemas['Resolution']>
  /** Two to five agents side by side, by handles or other keys. */
  compare(keys: string[]): Promise<Schemas['Comparison']>
}

/** A call of `api` that is under way. */
type Call<T> = Promise<{ data?: T; error?: unknown; response: Response }>

const TIMEOUT_MS = 30_000

/** Creates a client of an index, without a request. */
export function assay(options: AssayOptions): Assay {
  const api = createClient<paths>({
    baseUrl: options.url.replace(/\/+$/, ''),
    fetch: fetchWithTimeout(options),
    ...(options.apiKey === undefined ? {} : { headers: { 'X-API-Key': options.apiKey } }),
    // The interface takes each parameter once, lists comma-separated.
    querySerializer: { array: { style: 'form', explode: false } },
  })
  return {
    api,
    agent: (handle) =>
      readResource(
        'agent_summary',
        api.GET('/api/agent/{handle}/llm-summary', { params: { path: { handle } } }),
      ),
    find: (q, filters = {}) =>
      readResource('find_result', api.GET('/api/agents/find', { params: { query: { q, ...filters } } })),
    verdict: (handle, payment = {}) =>
      readResource(
        'trust_evaluation',
        api.GET('/api/trust/evaluate', { params: { query: { handle, ...payment } } }),
      ),
    resolve: (key) => readResource('resolution', api.GET('/api/resolve', { params: { query: { key } } })),
    compare: (agents) =>
      readResource('comparison', api.GET('/api/compare/llm-summary', { params: { query: { agents } } })),
  }
}

/** Returns the body of a call of `api`; throws AssayError if it was refused or unanswered. */
export async function readAnswer<T>(call: Call<T>): Promise<T> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof AssayError) throw cause
    // An answer that is no JSON is not of an index, but of something in its place.
    if (cause instanceof SyntaxError) throw AssayError.noIndex(null, cause)
    throw cause
  })
  checkDepth(response.ok ? data : error)
  if (!response.ok) throw AssayError.refused(response.status, error)
  if (typeof data !== 'object' || data === null) throw AssayError.noIndex(response.status)
  return data
}

/** The same of a call that answers a resource of this type: whatever else has JSON is no index. */
async function readResource<T extends { type: string }>(type: T['type'], call: Call<T>): Promise<T> {
  const found = await readAnswer(call)
  if (found.type !== type) throw AssayError.noIndex(200)
  return found
}

/** Signals of requests under way: fetch holds its own weakly, and a signal that is collected never ends a slow body. */
const signals = new Set<AbortSignal>()

/** Returns a signal that aborts after a time, whatever the collector does. */
function timeoutSignal(timeoutMs: number): AbortSignal {
  const signal = AbortSignal.timeout(timeoutMs)
  signals.add(signal)
  signal.addEventListener('abort', () => signals.delete(signal), { once: true })
  return signal
}

/**
 * Requests with a timeout, which covers the body too, and follows no redirect that would take a key to another host.
 */
function fetchWithTimeout({ fetch: asks = fetch, timeoutMs = TIMEOUT_MS }: AssayOptions) {
  const asksOneOrigin = sameOriginFetch(asks)
  return async (request: Request): Promise<Response> => {
    try {
      const signal = timeoutSignal(timeoutMs)
      const response = await asksOneOrigin(request, { signal })
      return boundedBody(response, request.url, { signal, timeoutMs })
    } catch (cause) {
      throw unreachable(request.url, timeoutMs, cause)
    }
  }
}
