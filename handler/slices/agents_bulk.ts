import type { z } from 'zod'
import type { bulkAgents } from '../../interface/schemas/bulk_agents.ts'
import { compactView } from '../../views/compact.ts'
import type { Call, Slice } from '../call.ts'
import { knownAgents } from '../known_agents.ts'

/** `/api/agents/bulk`: up to 50 agents in a line each. */
export const agentsBulk: Slice = (call) =>
  call.release.render(`agents_bulk ${call.values.list('handles').join(',')}`, () => bulk(call))

async function bulk({ release, values }: Call): Promise<z.infer<typeof bulkAgents>> {
  const { requested, agents, missing } = await knownAgents(release, values.list('handles'))
  const facts = await release.facts()
  return {
    type: 'bulk_agents',
    count: agents.length,
    requested,
    agents: agents.map((agent) => compactView(agent, facts)),
    not_found: missing,
    untrusted_fields: ['agents.name'],
    limitations: facts.limitations,
    last_updated: facts.last_updated,
  }
}
