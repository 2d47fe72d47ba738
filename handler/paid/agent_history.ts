import { agentHistoryView } from '../../views/agent_history.ts'
import type { Slice } from '../call.ts'
import { agentNotFound } from '../errors.ts'
import { agentDays } from './agent_days.ts'

/** `/api/agent/{handle}/history`: thirty days of rank and score. Throws HttpError 404 for an unknown handle. */
export const agentHistory: Slice = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`agent_history ${handle}`, async () => {
    const agent = await release.dossier(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    return agentHistoryView(agent, await agentDays(release, agent.handle), await release.facts())
  })
}
