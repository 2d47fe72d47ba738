import { invalidParameter } from '../../../core/interface/errors.ts'
import { comparedAgents } from '../../../core/interface/parameters.ts'
import { ruleText } from '../../../core/interface/rules.ts'
import { comparisonView } from '../../../core/resources/comparison.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { ReleaseInfo } from '../../../core/views/release_info.ts'
import type { RequestedAgents } from '../../../core/views/requested_agents.ts'
import { agentNotFound } from '../agent_not_found.ts'
import type { Variant } from '../call.ts'
import { readAgents } from '../known_agents.ts'
import { listAnswer } from '../list_answer.ts'
import type { ServedRelease } from '../served_release.ts'

type Comparison = Resource<'comparison'>

/** `/api/compare/llm-summary`: two to five agents side by side. */
export const comparisonVariant: Variant<Comparison> = async ({ release, values }) => {
  const found = await lookUpCompared(release, values.get(comparedAgents))
  return listAnswer(release, 'comparison', found, async () => viewCompared(found, await release.info()))
}

/** Compares the agents of keys. Throws HttpError: 400 for fewer than two different ones, 404 for fewer than two known. */
export const compareHandles = async (release: ServedRelease, keys: string[]): Promise<Comparison> =>
  (await compareListed(release, keys)).comparison

/** Does the same, and returns the keys that no agent has too. */
export async function compareListed(
  release: ServedRelease,
  keys: string[],
): Promise<{ comparison: Comparison; missing: string[] }> {
  const found = await lookUpCompared(release, keys)
  return { comparison: viewCompared(found, await release.info()), missing: found.missing }
}

async function lookUpCompared(release: ServedRelease, keys: string[]): Promise<RequestedAgents> {
  const found = await readAgents(release, keys)
  const [missing] = found.missing
  const isOneTwice = missing === undefined && found.agents.length < 2
  if (found.requested < 2 || isOneTwice) throw invalidParameter('agents', ruleText(comparedAgents.rule))
  if (found.agents.length < 2) throw await agentNotFound(release, missing ?? '')
  return found
}

const viewCompared = (
  { agents, missing, resolved_from }: RequestedAgents,
  info: ReleaseInfo,
): Comparison => ({
  ...comparisonView(agents, missing, info),
  ...(resolved_from === undefined ? {} : { resolved_from }),
})
