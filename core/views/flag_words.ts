import type { TrustRow } from './agent_record.ts'

type Flag = TrustRow['flags'][number]

/** Grave flags of an agent: those of severity major and critical. */
export const onlyGrave = <One extends Pick<Flag, 'severity'>>(flags: readonly One[]): One[] =>
  flags.filter((flag) => flag.severity !== 'minor')

/** Returns the warning beside the name of a flagged agent, e.g. `flagged: hostile name`; null without a grave flag. */
export function describeFlags(flags: readonly Pick<Flag, 'flag' | 'severity'>[]): string | null {
  const names = onlyGrave(flags).map(
    ({ flag, severity }) => `${flag.replaceAll('_', ' ')}${severity === 'critical' ? ' (critical)' : ''}`,
  )
  return names.length === 0 ? null : `flagged: ${names.join(', ')}`
}
