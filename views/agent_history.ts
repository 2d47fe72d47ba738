import type { z } from 'zod'
import type { agentHistory } from '../interface/schemas/paid.ts'
import { SIGNALS } from '../pipeline/signals.ts'
import { type AgentDays, comparable, difference, type Snapshot, snapshotsOf, trendOf } from './agent_days.ts'
import type { Dossier } from './dossier.ts'
import type { Facts } from './facts.ts'
import { agentUrl } from './parts.ts'
import { departedView } from './trust_parts.ts'

type History = z.infer<typeof agentHistory>

/** How many days `/api/agent/{handle}/history` shows. */
const SHOWN_DAYS = 30

const KEPT_LIMIT =
  'One snapshot for each calendar day; a day without an observation, or on which the agent was not in this category, is null. Visibility and reputation are null on days before they were kept.'

/** An agent's last days in its primary category, 1 to 90 of them. */
export function agentHistoryView(agent: Dossier, kept: AgentDays, facts: Facts, days = SHOWN_DAYS): History {
  const { handle, tier } = agent
  const history = snapshotsOf(kept, facts.day, days)
  return {
    type: 'agent_history',
    handle,
    url: agentUrl(facts.base_url, handle),
    category: kept.category,
    methodology_version: kept.methodology_version,
    tier,
    days,
    history,
    summary: summaryOf(history, comparable(kept, history)),
    visibility_signals: agent.standings
      .filter(({ category }) => category === kept.category)
      .flatMap(({ signals }) => signals.map(({ key }) => key))
      .filter((key) => SIGNALS[key]?.is_attention),
    departed: departedView(agent),
    limitations: [...facts.limitations, KEPT_LIMIT, ...rescored(kept, history)],
    last_updated: facts.last_updated,
  }
}

function summaryOf(history: Snapshot[], compared: Snapshot[]): History['summary'] {
  const scores = compared.map(({ score_total }) => score_total ?? 0)
  const ranks = history.flatMap(({ rank }) => rank ?? [])
  const [first, last] = [scores[0], scores.at(-1)]
  return {
    trend: trendOf(scores),
    from: history[0]?.date ?? '',
    to: history.at(-1)?.date ?? '',
    observed_days: history.filter(({ score_total }) => score_total !== null).length,
    compared_days: scores.length,
    score_change: first === undefined || last === undefined ? null : difference(last, first),
    best_rank: ranks.length === 0 ? null : Math.min(...ranks),
    worst_rank: ranks.length === 0 ? null : Math.max(...ranks),
  }
}

function rescored({ last_otherwise_scored_on: last }: AgentDays, history: Snapshot[]): string[] {
  if (last === null || last < (history[0]?.date ?? '')) return []
  return [
    `Up to ${last} scores are those of an earlier version of the methodology: they are shown and not compared.`,
  ]
}
