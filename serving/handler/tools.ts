import type { ArgumentsOf, ToolName } from '../../core/interface/tools.ts'
import { compareAgents } from './tools/compare_agents.ts'
import { findAgentsTool } from './tools/find_agents.ts'
import { getAgentChanges } from './tools/get_agent_changes.ts'
import { getAgentDetails } from './tools/get_agent_details.ts'
import { getAgentHistory } from './tools/get_agent_history.ts'
import { getAgentTrust } from './tools/get_agent_trust.ts'
import { getCategoryRanking } from './tools/get_category_ranking.ts'
import { getEcosystemSummary } from './tools/get_ecosystem_summary.ts'
import { getMethodology } from './tools/get_methodology.ts'
import { getProtocolAdoption } from './tools/get_protocol_adoption.ts'
import { getTopMovers } from './tools/get_top_movers.ts'
import { listCategories } from './tools/list_categories.ts'
import { searchAgents } from './tools/search_agents.ts'
import type { ToolRun } from './tools/tool.ts'
import { verifyCounterparty } from './tools/verify_counterparty.ts'

/** What answers each tool: each of its facts is what the REST twin of the tool shows. */
export const TOOL_RUNS: { [Name in ToolName]: ToolRun<ArgumentsOf<Name>> } = {
  search_agents: searchAgents,
  get_agent_details: getAgentDetails,
  get_agent_history: getAgentHistory,
  compare_agents: compareAgents,
  list_categories: listCategories,
  get_category_ranking: getCategoryRanking,
  get_methodology: getMethodology,
  get_agent_trust: getAgentTrust,
  verify_counterparty: verifyCounterparty,
  get_top_movers: getTopMovers,
  get_protocol_adoption: getProtocolAdoption,
  get_agent_changes: getAgentChanges,
  get_ecosystem_summary: getEcosystemSummary,
  find_agents: findAgentsTool,
}
