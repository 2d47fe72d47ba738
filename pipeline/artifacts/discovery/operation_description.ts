import type { Endpoint } from '../../../core/interface/endpoint.ts'
import { limitText, RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import { A2A } from '../../../core/interface/service.ts'

const LIFETIMES: Readonly<Record<number, string>> = {
  3600: '1 hour',
  300: '5 minutes',
  180: '3 minutes',
  60: '1 minute',
}

/** Returns the facts of an operation besides its title: its price, cache time and limits. */
export function describeOperation(endpoint: Endpoint): string {
  const { title, lifetime } = endpoint
  return [
    `${title}.`,
    ...describeCost(endpoint),
    ...(lifetime === 0 ? [] : [`Answers may be cached for ${LIFETIMES[lifetime]}.`]),
  ].join(' ')
}

function describeCost({ path, price, isRpc }: Endpoint): string[] {
  if (price !== null)
    return [
      `Costs $${price} per call, paid through x402, or nothing with a Pro key.`,
      'Without payment or key the answer is 402 with a quote. A call that is refused is not charged.',
    ]
  if (!isRpc) return ['Free, no authentication.']
  const limit = path === A2A.path ? RATE_LIMITS.a2a : RATE_LIMITS.mcp
  return [`JSON-RPC 2.0 over HTTP POST, no authentication; ${limitText(limit)} from one address.`]
}
