import { ADDRCONFIG } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import type { Asked, Reach, Reached, Resolve } from './transport.ts'

// Connections are pooled by IP address and server name, and nothing of the environment, such as a proxy, is used.
const agent = new Agent({ keepAlive: true, maxFreeSockets: 32 })

/** Looks a name up as this machine does. */
export const resolveLive: Resolve = async (host) =>
  (await lookup(host, { all: true, hints: ADDRCONFIG })).map(({ address }) => address)

/**
 * Connects to the IP address itself, so that no second lookup can lead elsewhere, and verifies the certificate for
 * the URL's host.
 */
export const reachLive: Reach = (url, ip, asked) => reachAt(url, { host: ip, port: 443 }, asked)

/** Sends a GET for a URL to a socket address. Apart from `reachLive` only tests name one. */
export function reachAt(url: URL, to: { host: string; port: number }, asked: Asked): Promise<Reached> {
  const { promise, resolve, reject } = Promise.withResolvers<Reached>()
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const sent = request({
    ...to,
    agent,
    path: url.pathname + url.search,
    // No server name may be an IP address.
    servername: isIP(name) ? '' : name,
    headers: { host: url.host, ...asked.headers },
    signal: asked.signal,
  })
  sent.on('error', reject)
  sent.on('response', (body) => {
    const headers = new Headers()
    for (let i = 0; i < body.rawHeaders.length; i += 2)
      headers.append(body.rawHeaders[i] ?? '', body.rawHeaders[i + 1] ?? '')
    resolve({ status: body.statusCode ?? 0, headers, body })
  })
  sent.end()
  return promise
}
