import { trustEvaluationFullView } from '../../views/trust_evaluation_full.ts'
import type { Slice } from '../call.ts'
import { agentNotFound } from '../errors.ts'

/** `/api/trust/evaluate/full`: the verdict with every signal behind it. Throws HttpError 404 for an unknown handle. */
export const trustEvaluationFull: Slice = ({ release, values }) => {
  const handle = values.text('handle')
  return release.render(`trust_evaluation_full ${handle}`, async () => {
    const agent = await release.dossier(handle)
    if (agent === null) throw await agentNotFound(release, handle)
    return trustEvaluationFullView(agent, await release.facts())
  })
}
