import { invalidParameter } from '../../../../core/interface/errors.ts'
import { comparedInShort } from '../../../handler/tools/compare_agents.ts'
import type { RpcContext } from '../../rpc/method.ts'
import { describeRisks } from './risks.ts'
import type { Step } from './skill.ts'

const MAX_COMPARED = 5

/** Compares agents, given as handles with commas between. Throws HttpError as the tool does. */
export async function compareSkill(handles: string, context: RpcContext): Promise<Step> {
  const requestedHandles = handles.split(',').map((handle) => handle.trim())
  if (requestedHandles.length < 2 || requestedHandles.length > MAX_COMPARED)
    throw invalidParameter('handles', '2 to 5 different handles')
  const found = await comparedInShort(requestedHandles, context.release)
  const { agents, not_found } = found
  const sentences = await Promise.all(
    agents.map(async ({ handle, verdict, liveness }) => {
      return `${handle}: ${verdict} (liveness: ${(liveness ?? 'unknown').replaceAll('_', ' ')}).${await describeRisks(context.release, handle)}`
    }),
  )
  const missing = not_found.length === 0 ? '' : ` Not indexed: ${not_found.join(', ')}.`
  return { kind: 'free', data: found, text: `${sentences.join(' ')}${missing} No winner is declared.` }
}
