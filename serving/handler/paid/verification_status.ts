import { verificationStatusView } from '../../../core/views/verification_status.ts'
import { agentNotFound } from '../agent_not_found.ts'
import type { Variant } from '../call.ts'

/** `/api/agent/{handle}/verification-status`. Throws HttpError 404 for an unknown handle. */
export const verificationStatus: Variant = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`verification_status ${handle}`, async () => {
    const agent = await release.agentRecord(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    return verificationStatusView(agent, await release.info())
  })
}
