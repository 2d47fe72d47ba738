import * as z from 'zod/mini'
import { CATEGORIES } from '../domain/category.ts'
import { NUMBERS } from '../domain/numbers.ts'
import { EXAMPLE_QUERY } from './example_query.ts'
import * as p from './parameters.ts'
import {
  AGENT_ROWS,
  DATED,
  HISTORY,
  LIMITED,
  MARKED,
  MORE,
  NAMED,
  type ToolOutput,
  TRUST,
} from './tool_outputs.ts'
import { boolean, choice, described, integer, optional, text, withFallback } from './value_schemas.ts'

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
  arguments: z.ZodMiniObject
  /**
   * The fields of the short answer, each with its JSON type. None is required: an error is an object of other fields, and
   * widespread clients check it by the same schema.
   */
  output: ToolOutput
}

// What is no handle is an agent that is not indexed: then near ones are suggested.
const handle = text({ max: 200 }, p.HANDLE_OF_AGENT)
const category = z.enum(CATEGORIES)
/** How many agents find gives for free. */
export const MAX_FREE_CANDIDATES = 3
const detail = described(
  z._default(z.enum(['concise', 'full']), 'concise'),
  'concise: the essentials, a few KB; full: everything the REST API returns',
)

/** The 14 tools of the interface, in its order. */
const CATALOGUE = {
  search_agents: {
    endpoint: null,
    title: 'Search agents by name',
    description:
      'Finds agents by name or handle; without a query, lists the best agents that match the filters. Use it when you know part of a name; to search by capability use find_agents.',
    arguments: z.looseObject({
      query: described(
        z._default(z.string().check(z.maxLength(200)), ''),
        'Part of a name or handle, or words of a description',
      ),
      filters: described(
        z.prefault(
          z.looseObject({
            primary_category: optional(choice(CATEGORIES, 'Only agents of this primary category')),
            evidence_ranked_only: boolean(false, 'Only agents with enough evidence for a rank'),
            limit: integer({ min: 1, max: 50, fallback: 8 }, 'Number of agents'),
          }),
          {},
        ),
        'Narrows the search; unknown keys are ignored and named in warnings',
      ),
    }),
    output: { ...AGENT_ROWS, ...LIMITED, ...DATED, ...MARKED },
  },
  get_agent_details: {
    endpoint: 'agent_summary',
    title: 'Details of one agent',
    description:
      'One agent: scores by category, liveness and identity; with detail=full, every signal and its source. Use it once you have a handle; before paying an agent use verify_counterparty.',
    arguments: z.looseObject({ handle, detail }),
    output: {
      ...{ handle: 'string', url: 'string', tier: 'string', primary_category: 'string' },
      ...{ secondary_categories: 'string[]', archetype: 'string', ecosystem_layer: 'string' },
      ...{ verified: 'boolean', risk_flags: 'object[]', erc8004_registered: 'boolean?' },
      ...{ socially_visible: 'boolean', identity: 'object', liveness: 'object?', departed: 'object?' },
      ...{ ...TRUST, scores_by_category: 'object', ...LIMITED, ...DATED, ...NAMED, ...MORE },
    },
  },
  get_agent_history: {
    endpoint: 'agent_history',
    title: 'History of one agent',
    description:
      'Daily rank and score of an agent in its primary category, with the trend. Use it to see where an agent is heading; to see what changed use get_agent_changes.',
    arguments: z.looseObject({
      handle,
      days: integer({ min: 1, max: 90, fallback: 30 }, 'Number of days'),
    }),
    output: { category: 'string', methodology_version: 'string?', ...HISTORY, ...LIMITED },
  },
  compare_agents: {
    endpoint: 'comparison',
    title: 'Compare agents',
    description:
      'Two to five agents side by side: scores, liveness, reliability, trust. Use it to choose between known agents. No winner is declared; scores are comparable within a category only.',
    arguments: z.looseObject({
      handles: described(z.array(handle).check(z.minLength(2), z.maxLength(5)), 'The agents to compare'),
      detail,
    }),
    output: {
      ...{ agents: 'object[]', not_found: 'string[]', compare_page_url: 'string?' },
      ...{ cross_category_warning: 'string?', ...LIMITED, ...DATED, ...MORE, ...MARKED },
    },
  },
  list_categories: {
    endpoint: 'economy_summary',
    title: 'Categories',
    description:
      'The five categories with their sizes and methodology versions. Use it before you ask for a ranking or a methodology.',
    arguments: z.looseObject({}),
    output: { categories: 'object[]', ...LIMITED, ...DATED },
  },
  get_category_ranking: {
    endpoint: 'category_ranking',
    title: 'Category ranking',
    description:
      'The ranked agents of one category, best first; with detail=full, every sub-score. Use it for the top agents of a category; to search by capability use find_agents.',
    arguments: z.looseObject({
      category,
      evidence_ready_only: p.evidenceReadyOnly.schema,
      limit: withFallback(p.rankingLimit.schema, 10),
      detail,
    }),
    output: {
      ...{ category: 'string', name: 'string', methodology_version: 'string' },
      ...{ count: 'integer', ranking: 'object[]', ...LIMITED, ...DATED, ...MORE, ...MARKED },
    },
  },
  get_methodology: {
    endpoint: 'methodology',
    title: 'Scoring methodology',
    description:
      'Signals, weights, formulas, ranking rule and known limitations of one category. Use it to explain or recompute a score; it lists no agents.',
    arguments: z.looseObject({ category, detail }),
    output: {
      ...{ category: 'string', name: 'string', methodology_version: 'string', description: 'string' },
      ...{ signals: 'object[]', score: 'string', evidence_ready_rule: 'string', ...LIMITED, ...MORE },
    },
  },
  get_agent_trust: {
    endpoint: 'agent_trust',
    title: 'Trust score of an agent',
    description:
      'The trust score of an agent and its components. Use it to explain the score; for a decision use verify_counterparty.',
    arguments: z.looseObject({ handle }),
    output: {
      ...{
        handle: 'string',
        ...TRUST,
        points: 'object[]',
        confidence_tier: 'string',
        evidence_tier: 'string',
      },
      ...{
        identity: 'object',
        risk_flags: 'object[]',
        erc8004: 'object',
        known_since: 'string?',
        price: 'object',
        ...LIMITED,
        ...DATED,
        ...NAMED,
        ...MORE,
      },
    },
  },
  verify_counterparty: {
    endpoint: 'trust_evaluation',
    title: 'Verify a counterparty',
    description:
      'A verdict on an agent: proceed, caution or reject, with reasons. Use it before you pay an agent or rely on it. Advice, not an authorization.',
    arguments: z.looseObject({ handle }),
    output: {
      ...{ handle: 'string', verdict: 'string', reasons: 'object[]', confidence_tier: 'string' },
      ...{ evidence_tier: 'string', trust: 'object', liveness: 'object?', risk_flags: 'object[]' },
      ...{ claim_status: 'string', rails: 'string[]', ...LIMITED, ...DATED, ...NAMED },
    },
  },
  get_top_movers: {
    endpoint: 'changes',
    title: 'Top movers',
    description:
      'The agents whose rank rose or fell most since the previous day. Use it to see what moved in the rankings.',
    arguments: z.looseObject({
      direction: optional(choice(['up', 'down'], 'Both when left out')),
      category: z.optional(category),
      limit: integer({ min: 1, max: 50, fallback: 10 }, 'Number of agents in each direction'),
    }),
    output: {
      ...{ category: 'string?', window: 'object', counts: 'object', up: 'object[]', down: 'object[]' },
      ...{ ...LIMITED, ...DATED },
    },
  },
  get_protocol_adoption: {
    endpoint: 'ecosystem_summary',
    title: 'Protocol adoption',
    description: 'How many indexed agents use each protocol or surface. Use it for questions about adoption.',
    arguments: z.looseObject({}),
    output: {
      ...{ date: 'string', metrics: 'object', protocol_adoption: 'object[]', ...LIMITED, ...DATED },
    },
  },
  get_agent_changes: {
    endpoint: 'agent_changes',
    title: 'Changes of one agent',
    description: 'What changed about one agent, newest first. Use it to follow an agent you depend on.',
    arguments: z.looseObject({
      handle,
      since: p.changesSince.schema,
      limit: integer({ min: 1, max: 100, fallback: 20 }, 'Number of changes'),
    }),
    output: {
      ...{ handle: 'string', since: 'string?', kept_from: 'string', count: 'integer', total: 'integer' },
      ...{ changes: 'object[]', ...LIMITED, ...DATED, ...NAMED, ...MORE },
    },
  },
  get_ecosystem_summary: {
    endpoint: 'ecosystem_summary',
    title: 'Agent economy summary',
    description:
      'Totals, trends, liveness and payments across all agents. Use it for the big picture, not for single agents.',
    arguments: z.looseObject({ detail }),
    output: {
      ...{ date: 'string', summary: 'string', trend_rule: 'string', metrics: 'object' },
      ...{ categories: 'object[]', ghost_index: 'object', x402_market: 'object' },
      ...{ changes_today: 'object', ...LIMITED, ...DATED, ...MORE },
    },
  },
  find_agents: {
    endpoint: 'find',
    title: 'Find agents by capability',
    description:
      'The best agents for a task, up to three, with liveness, payment rails and endpoints. Use it to search by capability; to search by name use search_agents.',
    arguments: z.looseObject({
      q: text(
        { max: 200 },
        `What the agent should be able to do, in a few words or a sentence, e.g. "${EXAMPLE_QUERY}"`,
      ),
      category: p.findCategory.schema,
      rails: described(z.optional(z.array(z.enum(p.RAILS))), 'Only agents seen on all of these protocols'),
      alive: boolean(
        false,
        `Only agents that acted in the last ${NUMBERS.alive_days} days or answered in the last ${NUMBERS.answer_days}`,
      ),
      min_tier: optional(choice(['evidence_ranked'], 'Only agents with enough evidence for a rank')),
      limit: integer(
        { min: 1, max: MAX_FREE_CANDIDATES, fallback: MAX_FREE_CANDIDATES },
        'Number of agents; the whole list is sold at full_results',
      ),
    }),
    output: {
      ...{ matched: 'string?', total_matches: 'integer', count: 'integer', candidates: 'object[]' },
      ...{ full_results: 'string', full_results_price_usd: 'string', hint: 'string' },
      ...{ ...LIMITED, ...DATED, ...MORE, ...NAMED },
    },
  },
} as const satisfies Record<string, Omit<Tool, 'name'>>

export type ToolName = keyof typeof CATALOGUE

/** What a tool is given, checked and with its defaults. */
export type ArgumentsOf<Name extends ToolName> = z.output<(typeof CATALOGUE)[Name]['arguments']>

/** All tools, in their order. */
export const TOOLS: (Tool & { name: ToolName })[] = Object.entries(CATALOGUE).map(([name, tool]) => ({
  name: name as ToolName,
  ...tool,
}))

/** What each tool takes. */
export const ARGUMENTS = Object.fromEntries(TOOLS.map((tool) => [tool.name, tool.arguments])) as {
  readonly [Name in ToolName]: (typeof CATALOGUE)[Name]['arguments']
}
