import * as z from 'zod/mini'
import type { EconomySummary } from './economy_summary.schema.ts'
import { file } from './resource.ts'
import { DATED, LIMITED } from './short/outputs.ts'
import { shortLimitations } from './short/short_limitations.ts'
import type { ToolEntry } from './short/tool.ts'

/** The categories, with what is in them. */
export const ECONOMY_SUMMARY = file({
  id: 'economy_summary',
  mapName: 'economy',
  path: '/api/agent-economy/llm-summary',
  title: 'Summary of the agent economy',
  group: 'market',
  answer: 'EconomySummary',
})

/** The categories with what is in them. */
export const listCategoriesTool = () =>
  ({
    endpoint: 'economy_summary',
    title: 'Categories',
    description:
      'The five categories with their sizes and methodology versions. Use it before you ask for a ranking or a methodology.',
    arguments: z.looseObject({}),
    output: { categories: 'object[]', ...LIMITED, ...DATED },
    inShort: (all: EconomySummary) => ({
      categories: all.categories,
      ...shortLimitations(all.limitations),
      last_updated: all.last_updated,
    }),
  }) as const satisfies ToolEntry
