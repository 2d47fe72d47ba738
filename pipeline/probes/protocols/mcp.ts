import { discover, isStateless, performHandshake } from '../mcp/handshake.ts'
import { HttpSse } from '../mcp/http_sse.ts'
import { isShallow } from '../mcp/shallow.ts'
import { StreamableHttp } from '../mcp/streamable_http.ts'
import { listTools, UNKNOWN_LIST } from '../mcp/tools.ts'
import { closeBody, type McpObservation, type McpTransport } from '../mcp/transport.ts'
import type { ProbeOutcome } from '../outcome.ts'
import { ProbeFailure, type ProbeFetch, type Protocol } from '../protocol.ts'
import {
  isEventStream,
  judgeExchange,
  judgeResponse,
  type RpcExchange,
  readBodyText,
} from '../rpc/exchange.ts'
import { leavesHost } from '../site.ts'

/** Statuses to a POST at the address of a stream of HTTP+SSE: the frameworks differ. */
const STREAM_STATUS = new Set([400, 404, 405, 406, 415, 426, 501])
const MAX_CAPABILITIES_CHARS = 16_384
const MAX_CAPABILITIES_DEPTH = 20

/**
 * MCP over streamable HTTP, or over HTTP+SSE where a POST is refused: the handshake and the list of tools, never a
 * tool. The body decides before the status. Details are `transport`, `capabilities` and those of ToolList.
 */
export default {
  kinds: ['mcp'],
  async probe({ url }, fetch) {
    const seen: McpObservation = {
      status: null,
      finalUrl: null,
      protocolVersion: null,
      serverName: null,
      serverVersion: null,
      details: null,
    }
    try {
      const outcome = await probeTransports(url, fetch, seen)
      return { outcome, reason: null, ...seen }
    } catch (error) {
      if (!(error instanceof ProbeFailure) || error.outcome === 'not_probed') throw error
      return { outcome: error.outcome, reason: null, ...seen }
    }
  },
} satisfies Protocol

async function probeTransports(url: string, fetch: ProbeFetch, seen: McpObservation): Promise<ProbeOutcome> {
  const transport = new StreamableHttp(fetch, url, seen)
  const exchange = await performHandshake(transport, seen)
  const outcome = await proceed(transport, exchange, seen)
  return isRefusedPost(exchange, outcome) ? probeStream(url, fetch, seen) : outcome
}

const isRefusedPost = ({ answer, response }: RpcExchange, outcome: ProbeOutcome): boolean =>
  answer === null &&
  STREAM_STATUS.has(response.status) &&
  (outcome === 'not_found' || outcome === 'wrong_protocol' || response.status === 501)

/** Asks for the stream of HTTP+SSE at an address that refused a POST. */
async function probeStream(url: string, fetch: ProbeFetch, seen: McpObservation): Promise<ProbeOutcome> {
  seen.status = null
  const response = await fetch(url, { method: 'GET', headers: { accept: 'text/event-stream' } })
  seen.status = response.status
  seen.finalUrl = response.url || url
  if (leavesHost(url, seen.finalUrl)) return closeBody(response).then(() => 'wrong_protocol')
  if (!response.ok || !isEventStream(response)) return judgeResponse(response, await readBodyText(response))
  const transport = new HttpSse(fetch, response, seen)
  try {
    return await proceed(transport, await performHandshake(transport, seen), seen)
  } finally {
    await transport.close()
  }
}

/** Lists the tools after a handshake, and ends the session. */
async function proceed(
  transport: McpTransport,
  first: RpcExchange,
  seen: McpObservation,
): Promise<ProbeOutcome> {
  try {
    const exchange = await discoverStateless(transport, first, seen)
    const outcome = judgeExchange(exchange)
    if (outcome !== 'answers') return outcome
    if (seen.protocolVersion === null) return 'wrong_protocol'
    const capabilities = readCapabilities(exchange)
    seen.details = { transport: transport.name, capabilities, ...UNKNOWN_LIST }
    if (exchange === first) await transport.notify('notifications/initialized')
    const { outcome: listed, list } = await listTools(transport)
    seen.details = { transport: transport.name, capabilities, ...list }
    return listed
  } finally {
    await transport.close()
  }
}

/** Asks a server without a handshake for what it is; returns the first exchange for any other. */
async function discoverStateless(
  transport: McpTransport,
  first: RpcExchange,
  seen: McpObservation,
): Promise<RpcExchange> {
  if (!first.answer?.error || !isStateless(first.answer.error)) return first
  const { status } = seen
  const exchange = await discover(transport, seen)
  if (seen.protocolVersion !== null) return exchange
  seen.status = status
  return first
}

function readCapabilities({ answer }: RpcExchange): unknown {
  const capabilities = answer?.result?.capabilities ?? null
  if (!isShallow(capabilities, MAX_CAPABILITIES_DEPTH)) return null
  return JSON.stringify(capabilities).length > MAX_CAPABILITIES_CHARS ? null : capabilities
}
