import type { Agent } from './ask_index.ts'
import type { Dependency } from './dependency.ts'
import type { Inputs, Problem } from './inputs.ts'

/** Result for a dependency; `agent` is null if the index does not have it, or it cannot be identified. */
export interface JudgedDependency {
  dependency: Dependency
  agent: Agent | null
  /** Its problems, of the kinds that the workflow checks. */
  problems: { problem: Problem; words: string }[]
}

/**
 * Judges a dependency by its index data. An unknown or uncertain one is a problem only on request; it never passes as
 * fine either.
 */
export function judge(
  dependency: Dependency,
  agent: Agent | null,
  { minTier, failOn }: Pick<Inputs, 'minTier' | 'failOn'>,
): JudgedDependency {
  const { doubt } = dependency
  const all = agent === null || doubt !== null ? [toUnknown(doubt)] : problemsIn(agent, minTier)
  return {
    dependency,
    agent: doubt === null ? agent : null,
    problems: all.filter(({ problem }) => failOn.includes(problem)),
  }
}

const toUnknown = (doubt: string | null) => ({
  problem: 'unknown' as const,
  words: doubt === null ? 'not in the index' : `cannot be judged: ${doubt}`,
})

function problemsIn(agent: Agent, minTier: Inputs['minTier']): JudgedDependency['problems'] {
  const { tier, liveness, days_since_active, verdict, risk_flags } = agent
  if (liveness === null) return [{ problem: 'departed', words: 'departed from the index' }]
  const quiet = days_since_active === null ? '' : ` (last act ${days_since_active} days ago)`
  const flags = risk_flags.map(({ flag, severity }) => `${flag.replaceAll('_', ' ')} (${severity})`)
  return [
    ...(minTier === 'evidence_ranked' && tier !== 'evidence_ranked'
      ? [{ problem: 'tier' as const, words: `tier ${tier}, below ${minTier}` }]
      : []),
    ...(liveness === 'not_alive' ? [{ problem: 'dead' as const, words: `not alive${quiet}` }] : []),
    ...(flags.length > 0 ? [{ problem: 'flagged' as const, words: `flagged: ${flags.join(', ')}` }] : []),
    ...(verdict === 'reject' ? [{ problem: 'reject' as const, words: 'verdict reject' }] : []),
  ]
}
