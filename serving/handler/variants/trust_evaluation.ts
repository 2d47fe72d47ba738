import { trustEvaluationView } from '../../../core/views/trust_evaluation.ts'
import type { Variant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'

/** `/api/trust/evaluate`: whether to deal with an agent, and why. Throws HttpError 404 for an unknown handle. */
export const trustEvaluation: Variant = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`trust_evaluation ${handle}`, async () => {
    const agent = await knownAgent(release, handle)
    return trustEvaluationView(agent, await release.info())
  })
}
