import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import type { Reach, ReachedResponse, ReachRequest } from './transport.ts'

// Connections are pooled by IP address and server name, and nothing of the environment, such as a proxy, is used. There
// are thousands of hosts: an idle connection is soon closed.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 1, timeout: 4_000 })

/**
 * Connects to the IP address itself, so that no second lookup can lead elsewhere, and verifies the certificate for
 * the URL's host.
 */
export const reachLive: Reach = (url, ip, request) => reachAt(url, { host: ip, port: 443 }, request)

/** Sends a request for a URL to a socket address. Apart from `reachLive` only tests pass one. */
export async function reachAt(url: URL, to: SocketAddress, request: ReachRequest): Promise<ReachedResponse> {
  // A host may close a kept connection at any moment, and what is no GET must not be sent again: it gets a new one.
  const body = await send(url, to, request, (request.method ?? 'GET') === 'GET' && agent)
  const headers = new Headers()
  for (let i = 0; i < body.rawHeaders.length; i += 2)
    headers.append(body.rawHeaders[i] ?? '', body.rawHeaders[i + 1] ?? '')
  return { status: body.statusCode ?? 0, headers, body }
}

interface SocketAddress {
  host: string
  port: number
}

function send(
  url: URL,
  to: SocketAddress,
  reachRequest: ReachRequest,
  through: Agent | false,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const { method = 'GET', maxHeaderBytes, onConnect, body } = reachRequest
  const sent = request({
    ...to,
    method,
    agent: through,
    maxHeaderSize: maxHeaderBytes,
    path: url.pathname + url.search,
    // No server name may be an IP address.
    servername: isIP(name) ? '' : name,
    headers: { host: url.host, ...reachRequest.headers },
    signal: reachRequest.signal,
  })
  sent.on('response', resolve)
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // The host closed a pooled connection at the moment it was used again: that is no fault of the host.
    const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && through !== false
    if (isStale) resolve(send(url, to, reachRequest, false))
    else reject(error)
  })
  if (onConnect)
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) onConnect()
      else socket.once('secureConnect', onConnect)
    })
  sent.end(body)
  return promise
}
