import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Bindings } from './app.ts'
import type { Reply } from './reply.ts'

/** A Web-standard handler that takes what the Node server offers it beside the request. */
export type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

// Whatever the Host header says: a path must not depend on a header, and answers take addresses from the release.
const ORIGIN = 'http://localhost'
const NOWHERE = `${ORIGIN}/*`
// What a URL parser would leave as it is: no dot segments, no escapes, no backslashes.
const PLAIN_TARGET = /^(?=\/)(?:\/(?!\.)|[\w\-.=&,:?])*$/

// The cast is undone in `handle`, which is the only one to see the value.
const BINDINGS: Bindings = { deliver: (reply) => reply as unknown as Response }

/** Answers Node's requests through a Web-standard handler. */
export function handle(
  fetch: Fetch,
  log: (error: unknown) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    try {
      const answer = fetch(new NodeRequest(request) as unknown as Request, BINDINGS)
      if (answer instanceof Promise) sendLater(answer, response, log)
      else send(response, answer as unknown as Reply)
    } catch (error) {
      breakOff(response, error, log)
    }
  }
}

/** The request's target as an absolute address; one that cannot be read leads to where nothing is. */
export function toUrl(target: string): string {
  if (PLAIN_TARGET.test(target)) return ORIGIN + target
  const absolute = target.startsWith('/') ? ORIGIN + target : target
  if (!URL.canParse(absolute)) return NOWHERE
  const url = new URL(absolute)
  return /^https?:$/.test(url.protocol) ? ORIGIN + url.pathname + url.search : NOWHERE
}

/**
 * As much of a Request as the service reads. No route takes a body, and Node drops one that nobody reads; making a
 * whole Request takes longer than answering.
 */
class NodeRequest {
  readonly url: string
  readonly method: string
  readonly headers: NodeHeaders

  constructor(message: IncomingMessage) {
    this.url = toUrl(message.url ?? '/')
    this.method = message.method ?? 'GET'
    this.headers = new NodeHeaders(message)
  }
}

class NodeHeaders {
  readonly #message: IncomingMessage

  constructor(message: IncomingMessage) {
    this.#message = message
  }

  get(name: string): string | null {
    return this.#message.headers[name.toLowerCase()]?.toString() ?? null
  }
}

async function sendLater(
  answer: Promise<Response>,
  response: ServerResponse,
  log: (error: unknown) => void,
): Promise<void> {
  try {
    send(response, await toReply(await answer))
  } catch (error) {
    breakOff(response, error, log)
  }
}

// A real Response comes back for HEAD: Hono makes it of the reply to GET, without its body.
async function toReply(answer: Response): Promise<Reply> {
  if (!(answer instanceof Response)) return answer as Reply
  const { status, headers } = answer
  return { status, headers: Object.fromEntries(headers), body: new Uint8Array(await answer.arrayBuffer()) }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers)
  response.end(body)
}

function breakOff(response: ServerResponse, error: unknown, log: (error: unknown) => void): void {
  log(error)
  response.destroy()
}
