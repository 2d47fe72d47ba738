import { invalidBody } from '../../../core/interface/errors.ts'
import { MAX_KEY } from '../../../core/keys/key.ts'
import { publicTrustBatchView } from '../../../core/resources/public_trust.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { distinctHandles, readAgents } from '../known_agents.ts'
import { listAnswer } from '../list_answer.ts'

type Batch = Resource<'public_trust_batch'>

const MAX_IDS = 50
const RULE = `JSON: {"agentIds": ["…"]} or a bare list, with 1 to ${MAX_IDS} different ids, each a handle or another key of an agent of 1 to ${MAX_KEY} characters`

/** `/api/public/trust/batch`: the public trust records of up to 50 agents. Throws HttpError 400 for an invalid body. */
export const publicTrustBatchVariant: Variant<Batch> = async ({ release, body }) => {
  const found = await readAgents(release, readAgentIds(body))
  return listAnswer(release, 'public_trust_batch', found, async () =>
    publicTrustBatchView(found, await release.info()),
  )
}

const isKey = (id: unknown): boolean => typeof id === 'string' && id.trim() !== '' && id.length <= MAX_KEY

function readAgentIds(body: unknown): string[] {
  const agentIdList = Array.isArray(body)
    ? body
    : (body as { agentIds?: unknown } | null | undefined)?.agentIds
  if (!Array.isArray(agentIdList) || !agentIdList.every(isKey)) throw invalidBody(RULE)
  const ids = distinctHandles(agentIdList)
  if (ids.length < 1 || ids.length > MAX_IDS) throw invalidBody(RULE)
  return ids
}
