import type { StreamEvent } from '../../http/guard/event_stream.ts'
import { judgeUrl } from '../../http/guard/judge.ts'
import { ProbeFailure, type ProbeFetch } from '../protocol.ts'
import { type RpcExchange, readBodyText, readEvents } from '../rpc/exchange.ts'
import { findAnswer, formatMessage, type JsonRpcAnswer } from '../rpc/messages.ts'
import { closeBody, type McpObservation, type McpTransport, sendQuietly } from './transport.ts'

const HEADERS = { 'content-type': 'application/json' }

/** MCP over HTTP+SSE, of 2024-11-05: one stream has the answers, and names the address that takes the messages. */
export class HttpSse implements McpTransport {
  readonly name = 'http+sse'
  readonly #fetch: ProbeFetch
  readonly #seen: McpObservation
  readonly #stream: Response
  readonly #events: AsyncGenerator<StreamEvent>
  #endpoint: string | null = null
  #id = 0

  /** Takes the open stream, and the address that it was asked at. */
  constructor(fetch: ProbeFetch, stream: Response, seen: McpObservation) {
    this.#fetch = fetch
    this.#stream = stream
    this.#seen = seen
    this.#events = readEvents(stream)
  }

  async ask(method: string, params: object): Promise<RpcExchange> {
    this.#endpoint ??= await this.#readEndpoint()
    const id = ++this.#id
    const body = formatMessage(id, method, params)
    const posted = await this.#fetch(this.#endpoint, { method: 'POST', headers: HEADERS, body })
    if (!posted.ok) {
      this.#seen.status = posted.status
      return { response: posted, text: await readBodyText(posted), answer: null, isWrongType: true }
    }
    await closeBody(posted)
    return { response: this.#stream, text: '', answer: await this.#readAnswer(id), isWrongType: false }
  }

  notify(method: string): Promise<void> {
    const endpoint = this.#endpoint
    if (endpoint === null) return Promise.resolve()
    const body = formatMessage(null, method)
    return sendQuietly(() => this.#fetch(endpoint, { method: 'POST', headers: HEADERS, body }))
  }

  async close(): Promise<void> {
    await this.#events.return(undefined)
    if (!this.#stream.bodyUsed) await closeBody(this.#stream)
  }

  async #readEndpoint(): Promise<string> {
    for (;;) {
      const { value, done } = await this.#events.next()
      if (done) throw new ProbeFailure('wrong_protocol', { cause: 'its stream ends without an endpoint' })
      if (value.name === 'endpoint') return judgeEndpoint(value.data, this.#seen.finalUrl ?? '')
    }
  }

  async #readAnswer(id: number): Promise<JsonRpcAnswer> {
    for (;;) {
      const { value, done } = await this.#events.next()
      if (done) throw new ProbeFailure('malformed', { cause: 'its stream ends before the answer' })
      const answer = value.name === 'message' ? findAnswer(value.data, id) : null
      if (answer !== null) return answer
    }
  }
}

/** Returns the address for messages. Throws ProbeFailure where it has another origin than the stream. */
function judgeEndpoint(text: string, base: string): string {
  const endpoint = URL.parse(text, base)
  if (endpoint === null) throw new ProbeFailure('wrong_protocol', { cause: 'its endpoint is no address' })
  const judged = judgeUrl(endpoint.href)
  if (judged === null) throw new ProbeFailure('unsafe', { cause: 'its endpoint must not be requested' })
  if (judged.origin !== new URL(base).origin)
    throw new ProbeFailure('wrong_protocol', { cause: 'its endpoint is at another origin' })
  return judged.href
}
