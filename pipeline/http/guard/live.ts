import { Agent as HttpAgent, type IncomingMessage, request as requestByHttp } from 'node:http'
import { Agent, type RequestOptions, request as requestByHttps } from 'node:https'
import { isIP } from 'node:net'
import { parseBase } from '../upstream_base.ts'
import type { Reach, ReachedResponse, ReachRequest } from './transport.ts'

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
  const kept = new (isPlain ? HttpAgent : Agent)({ keepAlive: true, maxFreeSockets: MAX_STAND_IN_SOCKETS })
  return (url, _ip, request) => {
    const place = { protocol, hostname, port, path: `${root}/${url.host}${url.pathname}${url.search}` }
    return send({ ...place, ...toOptions(request), headers: request.headers }, kept, request)
  }
}

interface SocketAddress {
  host: string
  port: number
}

const toOptions = ({ method = 'GET', maxHeaderBytes, signal }: ReachRequest): RequestOptions => ({
  ...{ method, signal },
  ...(maxHeaderBytes !== undefined && { maxHeaderSize: maxHeaderBytes }),
})

function send(
  options: RequestOptions,
  through: Agent | HttpAgent | false,
  reachRequest: ReachRequest,
): Promise<ReachedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ReachedResponse>()
  const { onConnect, body } = reachRequest
  const request = options.protocol === 'http:' ? requestByHttp : requestByHttps
  const sent = request({ ...options, agent: through })
  sent.on('response', (answer) => resolve(toReached(answer)))
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The host closed a pooled connection at the moment it was used again: that is no fault of the host.
    const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && through !== false
    if (isStale && options.method === 'GET') resolve(send(options, false, reachRequest))
    else reject(error)
  })
  if (onConnect)
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) onConnect()
      else socket.once(options.protocol === 'http:' ? 'connect' : 'secureConnect', onConnect)
    })
  sent.end(body)
  return promise
}

function toReached(answer: IncomingMessage): ReachedResponse {
  const headers = new Headers()
  for (let i = 0; i < answer.rawHeaders.length; i += 2)
    headers.append(answer.rawHeaders[i] ?? '', answer.rawHeaders[i + 1] ?? '')
  return { status: answer.statusCode ?? 0, headers, body: answer }
}
