import type { ProbeOutcome } from '../../../pipeline/probes/outcome.ts'
import type { ProbeTarget, ProtocolKind } from '../../../pipeline/probes/protocol.ts'

/** One address of the replay server, with its true behaviour. */
export interface TrueAddress {
  url: string
  kind: string
  class: string
  tools: number | null
  tools_hash: string | null
  answers: boolean
  /** The status of a paid resource that validates or authenticates before it quotes. */
  answers_before_payment?: number
  could_not_measure?: boolean
  speaks?: boolean
  rpc?: string
  method?: string
  manifest?: boolean
}

/** Classes of the replay server by the outcome that belongs to each; 402 quotes and cards are apart. */
const CLASSES: Record<string, ProbeOutcome> = {
  ...{ live: 'answers', 'legacy-sse': 'answers', proof: 'answers', 'proof-other': 'answers' },
  ...{ 'auth-metadata': 'gated', 'auth-plain': 'gated', 'auth-forbidden': 'gated', 'auth-late': 'gated' },
  ...{ 'auth-400': 'gated', 'auth-402': 'gated', challenge: 'blocked', parked: 'parked' },
  ...{ 'validate-first': 'answers_before_payment', 'auth-first': 'answers_before_payment' },
  ...{ page: 'wrong_protocol', placeholder: 'wrong_protocol', 'wrong-type': 'wrong_protocol' },
  ...{ 'rpc-error': 'wrong_protocol', 'bad-version': 'wrong_protocol', free: 'wrong_protocol' },
  ...{ 'redirect-other': 'wrong_protocol', 'not-found': 'not_found', gone: 'not_found' },
  ...{ 'invalid-json': 'malformed', endless: 'malformed', huge: 'malformed', 'gzip-bomb': 'malformed' },
  ...{ 'redirect-loop': 'redirects', trap: 'unsafe', 'redirect-trap': 'unsafe', 'post-only': 'answers' },
  // The server has no TLS: both end the connection.
  ...{ refused: 'refused', tls: 'refused', 'server-error': 'server_error', hang: 'timeout' },
}

/** Returns the outcome that a probe of the address should have; null for a class that no probe should see. */
export function expectOutcome(address: TrueAddress): ProbeOutcome | null {
  if (address.kind === 'a2a' && address.class === 'live')
    return address.speaks ? 'answers' : address.rpc === 'auth' ? 'gated' : 'card_only'
  if (address.class.startsWith('402-')) return 'answers'
  return CLASSES[address.class] ?? null
}

const KINDS = new Set(['mcp', 'x402', 'a2a', 'oasf', 'web', 'other', 'proof'])

/** Returns the target of an address; null for one that is not probed. */
export function toTarget({ url, kind, class: name, method }: TrueAddress): ProbeTarget | null {
  const isProbed = KINDS.has(kind) && url.startsWith('https:') && name !== 'template' && name !== 'platform'
  if (!isProbed) return null
  return { url, kind: kind as ProtocolKind, method: method ?? null }
}
