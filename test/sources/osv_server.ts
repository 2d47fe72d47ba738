import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A record in the form of OSV. */
interface OsvRecord {
  id: string
  modified: string
  withdrawn?: string
  severity?: { type: string; score: string }[]
  database_specific?: { severity: string }
  affected: { package: { ecosystem: string; name: string }; ranges: object[]; versions: string[] }[]
}

interface Query {
  package: { ecosystem: string; name: string }
  version: string
  page_token?: string
}

/** A server with the two addresses of OSV that are asked, in the documented form. */
export interface OsvServer {
  records: Map<string, OsvRecord>
  /** Requests by address and status, in their order. */
  asked: string[]
  /** Number of next requests that are refused with 429, `Retry-After: 7`. */
  refused: number
  /** Answers nothing but 503. */
  isDown: boolean
  /** Number of vulnerabilities of one page. */
  perPage: number
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

const MAX_QUERIES = 1_000

/** Starts the server on a free port of the loopback; `fetch` sends api.osv.dev there. */
export async function startOsvServer(): Promise<OsvServer> {
  const server = createServer((request, response) => void reply(osv, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const osv: OsvServer = {
    ...{ records: new Map(), asked: [], refused: 0, isDown: false, perPage: 1_000 },
    fetch: (input, init) => fetch(String(input).replace('https://api.osv.dev', base), init),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return osv
}

async function reply(osv: OsvServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  const send = (status: number, answer: object, headers = {}) => {
    osv.asked.push(`${request.method} ${request.url} ${status}`)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(answer))
  }
  if (osv.isDown) return send(503, { code: 14, message: 'unavailable' })
  if (osv.refused > 0) {
    osv.refused -= 1
    return send(429, { code: 8, message: 'slow down' }, { 'retry-after': '7' })
  }
  if (request.method === 'POST' && request.url === '/v1/querybatch') {
    const { queries } = JSON.parse(body) as { queries: Query[] }
    if (queries.length > MAX_QUERIES) return send(400, { code: 3, message: 'Too many queries' })
    return send(200, { results: queries.map((query) => answerQuery(osv, query)) })
  }
  const [, id = ''] = /^\/v1\/vulns\/([^/]+)$/.exec(request.url ?? '') ?? []
  const found = osv.records.get(id)
  return found ? send(200, found) : send(404, { code: 5, message: 'Bug not found.' })
}

function answerQuery({ records, perPage }: OsvServer, query: Query): object {
  const from = query.page_token === undefined ? 0 : Number(query.page_token.split(':')[1])
  const found = [...records.values()].filter(({ affected }) =>
    affected.some(
      ({ package: { ecosystem, name }, versions }) =>
        ecosystem === query.package.ecosystem &&
        name === query.package.name &&
        versions.includes(query.version),
    ),
  )
  if (found.length === 0) return {}
  const page = found.slice(from, from + perPage)
  const isLast = from + perPage >= found.length
  return {
    vulns: page.map(({ id, modified }) => ({ id, modified })),
    ...(!isLast && { next_page_token: `sample:${from + perPage}` }),
  }
}
