import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHandler } from '../handler/handler.ts'
import { AnswerCache } from './answer_cache.ts'
import { followRelease } from './follow_release.ts'
import { handle } from './node_handler.ts'

/** Where to listen, and what to serve. */
export interface ServerOptions {
  output: string
  host: string
  /** 0 takes a free one. */
  port: number
}

/** A server that listens. */
export interface RunningServer {
  url: string
  /** Takes no new call, lets those in flight finish, and settles when all connections are closed. */
  close(): Promise<void>
}

const LONGEST_CLOSE_MS = 3_000
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
}

/** Serves the releases of an output folder over HTTP/1.1; rejects with the system's error when it cannot listen. */
export async function startServer({ output, host, port }: ServerOptions): Promise<RunningServer> {
  const log = console.error
  const follower = followRelease({ output, now: () => performance.now(), log })
  const handler = createHandler({ current: follower.current, now: () => new Date(), log })
  const cache = new AnswerCache(() => `${follower.target()} ${dayOf(Date.now())}`)
  const server = createServer(LIMITS, handle(handler, cache, log))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const close = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), LONGEST_CLOSE_MS)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      server.closeIdleConnections()
    })
  return { url: `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`, close }
}

const dayOf = (time: number): number => Math.floor(time / 86_400_000)

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
