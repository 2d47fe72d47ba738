import { pathHandle } from '../../../core/interface/parameters.ts'
import { trustSummaryView } from '../../../core/views/trust_summary.ts'
import type { PaidVariant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'
import { agentDays } from './agent_days.ts'

/** `/api/agent/{handle}/trust-summary`. Throws HttpError 404 for an unknown handle. */
export const trustSummaryBody: PaidVariant = ({ release, values }) => {
  const handle = values.get(pathHandle)
  return release.render(`trust_summary ${handle}`, async () => {
    const agent = await knownAgent(release, handle)
    return trustSummaryView(agent, await agentDays(release, agent.handle), await release.info())
  })
}
