import * as z from 'zod/mini'
import { SIGNALS } from '../domain/signals.ts'
import * as p from '../interface/parameters.ts'
import { integer } from '../interface/value_schemas.ts'
import {
  type AgentDays,
  comparable,
  difference,
  type Snapshot,
  scoreTrend,
  toSnapshots,
} from '../views/agent_days.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import { agentUrl } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { departedView } from '../views/trust_parts.ts'
import type { AgentHistory } from './agent_history.schema.ts'
import { paid } from './resource.ts'
import { handleArgument } from './short/arguments.ts'
import { HISTORY, LIMITED } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** The last days of an agent. */
export const AGENT_HISTORY = paid({
  id: 'agent_history',
  path: '/api/agent/{handle}/history',
  title: 'Rank and score of the last 30 days',
  price: '0.02',
  parameters: [p.pathHandle],
  answer: 'AgentHistory',
  errors: [404],
  fromDays: agentHistoryView,
})

/** The last days of an agent, in short. */
export const getAgentHistoryTool = () =>
  ({
    endpoint: 'agent_history',
    title: 'History of one agent',
    description:
      'Daily rank and score of an agent in its primary category, with the trend. Use it to see where it is heading; for why it moved use get_agent_changes.',
    arguments: z.looseObject({
      handle: handleArgument(),
      days: integer({ min: 1, max: 90, fallback: 30 }, 'Number of days'),
    }),
    output: { category: 'string', methodology_version: 'string?', ...HISTORY, ...LIMITED },
  }) as const satisfies ToolEntry

/** Default number of days of `/api/agent/{handle}/history`. */
const DEFAULT_DAYS = 30

const STORAGE_LIMIT =
  'One snapshot per calendar day. Days without an observation, or on which the agent was not in this category, are null. Visibility and reputation are null on days before they were recorded.'

/** An agent's last days in its primary category, 1 to 90 of them. */
export function agentHistoryView(
  agent: AgentRecord,
  agentDays: AgentDays,
  info: ReleaseInfo,
  days = DEFAULT_DAYS,
): AgentHistory {
  const { handle, tier } = agent
  const history = toSnapshots(agentDays, info.day, days)
  return {
    type: 'agent_history',
    handle,
    url: agentUrl(info.base_url, handle),
    category: agentDays.category,
    methodology_version: agentDays.methodology_version,
    tier,
    days,
    history,
    summary: summarizeHistory(history, comparable(agentDays, history)),
    visibility_signals: agent.standings
      .filter(({ category }) => category === agentDays.category)
      .flatMap(({ signals }) => signals.map(({ key }) => key))
      .filter((key) => SIGNALS[key]?.is_attention),
    departed: departedView(agent),
    limitations: [...info.limitations, STORAGE_LIMIT, ...describeRescoring(agentDays, history)],
    last_updated: info.last_updated,
  }
}

function summarizeHistory(history: Snapshot[], compared: Snapshot[]): AgentHistory['summary'] {
  const scores = compared.map(({ score_total }) => score_total ?? 0)
  const ranks = history.flatMap(({ rank }) => rank ?? [])
  const [first, last] = [scores[0], scores.at(-1)]
  return {
    trend: scoreTrend(scores),
    from: history[0]?.date ?? '',
    to: history.at(-1)?.date ?? '',
    observed_days: history.filter(({ score_total }) => score_total !== null).length,
    compared_days: scores.length,
    score_change: first === undefined || last === undefined ? null : difference(last, first),
    best_rank: ranks.length === 0 ? null : Math.min(...ranks),
    worst_rank: ranks.length === 0 ? null : Math.max(...ranks),
  }
}

function describeRescoring({ last_otherwise_scored_on: last }: AgentDays, history: Snapshot[]): string[] {
  if (last === null || last < (history[0]?.date ?? '')) return []
  return [
    `Scores up to ${last} come from an earlier version of the methodology; they are shown but not compared.`,
  ]
}
