import type { BadgeFacts } from '../../core/badge/agent_badge.ts'

/** The facts of a badge, with some of them changed. */
export const factsWith = (changes: Partial<BadgeFacts> = {}): BadgeFacts => ({
  name: 'Ada',
  standing: { category: 'MCP servers', place: '#12' },
  tier: 'evidence_ranked',
  flagged: null,
  day: '2026-01-03',
  world: 'live',
  ...changes,
})

const FLAGS = ['wash trade', 'hostile name (critical)', 'wallet mismatch', 'impersonation (critical)']

/** The facts of badges of every state, in each world; with a short name and with the longest. */
export const CASES: BadgeFacts[] = (['live', 'replay', 'sample'] as const).flatMap((world) =>
  ['Ada', '"'.repeat(64), 'W'.repeat(64)].flatMap((name) => [
    factsWith({ name, world }),
    factsWith({ name, world, standing: { category: 'Tokenized agents', place: '40123–45789' } }),
    factsWith({ name, world, standing: 'indexed', tier: 'indexed' }),
    factsWith({ name, world, standing: 'departed', tier: 'indexed' }),
    factsWith({ name, world, standing: 'unknown', tier: 'unknown' }),
    factsWith({ name, world, flagged: `flagged: ${FLAGS.join(', ')}` }),
  ]),
)
