import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { canonicalQuery, readQuery } from '../../../core/interface/query.ts'
import { errorReply, withoutBody } from '../../../core/interface/reply.ts'
import { tooLarge } from '../../handler/body.ts'
import type { Handler } from '../../handler/handler.ts'
import type { HttpCall } from '../../handler/http_call.ts'
import { type Route, resolveRoute } from '../../handler/route.ts'
import { listsUnknown } from '../../handler/unknown_parameters.ts'
import type { AnswerCache, CachedAnswer } from '../cache/answer_cache.ts'
import type { KeyAnswers } from '../cache/key_answers.ts'
import type { Health } from '../observe/health.ts'
import type { Log } from '../observe/log.ts'
import type { Metrics } from '../observe/metrics.ts'
import { clientAddress, maskAddress } from './client_address.ts'
import { type Compression, withVary } from './compression.ts'
import { MAX_HEADERS } from './listener.ts'

/** Options of the Node handler. */
export interface NodeHandlerOptions {
  handler: Handler
  cache: AnswerCache
  keyAnswers: KeyAnswers
  compression: Compression
  health: Health
  metrics: Metrics
  log: Log
  trustedProxies: number
  /** Headers added to every answer. */
  headers: Readonly<Record<string, string>>
  /** True if connections are to end after their next answer. */
  isStopping: () => boolean
}

// Whatever the Host header says: a path must not depend on a header, and answers take addresses from the release.
const ORIGIN = 'http://localhost'
const NOWHERE = `${ORIGIN}/*`
// Targets that a URL parser would not change: no dot segments, no escapes, no backslashes.
const PLAIN_TARGET = /^(?=\/)(?:\/(?!\.)|[\w\-.=&,:?])*$/

/** Answers Node's requests: recent answers from the cache, the rest through the handler. */
export function nodeHandler(
  options: NodeHandlerOptions,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { cache, log } = options
  return (request, response) => {
    const start = performance.now()
    const target = request.url ?? '/'
    if (request.rawHeaders.length > 2 * MAX_HEADERS)
      return finish(options, request, response, tooManyHeaders(options), start)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const cached = isRead && request.headers.range === undefined ? cache.get(target) : undefined
    if (cached !== undefined) return finish(options, request, response, cached, start)
    const forKey = options.isStopping() ? undefined : findKeyAnswer(options, request, target)
    // The socket is gone for a request that was answered before its end.
    const caller = clientAddress(
      request.socket.remoteAddress,
      request.headers['x-forwarded-for']?.toString(),
      options.trustedProxies,
    )
    if (forKey !== undefined) {
      finish(options, request, response, forKey, start)
      return logCall(options, request, forKey, start, caller)
    }
    answer(options, request, target, caller)
      .then((answer) => {
        finish(options, request, response, answer, start)
        logCall(options, request, answer, start, caller)
      })
      .catch((error) => {
        log.fault(error)
        response.destroy()
      })
  }
}

const findKeyAnswer = (
  { keyAnswers }: NodeHandlerOptions,
  { method, headers }: IncomingMessage,
  target: string,
): CachedAnswer | undefined =>
  method === 'GET' ? keyAnswers.get(target, headers['x-api-key']?.toString()) : undefined

/** One of the headers that Node omitted may have named the caller, so nothing at all is answered. */
const tooManyHeaders = ({ headers }: NodeHandlerOptions): CachedAnswer => ({
  reply: withHeaders(
    errorReply(new HttpError(431, 'too_many_headers', `Send at most ${MAX_HEADERS} headers.`), 'none'),
    headers,
  ),
  endpoint: 'none',
})

async function answer(
  options: NodeHandlerOptions,
  request: IncomingMessage,
  target: string,
  caller: string,
): Promise<CachedAnswer> {
  const probe = options.health(request, target)
  if (probe !== null) return { reply: withHeaders(await probe, options.headers), endpoint: 'health' }
  const url = toUrl(target)
  const route = resolveRoute(request.method ?? 'GET', url)
  const endpoint = route.match?.endpoint
  const isWhole = request.method === 'GET' && request.headers.range === undefined
  const named = isWhole ? namedTarget(route) : null
  const cached = named === null ? undefined : options.cache.get(named)
  if (cached !== undefined) return cached
  const sent = toHttpCall(request, url, caller, endpoint)
  const call = request.method === 'POST' && endpoint?.isRpc === true ? await awaitBody(sent, endpoint) : sent
  const version = options.cache.version()
  const reply = withVary(withHeaders(await options.handler.reply(call, route), options.headers))
  const answer = { reply, endpoint: endpoint?.id ?? 'none' }
  if (isWhole) cacheAnswer(options, version, { target, named }, answer)
  return answer
}

/** Caches an answer under its address, or under the address without irrelevant parameters. */
function cacheAnswer(
  { cache, keyAnswers }: NodeHandlerOptions,
  version: string,
  { target, named }: { target: string; named: string | null },
  answer: CachedAnswer,
): void {
  const { isCacheable } = answer.reply
  if (named === null) cache.put(version, target, answer)
  else if (isCacheable === false)
    cache.put(version, named, { ...answer, reply: { ...answer.reply, isCacheable: true } })
  keyAnswers.put(version, target, answer)
}

/** Returns the address without parameters unknown to its endpoint; null if it has none, or if the answer lists them. */
function namedTarget({ url, match }: Route): string | null {
  if (match === undefined || url.search === '' || match.endpoint.servedAs === 'service') return null
  const { endpoint } = match
  if (listsUnknown(endpoint) || readQuery(endpoint.parameters, url.searchParams).unknown.length === 0)
    return null
  const known = canonicalQuery(endpoint.parameters, url.searchParams)
  return known.size === 0 ? url.pathname : `${url.pathname}?${known}`
}

/**
 * Returns the call with its body, or why that did not arrive: a caller slow to send one must not hold up a stop, as
 * calls being answered do.
 */
async function awaitBody(call: HttpCall, { body }: Endpoint): Promise<HttpCall> {
  const bytes = call.body(body?.maxBytes ?? 0)
  await bytes.catch(() => {})
  return { ...call, body: () => bytes }
}

const withHeaders = (
  reply: CachedAnswer['reply'],
  headers: Readonly<Record<string, string>>,
): CachedAnswer['reply'] => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

function toHttpCall(
  request: IncomingMessage,
  url: string,
  caller: string,
  endpoint: Endpoint | undefined,
): HttpCall {
  const { method = 'GET', headers } = request
  // HEAD has the headers of GET, its length among them; only a stateful handler needs to distinguish them.
  const isHead = method === 'HEAD' && endpoint?.servedAs !== 'service'
  const isWhole = isHead || (method === 'GET' && headers.range === undefined)
  return {
    method: isHead ? 'GET' : method,
    url,
    address: caller,
    // Cached answers serve every caller, so `finish` handles If-None-Match; ranges are of GET alone (RFC 9110, 14.2).
    header: (name) =>
      (isWhole && name === 'if-none-match') || (isHead && name === 'range')
        ? null
        : (headers[name.toLowerCase()]?.toString() ?? null),
    body: (maxBytes) => readRequestBody(request, maxBytes),
  }
}

/**
 * Reads the body by events: iterating over a stream takes a sixth of the time of a short call. A caller who disconnects
 * in the middle, or takes too long, is no internal error.
 */
function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    if (request.destroyed) return reject(abortedError())
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.byteLength
        if (size <= maxBytes) chunks.push(chunk)
        // The rest is read and discarded, or it would precede the next call on this connection.
        else reject(tooLarge(maxBytes))
      })
      .on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
      .on('error', () => reject(abortedError()))
      .on('close', () => {
        if (!request.readableEnded) reject(abortedError())
      })
  })
}

const abortedError = (): HttpError => new HttpError(400, 'invalid_body', 'The request body was incomplete.')

/** Returns the request's target as an absolute URL; an invalid one leads to no endpoint. */
function toUrl(target: string): string {
  if (PLAIN_TARGET.test(target)) return ORIGIN + target
  const absolute = target.startsWith('/') ? ORIGIN + target : target
  if (!URL.canParse(absolute)) return NOWHERE
  const url = new URL(absolute)
  return /^https?:$/.test(url.protocol) ? ORIGIN + url.pathname + url.search : NOWHERE
}

/** Sends an answer in the negotiated form, and counts it. */
function finish(
  options: NodeHandlerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  { reply, endpoint }: CachedAnswer,
  start: number,
): void {
  const { metrics, isStopping, compression, log } = options
  const send = (form: CachedAnswer['reply']): void => {
    const { status, headers, body } = request.method === 'HEAD' ? withoutBody(form) : form
    if (isStopping()) response.shouldKeepAlive = false
    response.writeHead(status, headers)
    response.end(body)
    metrics.called(endpoint, status, (performance.now() - start) / 1000)
  }
  const form = compression.answer(reply, request.headers)
  if (form instanceof Promise)
    form.then(send).catch((error) => {
      log.fault(error)
      response.destroy()
    })
  else send(form)
}

/**
 * Endpoints with state or payments: each of their calls is logged, of the rest internal errors alone. Agents' own
 * protocols are busy, and mostly reads; their payments are in the ledger.
 */
const LOGGED = new Set(
  ENDPOINTS.filter(({ servedAs, isRpc }) => servedAs === 'service' && !isRpc).map(({ id }) => id),
)

function logCall(
  { log }: NodeHandlerOptions,
  { method = 'GET' }: IncomingMessage,
  { reply: { status, headers }, endpoint }: CachedAnswer,
  start: number,
  caller: string,
): void {
  if (status !== 500 && !LOGGED.has(endpoint)) return
  log.call({
    ...{ method, endpoint, status },
    ms: Math.round((performance.now() - start) * 10) / 10,
    release: headers['x-release'] ?? 'none',
    caller: maskAddress(caller),
  })
}
