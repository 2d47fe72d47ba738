import { ARGUMENTS, type Tool, type ToolName } from './tools.ts'

const legacy = (name: ToolName, title: string, description: string) => ({
  ...{ name, title, description, endpoint: null },
  arguments: ARGUMENTS[name],
})

/** The four tools of the legacy tool server. They know of no category: none is asked for, and none is told. */
export const LEGACY_TOOLS: (Tool & { name: ToolName })[] = [
  legacy(
    'search_agents',
    'Search agents by name',
    'Finds agents by name or handle. Legacy: /api/mcp/v1 has 14 tools.',
  ),
  legacy(
    'get_agent_details',
    'Details of one agent',
    'One agent by its handle. Legacy: /api/mcp/v1 has 14 tools.',
  ),
  legacy(
    'get_agent_history',
    'History of one agent',
    'Score of an agent day by day. Legacy: /api/mcp/v1 has 14 tools.',
  ),
  legacy(
    'compare_agents',
    'Compare agents',
    'Two to five agents side by side. Legacy: /api/mcp/v1 has 14 tools.',
  ),
]
