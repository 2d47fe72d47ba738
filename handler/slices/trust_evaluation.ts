import { trustEvaluationView } from '../../views/trust_evaluation.ts'
import type { Slice } from '../call.ts'
import { agentNotFound } from '../errors.ts'

/** `/api/trust/evaluate`: whether to deal with an agent, and why. Throws HttpError 404 for an unknown handle. */
export const trustEvaluation: Slice = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`trust_evaluation ${handle}`, async () => {
    const agent = await release.dossier(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    return trustEvaluationView(agent, await release.facts())
  })
}
