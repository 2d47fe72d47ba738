import type { Agent } from './ask_index.ts'
import type { Dependency } from './dependency.ts'
import type { Inputs, Problem } from './inputs.ts'

/** What was found of a dependency; `agent` is null where the index does not know it. */
export interface Judged {
  dependency: Dependency
  agent: Agent | null
  /** What is wrong with it, of what the workflow asked for. */
  problems: { problem: Problem; words: string }[]
}

/** Judges a dependency by what the index says of it. What is not known is no problem, unless that was asked for. */
export function judge(
  dependency: Dependency,
  agent: Agent | null,
  { minTier, failOn }: Pick<Inputs, 'minTier' | 'failOn'>,
): Judged {
  const all = agent === null ? [unknown] : problemsOf(agent, minTier)
  return { dependency, agent, problems: all.filter(({ problem }) => failOn.includes(problem)) }
}

const unknown = { problem: 'unknown', words: 'not in the index' } as const

function problemsOf(agent: Agent, minTier: Inputs['minTier']): Judged['problems'] {
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
