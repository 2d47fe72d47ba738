import type { BadgeFacts } from '../../pipeline/render/badge.ts'

/** The facts of a badge, with some of them changed. */
export const facts = (changes: Partial<BadgeFacts> = {}): BadgeFacts => ({
  name: 'Ada',
  label: 'MCP servers #12',
  tier: 'evidence_ranked',
  date: '2026-01-03',
  world: 'live',
  ...changes,
})

/** Badges of every tier and world, with pairs of letters that are kerned. */
export const CASES: BadgeFacts[] = [
  facts(),
  facts({ label: 'indexed', tier: 'indexed' }),
  facts({ label: 'unknown', tier: 'unknown', date: '1999-12-31' }),
  facts({ label: 'Model families #4567890', world: 'sample' }),
  facts({ label: 'AVATAR To.Ly WAVE, LT "fi" a->b', world: 'replay', date: '2041-07-17' }),
]
