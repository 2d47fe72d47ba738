import * as z from 'zod/mini'
import { CATEGORIES } from '../domain/category.ts'
import { boolean, choice, describe, integer, optional } from '../interface/value_schemas.ts'
import { AGENT_ROWS, DATED, LIMITED, MARKED } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** Agents by name. */
export const searchAgentsTool = () =>
  ({
    endpoint: null,
    title: 'Search agents by name',
    description:
      'Agents by name; without a query, the best that match the filters. Use it when you know part of a name; to search by capability use find_agents.',
    arguments: z.looseObject({
      query: describe(
        z._default(z.string().check(z.maxLength(200)), ''),
        'Part of a name, words of a description, or a key such as a URL or wallet',
      ),
      filters: describe(
        z.prefault(
          z.looseObject({
            primary_category: optional(choice(CATEGORIES, 'Only agents of this primary category')),
            evidence_ranked_only: boolean(false, 'Only agents with enough evidence for a rank'),
            limit: integer({ min: 1, max: 50, fallback: 8 }, 'Number of agents'),
          }),
          {},
        ),
        'Unknown ones are ignored and named in warnings',
      ),
    }),
    output: { ...AGENT_ROWS, ...LIMITED, ...DATED, ...MARKED },
  }) as const satisfies ToolEntry
