import { trustSummaryView } from '../../views/trust_summary.ts'
import type { Slice } from '../call.ts'
import { agentNotFound } from '../errors.ts'
import { agentDays } from './agent_days.ts'

/** `/api/agent/{handle}/trust-summary`. Throws HttpError 404 for an unknown handle. */
export const trustSummary: Slice = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`trust_summary ${handle}`, async () => {
    const agent = await release.dossier(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    return trustSummaryView(agent, await agentDays(release, agent.handle), await release.facts())
  })
}
