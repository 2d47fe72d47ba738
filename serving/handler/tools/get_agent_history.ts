import type { ToolArguments } from '../../../core/interface/tools.ts'
import { agentHistoryView } from '../../../core/resources/agent_history.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { agentDays } from '../agent_days.ts'
import { requireAgent } from '../known_agents.ts'
import type { ToolCall } from './tool.ts'

/** An agent's last 1 to 90 days in its primary category: rank and score of each, and their trend. */
export async function getAgentHistory(
  { handle, days }: ToolArguments<'get_agent_history'>,
  { release }: ToolCall,
) {
  const agent = await requireAgent(release, handle)
  const storedDays = await agentDays(release, agent.handle)
  const all = agentHistoryView(agent, storedDays, await release.info(), days)
  return {
    handle: all.handle,
    category: all.category,
    methodology_version: all.methodology_version,
    tier: all.tier,
    days: all.days,
    summary: all.summary,
    history: all.history.map(({ date, rank, score_total }) => ({ date, rank, score_total })),
    departed: all.departed,
    ...shortLimitations(all.limitations),
    last_updated: all.last_updated,
  }
}
