import { z } from 'zod'
import { CATEGORIES } from '../../pipeline/category.ts'

/** One agent that can do what was asked for; the interface leaves further fields open. */
export const findCandidate = z.looseObject({
  handle: z.string(),
  name: z.string(),
  url: z.url(),
  primary_category: z.enum(CATEGORIES),
  tier: z.enum(['indexed', 'evidence_ranked']),
  liveness: z.enum(['alive', 'not_alive', 'unknown']),
  rails: z.array(z.enum(['x402', 'mcp', 'erc8004', 'a2a'])),
  scores: z.looseObject({}),
  endpoints: z.array(z.looseObject({ kind: z.string(), url: z.url() })),
})

/** The best three of `total_matches`; `full_results` is the address of all of them, which is paid. */
export const findResult = z.looseObject({
  type: z.literal('find_result'),
  total_matches: z.int().min(0),
  candidates: z.array(findCandidate).max(3),
  full_results: z.url(),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

/** The candidates in their order, up to the limit that was asked for. */
export const findFullResult = z.looseObject({
  type: z.literal('find_full_result'),
  total_matches: z.int().min(0),
  candidates: z.array(findCandidate).max(50),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})
