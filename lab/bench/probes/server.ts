import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A server that stands in for every host of the benchmark, in a process of its own: `/HOST/PATH` is what
 * `https://HOST/PATH` answers. Writes its port on standard output.
 */
const TOOLS = 12
const WORDS = 'list create update search repository issue message calendar invoice weather price token'.split(
  ' ',
)
const JSON_TYPE = 'application/json'
const PAGE = `<!doctype html><html><head><title>A service</title></head><body>${'<p>What it does, at some length.</p>'.repeat(200)}</body></html>`

interface Answer {
  status?: number
  type?: string
  headers?: Record<string, string>
  body: string
}

type Speak = (host: string, body: string) => Answer

/** Each host has its own words, the same on each day. */
const pickWord = (host: string, n: number): string =>
  WORDS[(createHash('md5').update(host).digest()[n % 16] ?? 0) % WORDS.length] ?? ''

const toTool = (host: string, n: number) => ({
  name: `${pickWord(host, n)}_${pickWord(host, n + 5)}_${n}`,
  description: `Use this tool to ${pickWord(host, n)} a ${pickWord(host, n + 3)} of ${host}. It returns what was found, newest first.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: `The ${pickWord(host, n + 7)} to look for` },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    },
    required: ['query'],
  },
})

const RESULTS: Record<string, (host: string) => object> = {
  initialize: (host) => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: host, version: '1.4.2' },
  }),
  'tools/list': (host) => ({ tools: Array.from({ length: TOOLS }, (_, n) => toTool(host, n)) }),
}

const speakMcp: Speak = (host, body) => {
  const { id, method } = (body === '' ? {} : JSON.parse(body)) as { id?: number; method?: string }
  const result = RESULTS[method ?? '']
  if (result === undefined) return { status: 202, body: '' }
  // Every other server keeps sessions, as many do.
  const hasSession = method === 'initialize' && host.length % 2 === 0
  const headers = { ...(hasSession && { 'mcp-session-id': crypto.randomUUID() }) }
  return { headers, body: JSON.stringify({ result: result(host), jsonrpc: '2.0', id }) }
}

const speakCard: Speak = (host) => ({
  body: JSON.stringify({
    ...{ name: `Agent of ${host}`, protocolVersion: '0.3.0', version: '1.0.0', url: `https://${host}/a2a` },
    skills: Array.from({ length: 4 }, (_, n) => ({
      id: `${n}`,
      ...toTool(host, n),
      tags: [pickWord(host, n)],
    })),
  }),
})

const speakQuote: Speak = (host) => ({
  status: 402,
  body: JSON.stringify({
    x402Version: 1,
    accepts: [
      {
        ...{ scheme: 'exact', network: 'base', maxAmountRequired: '1500', maxTimeoutSeconds: 60 },
        ...{ payTo: `0x${createHash('sha1').update(host).digest('hex')}`, resource: `https://${host}/paid` },
        ...{ asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', mimeType: JSON_TYPE },
        description: `A ${pickWord(host, 1)} of ${host}`,
      },
    ],
  }),
})

const SPEAKERS: Record<string, Speak> = {
  '/mcp': speakMcp,
  '/.well-known/agent-card.json': speakCard,
  '/a2a': () => ({ body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Task not found"}}' }),
  '/paid': speakQuote,
  '/': (host) => ({ type: 'text/html; charset=utf-8', body: PAGE.replace('A service', host) }),
}

function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
  const [, host = '', path = ''] = /^\/([^/]*)(.*)$/.exec(request.url ?? '') ?? []
  const { status = 200, type = JSON_TYPE, headers, body } = SPEAKERS[path]?.(host, text) ?? NOT_FOUND
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

const NOT_FOUND: Answer = { status: 404, type: 'text/plain', body: 'not found' }

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => answer(request, response, text))
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
