import type { z } from 'zod'
import type { bulkAgents } from '../../../core/interface/schemas/bulk_agents.ts'
import { compactView } from '../../../core/views/compact.ts'
import type { Call, Variant } from '../call.ts'
import { knownAgents } from '../known_agents.ts'

/** `/api/agents/bulk`: up to 50 agents in a line each. */
export const agentsBulk: Variant = (call) =>
  call.release.render(`agents_bulk ${call.values.list('handles').join(',')}`, () => bulk(call))

async function bulk({ release, values }: Call): Promise<z.infer<typeof bulkAgents>> {
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
