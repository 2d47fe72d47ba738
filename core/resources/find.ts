import * as z from 'zod/mini'
import { EXAMPLE_QUERY } from '../interface/example_query.ts'
import * as p from '../interface/parameters.ts'
import { boolean, choice, describe, integer, optional, text } from '../interface/value_schemas.ts'
import type { AgentRecord } from '../views/agent_record.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { compactView } from './agents_bulk.ts'
import type { FindCandidate } from './find.schema.ts'
import { paid, variant } from './resource.ts'
import { DATED, LIMITED, MORE, NAMED, RESOLVED } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

const FIND_PARAMETERS = [p.query, p.findCategory, p.rails, p.alive, p.minTier]

/** Agents that can do something: the best three. It is cut from the index of each release, as any other free read. */
export const FIND = variant({
  id: 'find',
  path: '/api/agents/find',
  title: 'Find agents by capability: the best three',
  group: 'agents',
  parameters: FIND_PARAMETERS,
  lifetime: 60,
  answer: 'FindResult',
})

/** All of them. */
export const FIND_FULL = paid({
  id: 'find_full',
  path: '/api/agents/find/full',
  title: 'Find agents by capability: the full ranked list',
  price: '0.05',
  parameters: [...FIND_PARAMETERS, p.findLimit],
  answer: 'FindFullResult',
  errors: [400, 404],
})

/** Maximum number of free results of find. */
export const MAX_FREE_CANDIDATES = 3

/** The best three, in short. */
export const findAgentsTool = () =>
  ({
    endpoint: 'find',
    title: 'Find agents by capability',
    description:
      'The best three agents for a task, with liveness, payment rails and endpoints. Use it to search by capability; to search by name use search_agents.',
    arguments: z.looseObject({
      q: text(
        { max: 200 },
        `What the agent should do, in a few words or a sentence, e.g. "${EXAMPLE_QUERY}"; or its URL or wallet`,
      ),
      category: p.findCategory.schema,
      rails: describe(z.optional(z.array(z.enum(p.RAILS))), 'Only agents seen on all of these protocols'),
      alive: boolean(false, 'Only agents that can be used now, or that somebody uses'),
      min_tier: optional(choice(['evidence_ranked'], 'Only agents with enough evidence for a rank')),
      limit: integer(
        { min: 1, max: MAX_FREE_CANDIDATES, fallback: MAX_FREE_CANDIDATES },
        'Number of agents; the whole list is sold at full_results',
      ),
    }),
    output: {
      ...{ matched: 'string?', total_matches: 'integer', count: 'integer', candidates: 'object[]' },
      ...{ full_results: 'string', full_results_price_usd: 'string', hint: 'string' },
      ...RESOLVED,
      ...{ ...LIMITED, ...DATED, ...MORE, ...NAMED },
    },
  }) as const satisfies ToolEntry

/** One agent as find answers it; it has not departed. */
export const findCandidateView = (agent: AgentRecord, info: ReleaseInfo): FindCandidate => ({
  ...compactView(agent, info),
  liveness: agent.liveness ?? 'unknown',
  description: agent.description,
  secondary_categories: agent.secondary_categories,
  scores: Object.fromEntries(agent.standings.map(({ category, score, rank }) => [category, { score, rank }])),
  endpoints: agent.endpoints,
})
