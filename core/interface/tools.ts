import type * as z from 'zod/mini'
import { getAgentChangesTool } from '../resources/agent_changes.ts'
import { getAgentHistoryTool } from '../resources/agent_history.ts'
import { getAgentDetailsTool } from '../resources/agent_summary.ts'
import { getAgentTrustTool } from '../resources/agent_trust.ts'
import { getCategoryRankingTool } from '../resources/category_ranking.ts'
import { getTopMoversTool } from '../resources/changes.ts'
import { compareAgentsTool } from '../resources/comparison.ts'
import { listCategoriesTool } from '../resources/economy_summary.ts'
import { getEcosystemSummaryTool, getProtocolAdoptionTool } from '../resources/ecosystem_summary.ts'
import { findAgentsTool } from '../resources/find.ts'
import { getMethodologyTool } from '../resources/methodology.ts'
import { searchAgentsTool } from '../resources/search_agents.ts'
import type { ToolEntry } from '../resources/short/tool.ts'
import { verifyCounterpartyTool } from '../resources/trust_evaluation.ts'

/** The tools of the interface, in its order. */
const CATALOGUE = {
  search_agents: searchAgentsTool(),
  get_agent_details: getAgentDetailsTool(),
  get_agent_history: getAgentHistoryTool(),
  compare_agents: compareAgentsTool(),
  list_categories: listCategoriesTool(),
  get_category_ranking: getCategoryRankingTool(),
  get_methodology: getMethodologyTool(),
  get_agent_trust: getAgentTrustTool(),
  verify_counterparty: verifyCounterpartyTool(),
  get_top_movers: getTopMoversTool(),
  get_protocol_adoption: getProtocolAdoptionTool(),
  get_agent_changes: getAgentChangesTool(),
  get_ecosystem_summary: getEcosystemSummaryTool(),
  find_agents: findAgentsTool(),
} as const satisfies Record<string, ToolEntry>

type Catalogue = typeof CATALOGUE

export type ToolName = keyof Catalogue

/** The tools that need code of their own. */
export type OwnToolName = {
  [Name in ToolName]: Catalogue[Name] extends { inShort: unknown } ? never : Name
}[ToolName]

/** Arguments of a tool, validated and with defaults. */
export type ToolArguments<Name extends ToolName> = z.output<Catalogue[Name]['arguments']>

/** One tool of the tool server, as lists of tools show it. */
export type Tool = ToolEntry & { name: string }

/** All tools, in their order. */
export const TOOLS: (Tool & { name: ToolName })[] = Object.entries(CATALOGUE).map(([name, tool]) => ({
  name: name as ToolName,
  ...tool,
}))

/** Argument schemas of the tools. */
export const ARGUMENTS = Object.fromEntries(TOOLS.map((tool) => [tool.name, tool.arguments])) as {
  readonly [Name in ToolName]: Catalogue[Name]['arguments']
}
