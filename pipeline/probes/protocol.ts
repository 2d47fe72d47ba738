import type { NotProbedReason, ProbeOutcome } from './outcome.ts'

/** `manifest`: the list of its paid resources that a host has, which the prober asks for by itself. */
export const PROTOCOL_KINDS = ['mcp', 'a2a', 'x402', 'proof', 'oasf', 'web', 'other', 'manifest'] as const

export type ProtocolKind = (typeof PROTOCOL_KINDS)[number]

/** A declared address to probe. */
export interface ProbeTarget {
  /** As declared, in the form of the WHATWG URL parser. */
  url: string
  kind: ProtocolKind
  /** The declared HTTP method, or null. */
  method: string | null
}

/**
 * Sends one request of a probe through the guard, and records its answer; in a replay it answers from the record. The
 * answer's body is bounded, and an event stream may stay open: close it by `body.cancel()`. Redirects are followed by the
 * rules of the guard; `response.url` is the final address. Throws ProbeFailure without an answer.
 */
export type ProbeFetch = (url: string, init: ProbeRequest) => Promise<Response>

export interface ProbeRequest {
  method: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  /** JSON text. */
  body?: string
  signal?: AbortSignal
}

/** No answer, or one that cannot be used: the outcome says why. */
export class ProbeFailure extends Error {
  readonly outcome: ProbeOutcome
  /** Only with `not_probed`. */
  readonly reason: NotProbedReason | null
  constructor(
    outcome: ProbeOutcome,
    { reason = null, ...options }: ErrorOptions & { reason?: NotProbedReason | null } = {},
  ) {
    super(reason ?? outcome, options)
    this.outcome = outcome
    this.reason = reason
  }
}

/** The result of a probe, as far as the protocol knows it: times and the vantage are added by the run. */
export interface ProbeResult {
  outcome: ProbeOutcome
  /** Only with `not_probed`. */
  reason: NotProbedReason | null
  /** HTTP status of the answer that decided, or null without an answer. */
  status: number | null
  /** Final address after redirects, or null without an answer. */
  finalUrl: string | null
  /** Version of the protocol that was spoken, or null. */
  protocolVersion: string | null
  /** Name and version that the server gives of itself, or null. */
  serverName: string | null
  serverVersion: string | null
  /** Fields of this protocol alone: tools of MCP, the card and interface of A2A, quotes of x402. JSON. */
  details: Record<string, unknown> | null
}

/** A protocol in which addresses are probed: one file of this folder. */
export interface Protocol {
  kinds: readonly ProtocolKind[]
  probe(target: ProbeTarget, fetch: ProbeFetch): Promise<ProbeResult>
}
