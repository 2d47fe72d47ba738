import { bulkHandles } from '../../../core/interface/parameters.ts'
import type { BulkAgents } from '../../../core/resources/agents_bulk.schema.ts'
import { agentsBulkView } from '../../../core/resources/agents_bulk.ts'
import type { Variant } from '../call.ts'
import { renderCached } from '../json_answer.ts'
import { readAgents } from '../known_agents.ts'

/** `/api/agents/bulk`: up to 50 agents, a line each. */
export const agentsBulkVariant: Variant<BulkAgents> = ({ release, values }) => {
  const handles = values.get(bulkHandles)
  return renderCached(release, `agents_bulk ${handles.join(',')}`, async () =>
    agentsBulkView(await readAgents(release, handles), await release.info()),
  )
}
