import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { createGuard, type GuardOptions } from '../../pipeline/http/guard/guard.ts'
import { createBaseReach } from '../../pipeline/http/guard/live.ts'
import { resolveWithoutDns } from '../../pipeline/http/upstreams.ts'
import { temporaryArchive } from './harness.ts'

/** A request as it arrived, with the host and the path that were really requested. */
export type ReceivedRequest = IncomingMessage & { host: string; path: string }

/** A server on loopback that stands in for every host, and the number of connections to it. */
export async function internet(handler: (asked: ReceivedRequest, response: ServerResponse) => void) {
  const asked: ReceivedRequest[] = []
  const state = { connections: 0 }
  const server = createServer((request, response) => {
    const [, host = '', path = ''] = /^\/([^/]*)(.*)$/.exec(request.url ?? '') ?? []
    asked.push(Object.assign(request, { host, path }))
    handler(asked.at(-1) as ReceivedRequest, response)
  })
  server.on('connection', () => state.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, state, port, reach: createBaseReach(`http://127.0.0.1:${port}`) }
}

/** A guard whose waits take no time, and its archive; concurrent tests pass their own `onTestFinished`. */
export function openGuard(
  options: Partial<GuardOptions> & Pick<GuardOptions, 'reach'>,
  atEnd: typeof onTestFinished = onTestFinished,
) {
  const archive = temporaryArchive(atEnd)
  const guard = createGuard({
    resolve: resolveWithoutDns,
    archive,
    earlier: () => [],
    now: () => Date.parse('2026-03-24T12:00:00Z'),
    sleep: async () => {},
    userAgent: 'test',
    maxVisits: 1_000,
    timeoutMs: 2_000,
    ...options,
  })
  atEnd(() => guard.close())
  return { guard, archive }
}

/** Answers with a status, headers and a body. */
export function send(response: ServerResponse, status: number, headers: Record<string, string>, body = '') {
  response.writeHead(status, headers)
  response.end(body)
}

export const JSON_TYPE = { 'content-type': 'application/json' }
export const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' }
export { wait }
