import type { Resource } from '../../../core/interface/endpoints.ts'
import { requiredHandle } from '../../../core/interface/parameters.ts'
import { trustEvaluationView } from '../../../core/views/trust_evaluation.ts'
import type { Variant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'
import { rendered } from '../made.ts'

/** `/api/trust/evaluate`: whether to deal with an agent, and why. Throws HttpError 404 for an unknown handle. */
export const trustEvaluationVariant: Variant<Resource<'trust_evaluation'>> = ({ release, values }) => {
  const handle = values.get(requiredHandle)
  return rendered(release, `trust_evaluation ${handle}`, async () => {
    const agent = await knownAgent(release, handle)
    return trustEvaluationView(agent, await release.info())
  })
}
