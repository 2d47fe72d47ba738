import { verificationStatusView } from '../../views/verification_status.ts'
import type { Slice } from '../call.ts'
import { agentNotFound } from '../errors.ts'

/** `/api/agent/{handle}/verification-status`. Throws HttpError 404 for an unknown handle. */
export const verificationStatus: Slice = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`verification_status ${handle}`, async () => {
    const agent = await release.dossier(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    return verificationStatusView(agent, await release.facts())
  })
}
