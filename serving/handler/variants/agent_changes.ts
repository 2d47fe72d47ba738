import type { Resource } from '../../../core/interface/endpoints.ts'
import { changesLimit, changesSince, pathHandle } from '../../../core/interface/parameters.ts'
import { agentChangesView } from '../../../core/views/agent_changes.ts'
import type { Variant } from '../call.ts'
import { knownAgent } from '../known_agents.ts'
import { rendered } from '../made.ts'

/** `/api/agent/{handle}/changes`: the changes of an agent since a day. Throws HttpError 404 for an unknown handle. */
export const agentChangesVariant: Variant<Resource<'agent_changes'>> = ({ values, release }) => {
  const handle = values.get(pathHandle)
  const asked = { since: values.get(changesSince) ?? null, limit: values.get(changesLimit) }
  const key = `agent_changes ${handle.toLowerCase()} ${asked.since} ${asked.limit}`
  return rendered(release, key, async () => {
    const agent = await knownAgent(release, handle)
    return agentChangesView(agent, await release.info(), asked)
  })
}
