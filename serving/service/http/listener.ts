import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connections } from './connections.ts'

/** A listening socket. */
export interface Listener {
  url: string
  connections: Connections
  /**
   * Accepts no new connection, and ends idle ones. The rest has three seconds to be answered, or until `drained`
   * settles; then it is cut.
   */
  stop(drained: Promise<void>): Promise<void>
}

const MAX_ANSWER_MS = 3_000
const LAST_BYTES_MS = 500
// A caller has ten seconds for the head of a request and fifteen for all of it; idle connections are closed by this
// side.
export const LISTENER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
}
/** A peer that reads nothing of its answer for so long is disconnected. */
export const STALL_MS = 30_000
export const MAX_CONNECTIONS = 10_000
export const MAX_OF_ADDRESS = 500
export const MAX_PIPELINED = 32
/** Descriptors reserved for files, the store and outgoing requests. */
export const SPARE_DESCRIPTORS = 256
/** Maximum number of headers, checked by the handler: some versions of Node silently omit the rest. */
export const MAX_HEADERS = 100

/** Options of a listener. */
export interface ListenOptions {
  host: string
  port: number
  /** True behind our own proxies: then peer addresses say nothing about callers. */
  isBehindProxy?: boolean
  maxPerAddress?: number
  stallMs?: number
}

/** Listens for HTTP/1.1; rejects with the system's error if that fails. Port 0 takes a free one. */
export async function listen(answer: RequestListener, options: ListenOptions): Promise<Listener> {
  const { host, port, isBehindProxy = false, maxPerAddress = MAX_OF_ADDRESS, stallMs = STALL_MS } = options
  const connections = new Connections({ maxPerAddress, maxPipelined: MAX_PIPELINED, isBehindProxy })
  const server = createServer(LISTENER_LIMITS, (request, response) => {
    if (connections.acceptRequest(request, response)) answer(request, response)
  })
  server.maxConnections = Math.min(
    MAX_CONNECTIONS,
    Math.max(openFilesLimit() - SPARE_DESCRIPTORS, SPARE_DESCRIPTORS),
  )
  server.maxHeadersCount = 0
  server.on('checkContinue', (request, response) => {
    // Of a pipelined request that waits, Node would put it between head and body of the answer.
    if (response.socket !== null) response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('connection', (socket: Socket) => connections.accept(socket))
  server.on('drop', () => connections.countDropped())
  server.setTimeout(stallMs, (socket) => connections.checkIdle(socket, stallMs))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    connections,
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    stop: (drained) => stop(server, drained),
  }
}

/** Returns the maximum number of open files of this process; infinite if the system does not say. */
function openFilesLimit(): number {
  if (process.report === undefined) return Number.POSITIVE_INFINITY
  // Looking up the names of peers could take seconds, and is not needed here.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport()
  const { userLimits } = report as { userLimits?: { open_files?: { soft: unknown } } }
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY
}

async function stop(server: Server, drained: Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await waitAtMost(MAX_ANSWER_MS, closed)
  await drained
  await waitAtMost(LAST_BYTES_MS, closed)
  server.closeAllConnections()
  await closed
}

/** Settles with `work`, or after so many milliseconds. */
async function waitAtMost(ms: number, work: Promise<void>): Promise<void> {
  const timer = new AbortController()
  await Promise.race([work, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
}
