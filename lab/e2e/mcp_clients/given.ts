import type { ToolName } from '../../../core/interface/tools.ts'
import type { LocalService } from '../../../test/kit/local_service.ts'

/** The arguments for each tool, with handles of the release. */
export function toolArguments({ handles, day }: LocalService): Record<ToolName, Record<string, unknown>> {
  const [handle = '', other = ''] = handles
  return {
    search_agents: { query: handle.slice(0, 4), filters: { limit: 3, a_later_filter: true } },
    get_agent_details: { handle },
    get_agent_history: { handle, days: 7 },
    compare_agents: { handles: [handle, other] },
    list_categories: {},
    get_category_ranking: { category: 'mcp_server', limit: 5 },
    get_methodology: { category: 'developer' },
    get_agent_trust: { handle },
    verify_counterparty: { handle },
    get_top_movers: { direction: 'up', limit: 5 },
    get_protocol_adoption: {},
    get_agent_changes: { handle, since: day, limit: 5 },
    get_ecosystem_summary: {},
    find_agents: { q: 'weather', alive: true },
  }
}
