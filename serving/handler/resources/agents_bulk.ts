import { bulkHandles } from '../../../core/interface/parameters.ts'
import type { BulkAgents } from '../../../core/resources/agents_bulk.schema.ts'
import { agentsBulkView } from '../../../core/resources/agents_bulk.ts'
import type { Variant } from '../call.ts'
import { readAgents } from '../known_agents.ts'
import { listAnswer } from '../list_answer.ts'

/** `/api/agents/bulk`: up to 50 agents, a line each. */
export const agentsBulkVariant: Variant<BulkAgents> = async ({ release, values }) => {
  const found = await readAgents(release, values.get(bulkHandles))
  return listAnswer(release, 'agents_bulk', found, async () => agentsBulkView(found, await release.info()))
}
