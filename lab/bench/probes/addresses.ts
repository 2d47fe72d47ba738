import type { ProbeTarget } from '../../../pipeline/probes/protocol.ts'

/** One address of each kind that the server speaks. */
const SPOKEN = [
  { kind: 'mcp', path: '/mcp' },
  { kind: 'a2a', path: '/.well-known/agent-card.json' },
  { kind: 'x402', path: '/paid' },
  { kind: 'web', path: '/' },
] as const

/** Makes up addresses, a quarter of each kind, two of them on each host. */
export const makeTargets = (count: number): ProbeTarget[] =>
  Array.from({ length: count }, (_, i) => {
    const { kind, path } = SPOKEN[i % SPOKEN.length] ?? SPOKEN[0]
    const url = `https://service-${i >> 1}.com${path}`
    return { url, kind, method: kind === 'x402' ? 'GET' : null, isPostAllowed: false }
  })
