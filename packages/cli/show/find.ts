import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'
import { table } from '../table.ts'
import { formatFlags, formatName, formatRank, notes } from './parts.ts'

/** The best candidates of a search, and how many more there are. */
export function showFound(found: Schemas['FindResult']): string[] {
  const { candidates, total_matches, hint, full_results } = found
  const rows = candidates.map((candidate) => [
    candidate.handle,
    candidate.name,
    formatName(candidate.primary_category),
    formatRank(candidate.rank),
    candidate.verdict,
    formatName(candidate.liveness),
    candidate.rails.join(', ') || '-',
    formatFlags(candidate.risk_flags),
  ])
  const head = ['AGENT', 'NAME', 'CATEGORY', 'RANK', 'VERDICT', 'LIVENESS', 'RAILS', 'FLAGS']
  return [
    ...(rows.length === 0 ? [] : [...table([head, ...rows.map((row) => row.map(cell))]), '']),
    `${candidates.length} of ${total_matches} agents that match`,
    ...(hint === null ? [] : [line(hint)]),
    ...(total_matches > candidates.length ? [line(`all of them (paid): ${full_results}`)] : []),
    ...notes(found.limitations),
  ]
}
