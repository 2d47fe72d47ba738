import type { ProbeFetch, ProbeResult } from '../../pipeline/probes/protocol.ts'
import mcp from '../../pipeline/probes/protocols/mcp.ts'

export const URL_OF_MCP = 'https://mcp.example/mcp'
const JSON_TYPE = { 'content-type': 'application/json' }
export const STREAM_TYPE = { 'content-type': 'text/event-stream' }
const HTML_TYPE = { 'content-type': 'text/html' }

export interface SentMessage {
  jsonrpc: string
  id?: number
  method: string
  params?: Record<string, unknown>
}

export interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  message: SentMessage | null
}

export type Answer = (sent: SentRequest) => Response | Promise<Response>

/** A fetch that a function answers, and what was sent through it. */
function createFetch(answer: Answer): { fetch: ProbeFetch; sent: SentRequest[] } {
  const sent: SentRequest[] = []
  const fetch: ProbeFetch = async (url, { method, headers = {}, body }) => {
    const request = { url, method, headers, message: body === undefined ? null : JSON.parse(body) }
    sent.push(request)
    const response = await answer(request)
    if (response.url === '') Object.defineProperty(response, 'url', { value: url })
    return response
  }
  return { fetch, sent }
}

export async function probe(answer: Answer): Promise<{ result: ProbeResult; sent: SentRequest[] }> {
  const { fetch, sent } = createFetch(answer)
  const target = { url: URL_OF_MCP, kind: 'mcp', method: null } as const
  return { result: await mcp.probe(target, fetch), sent }
}

export const page = (status: number, title = 'A page'): Response =>
  new Response(`<!DOCTYPE html><html><title>${title}</title></html>`, { status, headers: HTML_TYPE })

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } })

export const formatEvent = (message: unknown, name = 'message'): string =>
  `event: ${name}\ndata: ${JSON.stringify(message)}\n\n`

/** A stream that stays open after its text; `closed` is told when the client closes it. */
export function openStream(text: string, closed: () => void = () => {}): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
    cancel: closed,
  })
  return new Response(body, { headers: STREAM_TYPE })
}

export const TOOLS = [
  { name: 'search', description: 'Finds records', inputSchema: { type: 'object', required: ['query'] } },
  { name: 'count', description: 'Counts records', inputSchema: { type: 'object' } },
]

export const INITIALIZED = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'sample-server', version: '1.2.3' },
}

/** Results by method; a notification gets none. */
export type Results = Record<string, (message: SentMessage) => object>

const RESULTS: Results = {
  initialize: () => ({ result: INITIALIZED }),
  'tools/list': () => ({ result: { tools: TOOLS } }),
}

/** The message that answers another; an unknown method is an error. */
export const reply = (message: SentMessage, results: Results = RESULTS): object => ({
  jsonrpc: '2.0',
  id: message.id,
  ...(results[message.method]?.(message) ?? { error: { code: -32601, message: 'Method not found' } }),
})

/** A server that answers POST by JSON. */
export const serve =
  (results: Partial<Results> = {}, status = 200, headers: Record<string, string> = {}): Answer =>
  ({ method, message }) => {
    if (method !== 'POST' || message === null) return json({ error: 'method not allowed' }, 405)
    if (message.id === undefined) return new Response(null, { status: 202 })
    return json(reply(message, { ...RESULTS, ...results } as Results), status, headers)
  }

/** A server that answers every request alike. */
export const always =
  (create: () => Response): Answer =>
  () =>
    create()

export const fail = (code: number, message: string, data?: unknown) => () => ({
  error: { code, message, data },
})
