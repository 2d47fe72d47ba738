import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A socket that listens. */
export interface Listener {
  url: string
  /**
   * Takes no new connection, and ends those that idle. The rest has three seconds to be answered, or until `drained`
   * settles; then it is cut.
   */
  stop(drained: Promise<void>): Promise<void>
}

const LONGEST_ANSWER_MS = 3_000
const LAST_BYTES_MS = 500
// A caller has ten seconds for the head of a request and fifteen for all of it; what idles is closed by this side.
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
}
const MOST_CONNECTIONS = 10_000
const MOST_HEADERS = 100

/** Listens for HTTP/1.1; rejects with the system's error when that cannot be. Port 0 takes a free one. */
export async function listen(answer: RequestListener, host: string, port: number): Promise<Listener> {
  const server = createServer(LIMITS, answer)
  server.maxConnections = MOST_CONNECTIONS
  server.maxHeadersCount = MOST_HEADERS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    stop: (drained) => stop(server, drained),
  }
}

async function stop(server: Server, drained: Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await atMost(LONGEST_ANSWER_MS, closed)
  await drained
  await atMost(LAST_BYTES_MS, closed)
  server.closeAllConnections()
  await closed
}

/** Settles with `work`, or after so many milliseconds. */
async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
