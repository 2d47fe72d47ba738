import { reliabilityDetail } from '../../views/reliability.ts'
import type { Slice } from '../call.ts'
import { agentNotFound, notFound } from '../errors.ts'

/** The reliability of the agent that was named, or the published leaderboard. */
export const reliability: Slice = async ({ release, values }) => {
  const handle = values.optionalText('handle')
  if (handle !== null)
    return release.render(`reliability ${handle.toLowerCase()}`, async () => {
      const agent = await release.dossier(handle)
      if (agent === null) throw await agentNotFound(release, handle)
      return reliabilityDetail(agent, await release.facts())
    })
  const leaderboard = await release.content('public', 'api/reliability/v1')
  if (leaderboard === null) throw notFound()
  return leaderboard
}
