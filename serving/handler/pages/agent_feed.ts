import { agentFeed } from '../../../core/feeds/agent_feed.ts'
import { atomFeed } from '../../../core/feeds/atom.ts'
import type { Content } from '../../../core/interface/content.ts'
import { pathHandle } from '../../../core/interface/parameters.ts'
import type { Call } from '../call.ts'
import { requireAgent } from '../known_agents.ts'

/** `/agents/{handle}.atom`: the changes of an agent. Throws HttpError 404 for one that is not indexed. */
export async function answerAgentFeed({ endpoint, release, values }: Call): Promise<Content> {
  const agent = await requireAgent(release, values.get(pathHandle), endpoint.path)
  return release.text(`agent_feed ${agent.handle}`, endpoint.contentType, async () =>
    atomFeed(agentFeed(agent, await release.info())),
  )
}
