import { WholeResponse } from '../../http/guard/whole_response.ts'
import { ProbeFailure } from '../protocol.ts'
import type { RpcExchange } from '../rpc/exchange.ts'

/** The way in which messages reach a server. */
type McpTransportName = 'streamable-http' | 'http+sse'

/** Sends messages to one server. All methods throw ProbeFailure. */
export interface McpTransport {
  readonly name: McpTransportName
  /** Sends a request, and reads its answer. */
  ask(method: string, params: object): Promise<RpcExchange>
  /** Sends a notification; what the server says to it has no consequence. */
  notify(method: string): Promise<void>
  /** Ends the session, or closes the stream; failures have no consequence. */
  close(): Promise<void>
}

/** Part of the result of a probe: all that is known of a server so far. */
export interface McpObservation {
  /** HTTP status of the last request's answer, or null without one. */
  status: number | null
  finalUrl: string | null
  protocolVersion: string | null
  serverName: string | null
  serverVersion: string | null
  details: Record<string, unknown> | null
}

/** Sends what ends a conversation or needs no answer: a failure of it has no consequence. */
export async function sendQuietly(send: () => Promise<Response>): Promise<void> {
  try {
    const response = await send()
    await closeBody(response)
  } catch (error) {
    if (!(error instanceof ProbeFailure)) throw error
  }
}

/** Closes a body; one that is broken is closed. */
export async function closeBody(response: Response): Promise<void> {
  if (!(response instanceof WholeResponse)) await response.body?.cancel().catch(() => {})
}
