import type { Resource } from '../../../core/interface/endpoints.ts'
import { optionalHandle } from '../../../core/interface/parameters.ts'
import { reliabilityDetail } from '../../../core/views/reliability.ts'
import type { Variant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'
import { published, rendered } from '../made.ts'

/** The reliability of the agent that was named, or the published leaderboard. */
export const reliabilityVariant: Variant<Resource<'reliability'>> = ({ release, values }) => {
  const handle = values.get(optionalHandle)
  if (handle === undefined) return published(release, 'public', 'api/reliability/v1')
  return rendered(release, `reliability ${handle.toLowerCase()}`, async () =>
    reliabilityDetail(await knownAgent(release, handle), await release.info()),
  )
}
