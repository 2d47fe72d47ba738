import { requiredHandle } from '../../../core/interface/parameters.ts'
import { trustEvaluationFullView } from '../../../core/views/trust_evaluation_full.ts'
import type { PaidVariant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'

/** `/api/trust/evaluate/full`: the verdict with every signal behind it. Throws HttpError 404 for an unknown handle. */
export const trustEvaluationFullBody: PaidVariant = ({ release, values }) => {
  const handle = values.get(requiredHandle)
  return release.render(`trust_evaluation_full ${handle}`, async () => {
    const agent = await knownAgent(release, handle)
    return trustEvaluationFullView(agent, await release.info())
  })
}
