import { STATELESS_VERSION } from '../../../core/interface/service.ts'
import type { ProbeFetch } from '../protocol.ts'
import { type RpcExchange, readExchange } from '../rpc/exchange.ts'
import { formatMessage } from '../rpc/messages.ts'
import { type McpObservation, type McpTransport, sendQuietly } from './transport.ts'
import { formatMeta } from './versions.ts'

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
/** As the specification says: visible ASCII. */
const SESSION_ID = /^[\x21-\x7e]{1,1024}$/

/** MCP over streamable HTTP: a POST for each message, answered by JSON or by a stream of events. */
export class StreamableHttp implements McpTransport {
  readonly name = 'streamable-http'
  readonly #fetch: ProbeFetch
  readonly #seen: McpObservation
  #url: string
  #id = 0
  #session: string | null = null

  constructor(fetch: ProbeFetch, url: string, seen: McpObservation) {
    this.#fetch = fetch
    this.#seen = seen
    this.#url = url
  }

  async ask(method: string, params: object): Promise<RpcExchange> {
    const id = ++this.#id
    const seen = this.#seen
    seen.status = null
    const response = await this.#post(formatMessage(id, method, this.#addMeta(params)), method)
    seen.status = response.status
    // The redirect of the first request is not asked for again.
    this.#url = seen.finalUrl = response.url || this.#url
    const session = method === 'initialize' ? response.headers.get('mcp-session-id') : null
    if (session !== null && SESSION_ID.test(session)) this.#session = session
    return readExchange(response, id)
  }

  notify(method: string): Promise<void> {
    return sendQuietly(() => this.#post(formatMessage(null, method), method))
  }

  async close(): Promise<void> {
    const headers = this.#headers()
    if (this.#session === null) return
    this.#session = null
    await sendQuietly(() => this.#fetch(this.#url, { method: 'DELETE', headers }))
  }

  #post(body: string, method: string): Promise<Response> {
    const isStateless = this.#seen.protocolVersion === STATELESS_VERSION
    const headers = { ...HEADERS, ...this.#headers(), ...(isStateless && { 'mcp-method': method }) }
    return this.#fetch(this.#url, { method: 'POST', headers, body })
  }

  #headers(): Record<string, string> {
    const { protocolVersion } = this.#seen
    return {
      ...(protocolVersion !== null && { 'mcp-protocol-version': protocolVersion }),
      ...(this.#session !== null && { 'mcp-session-id': this.#session }),
    }
  }

  #addMeta(params: object): object {
    return this.#seen.protocolVersion === STATELESS_VERSION ? { ...params, _meta: formatMeta() } : params
  }
}
