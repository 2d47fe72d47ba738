import { pathHandle } from '../../../core/interface/parameters.ts'
import { verificationStatusView } from '../../../core/views/verification_status.ts'
import type { PaidVariant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'

/** `/api/agent/{handle}/verification-status`. Throws HttpError 404 for an unknown handle. */
export const verificationStatusBody: PaidVariant = ({ release, values }) => {
  const handle = values.get(pathHandle)
  return release.render(`verification_status ${handle}`, async () => {
    const agent = await knownAgent(release, handle)
    return verificationStatusView(agent, await release.info())
  })
}
