import type { BadgeValues } from '../../core/badge/badge.ts'

/** The facts of a badge, with some of them changed. */
export const info = (changes: Partial<BadgeValues> = {}): BadgeValues => ({
  name: 'Ada',
  label: 'MCP servers #12',
  tier: 'evidence_ranked',
  flagged: null,
  date: '2026-01-03',
  world: 'live',
  ...changes,
})

/** Badges of every tier and world, with pairs of letters that are kerned. */
export const CASES: BadgeValues[] = [
  info(),
  info({ label: 'indexed', tier: 'indexed' }),
  info({ label: 'unknown', tier: 'unknown', date: '1999-12-31' }),
  info({ flagged: 'flagged: hostile name', world: 'sample' }),
  info({ label: 'Model families #4567890', world: 'sample' }),
  info({ label: 'AVATAR To.Ly WAVE, LT "fi" a->b', world: 'replay', date: '2041-07-17' }),
]

const CATEGORIES = ['Model families', 'Tokenized agents', 'MCP servers', 'Developers', 'Services']

/** The longest badges of releases: long names, ranks of five digits, and digits that the date does not have. */
export const LONGEST: BadgeValues[] = (['live', 'replay', 'sample'] as const).flatMap((world) => [
  info({ name: 'W'.repeat(64), label: 'departed', tier: 'indexed', world, date: '2034-05-16' }),
  ...CATEGORIES.map((category) =>
    info({ name: '"'.repeat(64), label: `${category} #45789`, world, date: '2026-10-13' }),
  ),
])
