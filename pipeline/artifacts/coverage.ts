import { thousands } from '../../core/pages/numbers.ts'
import type { SchemaValue } from '../../core/resources/schemas.ts'

/** A part of a source that is not known, or not whole: a row of the mart `coverage`. */
export type Gap = SchemaValue<'IndexStatus'>['coverage'][number]

/** Returns how many of how many are known, in words, e.g. `212,000 of about 300,000 registrations`. */
export function describeShare({
  kind,
  observed_count,
  expected_count,
}: Pick<Gap, 'kind' | 'observed_count' | 'expected_count'>): string {
  if (expected_count !== null)
    return `${thousands(observed_count)} of about ${thousands(expected_count)} ${kind}`
  return observed_count === null ? kind : `${thousands(observed_count)} ${kind}`
}

/** Returns the gaps of a source that are counted, in a clause; null without any. */
export function describeGaps(gaps: readonly Gap[]): string | null {
  const counted = gaps.filter(({ expected_count }) => expected_count !== null)
  if (counted.length === 0) return null
  return counted
    .map(
      (gap) => `${gap.chain_name === null ? '' : `${gap.chain_name}: `}${describeShare(gap)}, ${gap.reason}`,
    )
    .join('; ')
}

/** Returns the chains of which nothing new was read, in a clause; null without any. The reasons are many and long. */
export function describeUnread(gaps: readonly Gap[]): string | null {
  const names = gaps.flatMap(({ kind, expected_count, chain_name }) =>
    kind === 'blocks' && expected_count === null && chain_name !== null ? [chain_name] : [],
  )
  return names.length === 0 ? null : `nothing new of ${names.join(', ')} (/status says why)`
}

/** Returns how many of how many are known of what these sources give, a sentence for each chain. */
export const describeNotWhole = (coverage: readonly Gap[], sources: readonly string[]): string[] =>
  coverage.filter(({ source }) => sources.includes(source)).flatMap((gap) => describeGaps([gap]) ?? [])

/** Returns the number of agents that there would be with the registrations that were not read; null without any. */
export function estimateAgents(coverage: readonly Gap[], agents: number): number | null {
  const missing = coverage
    .filter(({ kind }) => kind === 'registrations')
    .reduce((sum, gap) => sum + ((gap.expected_count ?? 0) - (gap.observed_count ?? 0)), 0)
  return missing > 0 ? agents + missing : null
}
