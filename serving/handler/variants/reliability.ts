import { notFound } from '../../../core/interface/errors.ts'
import { reliabilityDetail } from '../../../core/views/reliability.ts'
import type { Variant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'

/** The reliability of the agent that was named, or the published leaderboard. */
export const reliability: Variant = async ({ release, values }) => {
  const handle = values.optionalText('handle')
  if (handle !== null)
    return release.render(`reliability ${handle.toLowerCase()}`, async () => {
      const agent = await knownAgent(release, handle)
      return reliabilityDetail(agent, await release.info())
    })
  const leaderboard = await release.content('public', 'api/reliability/v1')
  if (leaderboard === null) throw notFound()
  return leaderboard
}
