import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'

/** The methodology of the interface: the numbers that run, and the words that say what they do. */
export const methodology = z.object({
  type: z.literal('methodology'),
  category: z.enum(CATEGORIES),
  name: z.string(),
  methodology_version: z.string(),
  description: z.string(),
  parts: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(['core', 'factor']) })),
  core: z.enum(['mean', 'least']),
  signals: z.array(
    z.object({
      key: z.string(),
      part: z.string(),
      name: z.string(),
      source: z.string(),
      source_docs: z.url(),
      unit: z.string(),
      weight: z.number(),
      transform: z.string(),
      floor: z.number(),
      cap: z.number(),
      half_life_days: z.number().nullable(),
      prior: z.number().nullable(),
      formula: z.string(),
      why: z.string(),
    }),
  ),
  score: z.string(),
  rank: z.string(),
  evidence_ready_rule: z.string(),
  evidence_rule: z.object({
    required: z.array(z.array(z.string())),
    min_signals: z.int(),
    min_weight: z.number(),
    min_sources: z.int(),
  }),
  changelog: z.array(z.object({ version: z.string(), date: z.iso.date(), change: z.string() })),
  limitations: z.array(z.string()),
})
