import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { Archive } from '../../pipeline/archive/archive.ts'
import type { ArchivedResponse, SourceDay } from '../../pipeline/archive/source_day.ts'
import { createHttp, type HttpOptions } from '../../pipeline/http/client.ts'
import { HostQueues } from '../../pipeline/http/host_queue.ts'
import { fetchViaBase } from '../../pipeline/http/upstream_base.ts'

/** Answers a request; `count` is 1 for the first request. */
export type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void

export const NOW = Date.parse('2026-03-24T12:00:00Z')
export const numbered = z.object({ n: z.number() })

/** An archive in a temporary folder, removed after the test; concurrent tests pass their own `onTestFinished`. */
export function temporaryArchive(atEnd: typeof onTestFinished = onTestFinished): Archive {
  const root = mkdtempSync(join(tmpdir(), 'assay-archive-'))
  atEnd(() => rmSync(root, { recursive: true, force: true }))
  return new Archive(root)
}

/** An upstream on loopback, reached as any https host, and clients for it whose waits take no time. */
export async function upstream(handler: Handler) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    handler(request, response, seen.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const archive = temporaryArchive()
  const waits: number[] = []
  const sleep = async (ms: number) => void waits.push(ms)
  const client = (options: Partial<HttpOptions> & { limits?: HostQueues['limits'] } = {}) => {
    const { limits = { '*': { perSecond: Number.POSITIVE_INFINITY } }, ...others } = options
    const http = createHttp({
      fetch: fetchViaBase(`http://127.0.0.1:${port}`),
      archive,
      previous: null,
      now: () => NOW,
      random: () => 1,
      sleep,
      queues: new HostQueues(limits, sleep),
      userAgent: 'Assay/1.0 (+https://assay.example)',
      ...others,
    })
    onTestFinished(() => http.close())
    return http
  }
  return { archive, seen, waits, client, port }
}

export const sendJson = (response: ServerResponse, data: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(data))
}

export const sendStatus = (
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body = 'no',
) => {
  response.writeHead(status, headers)
  response.end(body)
}

/** A day of one source with these responses. */
export const toSourceDay = (responses: ArchivedResponse[], date = '2026-03-23'): SourceDay => ({
  source: 'example',
  date,
  world: 'replay',
  outcome: 'ok',
  error: null,
  responses,
})
