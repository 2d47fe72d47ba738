import { pathHandle } from '../../../core/interface/parameters.ts'
import { agentHistoryView } from '../../../core/views/agent_history.ts'
import type { PaidVariant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'
import { agentDays } from './agent_days.ts'

/** `/api/agent/{handle}/history`: thirty days of rank and score. Throws HttpError 404 for an unknown handle. */
export const agentHistoryBody: PaidVariant = ({ release, values }) => {
  const handle = values.get(pathHandle)
  return release.render(`agent_history ${handle}`, async () => {
    const agent = await knownAgent(release, handle)
    return agentHistoryView(agent, await agentDays(release, agent.handle), await release.info())
  })
}
