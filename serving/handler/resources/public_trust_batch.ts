import { invalidBody } from '../../../core/interface/errors.ts'
import { HANDLE } from '../../../core/interface/value_schemas.ts'
import { publicTrustBatchView } from '../../../core/resources/public_trust.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { renderCached } from '../json_answer.ts'
import { distinctHandles, readAgents } from '../known_agents.ts'

type Batch = Resource<'public_trust_batch'>

const MAX_IDS = 50
const RULE = `JSON: {"agentIds": ["…"]} or a bare list, with 1 to ${MAX_IDS} different ids, each a handle of 1 to 64 letters, digits, underscores and hyphens`

/** `/api/public/trust/batch`: the public trust records of up to 50 agents. Throws HttpError 400 for an invalid body. */
export const publicTrustBatchVariant: Variant<Batch> = ({ release, body }) => {
  const ids = readAgentIds(body)
  return renderCached(release, `public_trust_batch ${ids.join(',')}`, async () =>
    publicTrustBatchView(await readAgents(release, ids), await release.info()),
  )
}

function readAgentIds(body: unknown): string[] {
  const agentIdList = Array.isArray(body)
    ? body
    : (body as { agentIds?: unknown } | null | undefined)?.agentIds
  if (!Array.isArray(agentIdList) || !agentIdList.every((id) => typeof id === 'string' && HANDLE.test(id)))
    throw invalidBody(RULE)
  const ids = distinctHandles(agentIdList)
  if (ids.length < 1 || ids.length > MAX_IDS) throw invalidBody(RULE)
  return ids
}
