import type { Resource } from '../../../core/resources/resources.ts'
import { compactView } from '../../../core/views/compact.ts'
import type { Call, Variant } from '../call.ts'
import { knownAgents } from '../known_agents.ts'
import { rendered } from '../made.ts'

type Bulk = Resource<'agents_bulk'>

/** `/api/agents/bulk`: up to 50 agents in a line each. */
export const agentsBulkVariant: Variant<Bulk> = (call) =>
  rendered(call.release, `agents_bulk ${call.values.list('handles').join(',')}`, () => bulk(call))

async function bulk({ release, values }: Call): Promise<Bulk> {
  const { requested, agents, missing } = await knownAgents(release, values.list('handles'))
  const info = await release.info()
  return {
    type: 'bulk_agents',
    count: agents.length,
    requested,
    agents: agents.map((agent) => compactView(agent, info)),
    not_found: missing,
    untrusted_fields: ['agents.name'],
    limitations: info.limitations,
    last_updated: info.last_updated,
  }
}
