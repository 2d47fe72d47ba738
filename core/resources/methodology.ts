import * as z from 'zod/mini'
import { restCategory } from '../interface/parameters.ts'
import { file } from './resource.ts'
import { categoryArgument, detailArgument } from './short/arguments.ts'
import { LIMITED, MORE } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** Scoring of a category. */
export const METHODOLOGY = file({
  id: 'methodology',
  path: '/api/methodology/{category}/llm-summary',
  title: 'Scoring methodology of a category',
  group: 'market',
  parameters: [restCategory],
  lifetime: 3600,
  answer: 'Methodology',
  errors: [400],
})

/** Tool: scoring of one of the five categories. */
export const getMethodologyTool = () =>
  ({
    endpoint: 'methodology',
    title: 'Scoring methodology',
    description:
      'Signals, weights, formulas, ranking rule and known limitations of one category. Use it to explain or recompute a score.',
    arguments: z.looseObject({ category: categoryArgument(), detail: detailArgument() }),
    output: {
      ...{ category: 'string', name: 'string', methodology_version: 'string', description: 'string' },
      ...{ signals: 'object[]', score: 'string', evidence_ready_rule: 'string', ...LIMITED, ...MORE },
    },
  }) as const satisfies ToolEntry
