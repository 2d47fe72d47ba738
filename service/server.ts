import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'

/** Where the service listens and what it serves. */
export interface ServerOptions {
  output: string
  host: string
  /** 0 lets the system choose. */
  port: number
}

/** A running server. */
export interface RunningServer {
  url: string
  /** Stops listening, lets requests under way end, and drops connections that stay idle. */
  close(): Promise<void>
}

/** Serves the release in an output folder over HTTP. Rejects with the system's error when the port is taken. */
export async function startServer({ output, host, port }: ServerOptions): Promise<RunningServer> {
  const app = createApp({
    output,
    now: () => performance.now(),
    log: (line) => process.stderr.write(`${line}\n`),
  })
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 },
    (request, response) => {
      void handle(app.fetch, request, response)
    },
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { address, family, port: bound } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeIdleConnections()
      }),
  }
}

/** From Node's request to a Web one and back. No route reads a body yet, so none is passed on. */
async function handle(
  fetch: (request: Request) => Response | Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await ask(fetch, request)
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (request.method === 'HEAD' || answer.body === null) response.end()
  else response.end(Buffer.from(await answer.arrayBuffer()))
  request.resume()
}

function ask(
  fetch: (request: Request) => Response | Promise<Response>,
  { method = 'GET', url = '/', headers }: IncomingMessage,
) {
  // The host is the caller's word: routes read the path alone, so it never enters an address.
  const target = URL.parse(`http://service.invalid${url.startsWith('/') ? url : '/'}`)
  if (target === null || /^(CONNECT|TRACE|TRACK)$/.test(method)) return new Response(null, { status: 400 })
  const kept = headers['if-none-match']
  return fetch(new Request(target, { method, headers: kept === undefined ? {} : { 'if-none-match': kept } }))
}
