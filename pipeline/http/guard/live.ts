import { Agent as HttpAgent, type IncomingMessage, request as requestByHttp } from 'node:http'
import { Agent, type RequestOptions, request as requestByHttps } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { parseBase } from '../upstream_base.ts'
import type { Reach, ReachedResponse, ReachRequest } from './transport.ts'

const kept = new WeakSet<Socket>()
const MAX_STAND_IN_SOCKETS = 1_024
// Connections are pooled by IP address and server name, and nothing of the environment, such as a proxy, is used. There
// are thousands of hosts: an idle connection is soon closed.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 1, timeout: 4_000 })

/**
 * Connects to the IP address itself, so that no second lookup can lead elsewhere, and verifies the certificate for
 * the URL's host.
 */
export const reachLive: Reach = (url, ip, request) => reachAt(url, { host: ip, port: 443 }, request)

/** Sends a request for a URL to a socket address. Apart from `reachLive` only tests pass one. */
export function reachAt(url: URL, to: SocketAddress, request: ReachRequest): Promise<ReachedResponse> {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // No server name may be an IP address.
  const place = { ...to, path: url.pathname + url.search, servername: isIP(name) ? '' : name }
  // A host may close a kept connection at any moment, and what is no GET must not be sent again: it gets a new one.
  const through = (request.method ?? 'GET') === 'GET' && agent
  return send(
    { ...place, ...toOptions(request), headers: { host: url.host, ...request.headers } },
    through,
    request,
  )
}

/** Returns a reach to a stand-in for the internet: `https://HOST/PATH?Q` is `BASE/HOST/PATH?Q`. */
export function createBaseReach(base: string): Reach {
  const { protocol, hostname, port, pathname } = new URL(parseBase(base))
  const root = pathname.replace(/\/$/, '')
  const isPlain = protocol === 'http:'
  const pool = new (isPlain ? HttpAgent : Agent)({ keepAlive: true, maxFreeSockets: MAX_STAND_IN_SOCKETS })
  return (url, _ip, request) => {
    const place = { protocol, hostname, port, path: `${root}/${url.host}${url.pathname}${url.search}` }
    return send({ ...place, ...toOptions(request), headers: request.headers }, pool, request)
  }
}

interface SocketAddress {
  host: string
  port: number
}

/** Without the signal, which a pooled connection would keep: it would end the requests of others. */
const toOptions = ({ method = 'GET', maxHeaderBytes }: ReachRequest): RequestOptions => ({
  method,
  ...(maxHeaderBytes !== undefined && { maxHeaderSize: maxHeaderBytes }),
})

function send(
  options: RequestOptions,
  through: Agent | HttpAgent | false,
  reachRequest: ReachRequest,
): Promise<ReachedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ReachedResponse>()
  const { onConnect, body, signal } = reachRequest
  const request = options.protocol === 'http:' ? requestByHttp : requestByHttps
  const sent = request({ ...options, agent: through })
  sent.on('response', (answer) => resolve(toReached(answer)))
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The host closed a pooled connection at the moment it was used again: that is no fault of the host.
    const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && through !== false
    if (isStale && options.method === 'GET') resolve(send(options, false, reachRequest))
    else reject(error)
  })
  sent.on('socket', (socket) => {
    ignoreLateErrors(socket)
    if (onConnect && sent.reusedSocket) onConnect()
    else if (onConnect) socket.once(options.protocol === 'http:' ? 'connect' : 'secureConnect', onConnect)
  })
  const abort = () => sent.destroy(signal.reason)
  signal.addEventListener('abort', abort)
  sent.on('close', () => signal.removeEventListener('abort', abort))
  if (signal.aborted) abort()
  else sent.end(body)
  return promise
}

/**
 * Between two requests a kept connection has no listener of the client for a moment: the error of a request that is aborted
 * just then, with its whole answer unread, would end the process.
 */
function ignoreLateErrors(socket: Socket): void {
  if (kept.has(socket)) return
  kept.add(socket)
  socket.on('error', () => {})
}

function toReached(answer: IncomingMessage): ReachedResponse {
  const headers = new Headers()
  for (let i = 0; i < answer.rawHeaders.length; i += 2)
    headers.append(answer.rawHeaders[i] ?? '', answer.rawHeaders[i + 1] ?? '')
  return { status: answer.statusCode ?? 0, headers, body: answer }
}
