import { invalidParameter } from '../../../core/interface/errors.ts'
import { comparedAgents } from '../../../core/interface/parameters.ts'
import { ruleText } from '../../../core/interface/rules.ts'
import { comparisonView } from '../../../core/resources/comparison.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { agentNotFound } from '../agent_not_found.ts'
import type { Variant } from '../call.ts'
import { renderCached } from '../json_answer.ts'
import { distinctHandles, readAgents } from '../known_agents.ts'
import type { ServedRelease } from '../served_release.ts'

type Comparison = Resource<'comparison'>

/** `/api/compare/llm-summary`: two to five agents side by side. */
export const comparisonVariant: Variant<Comparison> = ({ release, values }) => {
  const handles = values.get(comparedAgents)
  return renderCached(release, `comparison ${handles.join(',')}`, () => compareHandles(release, handles))
}

/** Compares the requested handles. Throws HttpError: 400 for fewer than two different handles, 404 for fewer than two known agents. */
export async function compareHandles(release: ServedRelease, handles: string[]): Promise<Comparison> {
  if (distinctHandles(handles).length < 2) throw invalidParameter('agents', ruleText(comparedAgents.rule))
  const { agents, missing } = await readAgents(release, handles)
  if (agents.length < 2) throw await agentNotFound(release, missing[0] ?? '')
  return comparisonView(agents, missing, await release.info())
}
