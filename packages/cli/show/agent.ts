import type { Schemas } from '../../client/client.ts'
import { cell, line } from '../inert.ts'
import { table } from '../table.ts'
import { formatFlags, formatName, formatRank, notes } from './parts.ts'

/** An agent as people read it: who it is, then its standing in each category. */
export function showAgent(agent: Schemas['AgentSummary']): string[] {
  const { identity, liveness, departed } = agent
  const facts = [
    ['agent', cell(agent.handle)],
    ['name', cell(agent.name)],
    ['category', [agent.primary_category, ...agent.secondary_categories].map(formatName).join(', ')],
    ['tier', formatName(agent.tier)],
    ['flags', formatFlags(agent.risk_flags)],
    ['verified', agent.verified ? cell(identity.verification) : 'no'],
    ...(departed === null
      ? [
          ['liveness', formatName(liveness?.state)],
          ['latest act', liveness?.last_activity == null ? 'none observed' : formatActivity(liveness)],
        ]
      : [['departed', `${departed.on}: ${cell(departed.reason)}`]]),
    ['website', cell(identity.website)],
    ['repository', cell(identity.repository)],
    ['page', line(agent.url)],
  ]
  return [...table(facts), ...formatStandings(agent), ...notes(agent.limitations)]
}

const formatActivity = ({
  last_activity,
  last_activity_at,
}: NonNullable<Schemas['AgentSummary']['liveness']>): string =>
  `${cell(last_activity)}, ${cell(last_activity_at)}`

function formatStandings({ scores_by_category }: Schemas['AgentSummary']): string[] {
  const rows = Object.entries(scores_by_category).map(([category, score]) => [
    formatName(category),
    formatRank(score.rank),
    formatName(score.tier),
    `${score.score} (${score.score_low} to ${score.score_high})`,
    `${score.observed_weight} %`,
    score.methodology_version,
  ])
  const head = ['CATEGORY', 'RANK', 'TIER', 'SCORE', 'OBSERVED', 'METHODOLOGY']
  return rows.length === 0 ? [] : ['', ...table([head, ...rows.map((row) => row.map(cell))])]
}
