import { z } from 'zod'
import { CATEGORIES } from '../pipeline/category.ts'

/** One tool of the tool server, as lists of tools show it. */
export interface Tool {
  name: string
  /** For people. */
  title: string
  /** What it answers, when to use it and when not. */
  description: string
  /** The id of the endpoint that shows the same facts over REST; null where none does. */
  endpoint: string | null
  /** What stands in `arguments`: source of the input schema, and of the check. Unknown keys are passed over. */
  arguments: z.ZodObject
}

// What is no handle is an agent that is not indexed: then near ones are suggested.
const handle = z.string().min(1).max(200).describe('Handle of an agent, in any case')
const category = z.enum(CATEGORIES)
const rows = (max: number, fallback: number, what: string) =>
  z.int().min(1).max(max).default(fallback).describe(what)
const detail = z
  .enum(['concise', 'full'])
  .default('concise')
  .describe('concise: what matters, in a few KB; full: everything that REST answers')

/** What each tool takes. */
export const ARGUMENTS = {
  search_agents: z.looseObject({
    query: z.string().max(200).default('').describe('Part of a name or handle, or words of a description'),
    filters: z
      .looseObject({
        primary_category: category.optional(),
        evidence_ranked_only: z.boolean().default(false),
        limit: rows(50, 8, 'How many agents'),
      })
      .prefault({}),
  }),
  get_agent_details: z.looseObject({ handle, detail }),
  get_agent_history: z.looseObject({
    handle,
    days: z.int().min(1).max(90).default(30).describe('How many days back'),
  }),
  compare_agents: z.looseObject({ handles: z.array(handle).min(2).max(5), detail }),
  list_categories: z.looseObject({}),
  get_category_ranking: z.looseObject({
    category,
    evidence_ready_only: z
      .boolean()
      .default(true)
      .describe('Leave out agents without enough evidence for a rank'),
    limit: rows(100, 10, 'How many rows'),
    detail,
  }),
  get_methodology: z.looseObject({ category, detail }),
  get_agent_trust: z.looseObject({ handle }),
  verify_counterparty: z.looseObject({ handle }),
  get_top_movers: z.looseObject({
    direction: z.enum(['up', 'down']).optional().describe('Both when left out'),
    category: category.optional(),
    limit: rows(50, 10, 'How many in each direction'),
  }),
  get_protocol_adoption: z.looseObject({}),
  get_agent_changes: z.looseObject({
    handle,
    since: z.iso.date().optional().describe('Only changes of this day and later, YYYY-MM-DD'),
    limit: rows(100, 20, 'How many changes'),
  }),
  get_ecosystem_summary: z.looseObject({ detail }),
  find_agents: z.looseObject({
    q: z.string().min(1).max(200).describe('Words for a capability, e.g. "translate documents"'),
    rails: z
      .array(z.enum(['x402', 'mcp', 'erc8004', 'a2a']))
      .optional()
      .describe('Agents on all of these'),
    alive: z.boolean().default(false).describe('Only agents alive under the 30-day rule'),
    min_tier: z.enum(['evidence_ranked']).optional().describe('Only agents with enough evidence for a rank'),
  }),
} as const

export type ToolName = keyof typeof ARGUMENTS

/** What a tool is given, checked and with its defaults. */
export type ArgumentsOf<Name extends ToolName> = z.output<(typeof ARGUMENTS)[Name]>

const tool = (
  name: ToolName,
  endpoint: string | null,
  title: string,
  description: string,
): Tool & { name: ToolName } => ({ name, endpoint, title, description, arguments: ARGUMENTS[name] })

/** The 14 tools of the interface, in its order. */
export const TOOLS: (Tool & { name: ToolName })[] = [
  tool(
    'search_agents',
    null,
    'Search agents by name',
    'Finds agents by name or handle; without a query lists the best that pass the filters. Use it when you know roughly what an agent is called; for a capability use find_agents.',
  ),
  tool(
    'get_agent_details',
    'agent_summary',
    'Details of one agent',
    'One agent: scores by category, liveness, identity, and with detail=full every signal and its source. Use it once you have a handle; to decide on paying it use verify_counterparty.',
  ),
  tool(
    'get_agent_history',
    'agent_history',
    'History of one agent',
    'Rank and score of an agent in its primary category, day by day, with their trend. Use it to see where an agent is heading; for what happened to it use get_agent_changes.',
  ),
  tool(
    'compare_agents',
    'comparison',
    'Compare agents',
    'Two to five agents side by side: scores, liveness, reliability, trust. Use it to choose between agents that you know. It declares no winner, and scores of different categories cannot be compared.',
  ),
  tool(
    'list_categories',
    'economy_summary',
    'Categories',
    'The five categories with sizes and methodology versions. Use it before you ask for a ranking or a methodology.',
  ),
  tool(
    'get_category_ranking',
    'category_ranking',
    'Ranking of a category',
    'The ranked agents of one category, the best first, and with detail=full every sub-score. Use it for the best of a kind; for a capability use find_agents.',
  ),
  tool(
    'get_methodology',
    'methodology',
    'How a category is scored',
    'Signals, weights, formulas, the rule for a rank and known limits of one category. Use it to explain or recompute a score; it names no agents.',
  ),
  tool(
    'get_agent_trust',
    'agent_trust',
    'Trust score of an agent',
    'The trust score of an agent and what it is made of. Use it to explain trust; for a decision use verify_counterparty.',
  ),
  tool(
    'verify_counterparty',
    'trust_evaluation',
    'Verify a counterparty',
    'A verdict on an agent: proceed, caution or reject, with reasons. Use it before you pay or rely on one. Advice, not an authorization.',
  ),
  tool(
    'get_top_movers',
    'changes',
    'Top movers',
    'The agents whose rank rose or fell most since the day before. Use it to see what is new in the order.',
  ),
  tool(
    'get_protocol_adoption',
    'ecosystem_summary',
    'Protocol adoption',
    'How many indexed agents were observed on each protocol or surface. Use it for questions about adoption.',
  ),
  tool(
    'get_agent_changes',
    'agent_changes',
    'Changes of one agent',
    'What changed about one agent, the newest first. Use it to follow an agent that you depend on.',
  ),
  tool(
    'get_ecosystem_summary',
    'ecosystem_summary',
    'The agent economy',
    'How the agent economy moves: totals, trends, liveness, payments. Use it for the wide view, not for single agents.',
  ),
  tool(
    'find_agents',
    'find',
    'Find agents for a task',
    'Agents that can do something, the best three, with liveness, rails and endpoints. Use it for a capability; for a name use search_agents.',
  ),
]
