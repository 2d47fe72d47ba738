import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../handler/body.ts'
import type { Handler, HttpCall } from '../handler/handler.ts'
import { type Reply, revalidated, withoutBody } from '../handler/reply.ts'
import type { AnswerCache } from './answer_cache.ts'

// Whatever the Host header says: a path must not depend on a header, and answers take addresses from the release.
const ORIGIN = 'http://localhost'
const NOWHERE = `${ORIGIN}/*`
// What a URL parser would leave as it is: no dot segments, no escapes, no backslashes.
const PLAIN_TARGET = /^(?=\/)(?:\/(?!\.)|[\w\-.=&,:?])*$/

/** Answers Node's requests: what was answered a moment ago from the cache, and the rest through the handler. */
export function handle(
  handler: Handler,
  cache: AnswerCache,
  log: (error: unknown) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const target = request.url ?? '/'
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const kept = isRead && request.headers.range === undefined ? cache.get(target) : undefined
    if (kept !== undefined) return send(request, response, kept)
    answer(handler, cache, request, target).then(
      (reply) => send(request, response, reply),
      (error) => {
        log(error)
        response.destroy()
      },
    )
  }
}

async function answer(
  handler: Handler,
  cache: AnswerCache,
  request: IncomingMessage,
  target: string,
): Promise<Reply> {
  const call = callOf(request, target)
  if (request.method !== 'GET' || request.headers.range !== undefined) return handler.reply(call)
  // Asked for as a whole, so that what is kept serves every caller; `send` sees to If-None-Match.
  const version = cache.version()
  const reply = await handler.reply({ ...call, header: () => null })
  cache.keep(version, target, reply)
  return reply
}

const callOf = (request: IncomingMessage, target: string): HttpCall => ({
  method: request.method ?? 'GET',
  url: toUrl(target),
  header: (name) => request.headers[name.toLowerCase()]?.toString() ?? null,
  body: (maxBytes) => readBody(request, maxBytes),
})

/** The request's target as an absolute address; one that cannot be read leads to where nothing is. */
export function toUrl(target: string): string {
  if (PLAIN_TARGET.test(target)) return ORIGIN + target
  const absolute = target.startsWith('/') ? ORIGIN + target : target
  if (!URL.canParse(absolute)) return NOWHERE
  const url = new URL(absolute)
  return /^https?:$/.test(url.protocol) ? ORIGIN + url.pathname + url.search : NOWHERE
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const asked = request.headers['if-none-match']
  const fitting = asked === undefined ? reply : revalidated(reply, asked)
  const { status, headers, body } = request.method === 'HEAD' ? withoutBody(fitting) : fitting
  response.writeHead(status, headers)
  response.end(body)
}
