import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { NUMBERS } from '../domain/numbers.ts'
import { isDate } from './rules.ts'
import { OUTPUTS, type ToolOutput } from './tool_outputs.ts'

/** One tool of the tool server, as lists of tools show it. */
export interface Tool {
  name: string
  /** For people. */
  title: string
  /** What it answers, when to use it and when not. */
  description: string
  /** The id of the endpoint that shows the same facts over REST; null where none does. */
  endpoint: string | null
  /** What stands in `arguments`: source of the input schema, and of the check. */
  arguments: z.ZodObject
  /** The fields of an answer, each with its JSON type. */
  output: ToolOutput
}

// What is no handle is an agent that is not indexed: then near ones are suggested.
const handle = z.string().min(1).max(200).describe('Handle of an agent, in any case')
const category = z.enum(CATEGORIES)
const rows = (max: number, fallback: number, what: string) =>
  z.int().min(1).max(max).default(fallback).describe(what)
const detail = z
  .enum(['concise', 'full'])
  .default('concise')
  .describe('concise: the essentials, a few KB; full: everything the REST API returns')
// A pattern, since strict validators know no formats.
const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isDate)

/** What each tool takes. */
export const ARGUMENTS = {
  search_agents: z.looseObject({
    query: z.string().max(200).default('').describe('Part of a name or handle, or words of a description'),
    filters: z
      .looseObject({
        primary_category: category.optional().describe('Only agents of this primary category'),
        evidence_ranked_only: z
          .boolean()
          .default(false)
          .describe('Only agents with enough evidence for a rank'),
        limit: rows(50, 8, 'Number of agents'),
      })
      .prefault({})
      .describe('Narrows the search; unknown keys are ignored and named in warnings'),
  }),
  get_agent_details: z.looseObject({ handle, detail }),
  get_agent_history: z.looseObject({
    handle,
    days: z.int().min(1).max(90).default(30).describe('Number of days'),
  }),
  compare_agents: z.looseObject({
    handles: z.array(handle).min(2).max(5).describe('The agents to compare'),
    detail,
  }),
  list_categories: z.looseObject({}),
  get_category_ranking: z.looseObject({
    category,
    evidence_ready_only: z
      .boolean()
      .default(true)
      .describe('Leave out agents without enough evidence for a rank'),
    limit: rows(100, 10, 'Number of rows'),
    detail,
  }),
  get_methodology: z.looseObject({ category, detail }),
  get_agent_trust: z.looseObject({ handle }),
  verify_counterparty: z.looseObject({ handle }),
  get_top_movers: z.looseObject({
    direction: z.enum(['up', 'down']).optional().describe('Both when left out'),
    category: category.optional(),
    limit: rows(50, 10, 'Number of agents in each direction'),
  }),
  get_protocol_adoption: z.looseObject({}),
  get_agent_changes: z.looseObject({
    handle,
    since: date.optional().describe('Only changes on or after this day, YYYY-MM-DD'),
    limit: rows(100, 20, 'Number of changes'),
  }),
  get_ecosystem_summary: z.looseObject({ detail }),
  find_agents: z.looseObject({
    q: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'What the agent should be able to do, in a few words or a sentence, e.g. "translate documents"',
      ),
    rails: z
      .array(z.enum(['x402', 'mcp', 'erc8004', 'a2a']))
      .optional()
      .describe('Only agents seen on all of these protocols'),
    alive: z.boolean().default(false).describe(`Only agents active in the last ${NUMBERS.alive_days} days`),
    min_tier: z.enum(['evidence_ranked']).optional().describe('Only agents with enough evidence for a rank'),
  }),
} as const

/**
 * Other names under which callers send an argument, in lower case without underscores and hyphens; one is taken when
 * the argument itself is not given.
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  query: ['q'],
  q: ['query'],
  handle: ['agent', 'agentid', 'agenthandle'],
  handles: ['handle', 'agents', 'agentids', 'agenthandles'],
  primary_category: ['category'],
  evidence_ranked_only: ['evidencereadyonly'],
  evidence_ready_only: ['evidencerankedonly'],
}

export type ToolName = keyof typeof ARGUMENTS

/** What a tool is given, checked and with its defaults. */
export type ArgumentsOf<Name extends ToolName> = z.output<(typeof ARGUMENTS)[Name]>

const tool = (
  name: ToolName,
  endpoint: string | null,
  title: string,
  description: string,
): Tool & { name: ToolName } => ({
  ...{ name, endpoint, title, description },
  ...{ arguments: ARGUMENTS[name], output: OUTPUTS[name] },
})

/** The 14 tools of the interface, in its order. */
export const TOOLS: (Tool & { name: ToolName })[] = [
  tool(
    'search_agents',
    null,
    'Search agents by name',
    'Finds agents by name or handle; without a query, lists the best agents that match the filters. Use it when you know part of a name; to search by capability use find_agents.',
  ),
  tool(
    'get_agent_details',
    'agent_summary',
    'Details of one agent',
    'One agent: scores by category, liveness and identity; with detail=full, every signal and its source. Use it once you have a handle; before paying an agent use verify_counterparty.',
  ),
  tool(
    'get_agent_history',
    'agent_history',
    'History of one agent',
    'Daily rank and score of an agent in its primary category, with the trend. Use it to see where an agent is heading; to see what changed use get_agent_changes.',
  ),
  tool(
    'compare_agents',
    'comparison',
    'Compare agents',
    'Two to five agents side by side: scores, liveness, reliability, trust. Use it to choose between known agents. No winner is declared; scores are comparable within a category only.',
  ),
  tool(
    'list_categories',
    'economy_summary',
    'Categories',
    'The five categories with their sizes and methodology versions. Use it before you ask for a ranking or a methodology.',
  ),
  tool(
    'get_category_ranking',
    'category_ranking',
    'Category ranking',
    'The ranked agents of one category, best first; with detail=full, every sub-score. Use it for the top agents of a category; to search by capability use find_agents.',
  ),
  tool(
    'get_methodology',
    'methodology',
    'Scoring methodology',
    'Signals, weights, formulas, ranking rule and known limitations of one category. Use it to explain or recompute a score; it lists no agents.',
  ),
  tool(
    'get_agent_trust',
    'agent_trust',
    'Trust score of an agent',
    'The trust score of an agent and its components. Use it to explain the score; for a decision use verify_counterparty.',
  ),
  tool(
    'verify_counterparty',
    'trust_evaluation',
    'Verify a counterparty',
    'A verdict on an agent: proceed, caution or reject, with reasons. Use it before you pay an agent or rely on it. Advice, not an authorization.',
  ),
  tool(
    'get_top_movers',
    'changes',
    'Top movers',
    'The agents whose rank rose or fell most since the previous day. Use it to see what moved in the rankings.',
  ),
  tool(
    'get_protocol_adoption',
    'ecosystem_summary',
    'Protocol adoption',
    'How many indexed agents use each protocol or surface. Use it for questions about adoption.',
  ),
  tool(
    'get_agent_changes',
    'agent_changes',
    'Changes of one agent',
    'What changed about one agent, newest first. Use it to follow an agent you depend on.',
  ),
  tool(
    'get_ecosystem_summary',
    'ecosystem_summary',
    'Agent economy summary',
    'Totals, trends, liveness and payments across all agents. Use it for the big picture, not for single agents.',
  ),
  tool(
    'find_agents',
    'find',
    'Find agents by capability',
    'The three best agents for a task, with liveness, payment rails and endpoints. Use it to search by capability; to search by name use search_agents.',
  ),
]
