import * as z from 'zod/mini'
import type { Category } from '../domain/category.ts'
import { changeDays } from '../interface/parameters.ts'
import type { graveFlags } from '../interface/schemas/trust_parts.ts'
import { choice, integer, optional } from '../interface/value_schemas.ts'
import { variant } from './resource.ts'
import { categoryArgument } from './short/arguments.ts'
import { DATED, LIMITED, MORE } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** Changes of the last days. */
export const CHANGES = variant({
  id: 'changes',
  path: '/api/changes/v1',
  title: 'Changes of the last days',
  group: 'market',
  file: 'api/changes/v1',
  parameters: [changeDays],
  answer: 'Changes',
})

/** The largest moves of the day. */
export const getTopMoversTool = () =>
  ({
    endpoint: 'changes',
    title: 'Top movers',
    description:
      'The agents whose rank rose or fell most since the previous day, by more than their intervals. Use it to see what moved in the rankings. `more`: where new, dead and departed agents are listed.',
    arguments: z.looseObject({
      direction: optional(choice(['up', 'down'], 'Both when left out')),
      category: z.optional(categoryArgument()),
      limit: integer({ min: 1, max: 50, fallback: 10 }, 'Number of agents in each direction'),
    }),
    output: {
      ...{ category: 'string?', window: 'object', counts: 'object', up: 'object[]', down: 'object[]' },
      ...{ ...LIMITED, ...DATED, ...MORE },
    },
  }) as const satisfies ToolEntry

/** An agent whose rank moved since the day before; `rank_delta` counts the places that it won, below 0 for a fall. */
export interface Mover {
  handle: string
  category: Category
  rank_before: number
  rank_after: number
  rank_delta: number
  risk_flags: z.infer<typeof graveFlags>
}
