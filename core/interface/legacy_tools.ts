import * as z from 'zod/mini'
import { LEGACY_OUTPUTS } from '../resources/short/outputs.ts'
import { ARGUMENTS, type Tool } from './tools.ts'

const { handle } = ARGUMENTS.get_agent_details.shape
const { query, filters } = ARGUMENTS.search_agents.shape
const { evidence_ranked_only, limit } = filters._zod.def.innerType.shape

/** Argument schemas of the legacy tools. */
export const LEGACY_ARGUMENTS = {
  search_agents: z.looseObject({ query, evidence_ranked_only, limit }),
  get_agent_details: z.looseObject({ handle }),
  get_agent_history: ARGUMENTS.get_agent_history,
  compare_agents: z.looseObject({ handles: ARGUMENTS.compare_agents.shape.handles }),
} as const

export type LegacyToolName = keyof typeof LEGACY_ARGUMENTS

/** Arguments of a legacy tool, validated and with defaults. */
export type LegacyArguments<Name extends LegacyToolName> = z.output<(typeof LEGACY_ARGUMENTS)[Name]>

const legacy = (
  name: LegacyToolName,
  title: string,
  description: string,
): Tool & { name: LegacyToolName } => ({
  ...{ name, title, endpoint: null, arguments: LEGACY_ARGUMENTS[name], output: LEGACY_OUTPUTS[name] },
  description: `${description} Legacy: use /api/mcp/v1, which has 14 tools, for new integrations.`,
})

/** Tools of the legacy tool server. They have no categories: none is a parameter, and none is shown. */
export const LEGACY_TOOLS: (Tool & { name: LegacyToolName })[] = [
  legacy('search_agents', 'Search agents by name', 'Finds agents by name or handle.'),
  legacy(
    'get_agent_details',
    'Details of one agent',
    'One agent by its handle: rank, score, liveness and trust.',
  ),
  legacy('get_agent_history', 'History of one agent', 'Rank and score of an agent day by day.'),
  legacy('compare_agents', 'Compare agents', 'Two to five agents side by side.'),
]
