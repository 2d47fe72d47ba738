import { z } from 'zod'
import { category, rows } from './short/arguments.ts'
import { AGENT_ROWS, DATED, LIMITED, MARKED } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** Agents by name. */
export const searchAgentsTool = () =>
  ({
    endpoint: null,
    title: 'Search agents by name',
    description:
      'Finds agents by name or handle; without a query, lists the best agents that match the filters. Use it when you know part of a name; to search by capability use find_agents.',
    arguments: z.looseObject({
      query: z.string().max(200).default('').describe('Part of a name or handle, or words of a description'),
      filters: z
        .looseObject({
          primary_category: category().optional().describe('Only agents of this primary category'),
          evidence_ranked_only: z
            .boolean()
            .default(false)
            .describe('Only agents with enough evidence for a rank'),
          limit: rows(50, 8, 'Number of agents'),
        })
        .prefault({})
        .describe('Narrows the search; unknown keys are ignored and named in warnings'),
    }),
    output: { ...AGENT_ROWS, ...LIMITED, ...DATED, ...MARKED },
  }) as const satisfies ToolEntry
