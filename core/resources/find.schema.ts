import { z } from 'zod'
import { CATEGORIES } from '../domain/category.ts'
import { MAX_WORTH } from '../interface/find/weights.ts'
import { compactAgent } from './agents_bulk.schema.ts'
import { resolvedItem } from './resolution.schema.ts'

/** An agent with the requested ability, its address, and the recommendation on dealing with it. */
export const findCandidate = compactAgent.extend({
  liveness: z.enum(['alive', 'not_alive', 'unknown']),
  /** Third-party text. */
  description: z.string().nullable(),
  secondary_categories: z.array(z.enum(CATEGORIES)),
  /** Score and rank in each of its categories; no rank where the evidence is not enough. */
  scores: z.partialRecord(
    z.enum(CATEGORIES),
    z.object({ score: z.number().min(0).max(100), rank: z.int().min(1).nullable() }),
  ),
  /** Third-party addresses at which its records say that it can be reached. */
  endpoints: z.array(z.object({ kind: z.enum(['mcp', 'a2a', 'x402', 'web']), url: z.url() })),
})

/** A candidate with the words of the query that are told of it, and the two numbers whose product is its place. */
const matchedCandidate = findCandidate.extend({
  matched_words: z.array(z.string()),
  /** Share of the query that is told of it: 1 if each word is told as clearly as possible. */
  relevance: z.number().min(0).max(1),
  /** By rank, liveness and verdict, and whether it is the vendor's own; docs/reference/find.md has the formula. */
  worth: z.number().min(0).max(MAX_WORTH),
})

/** Search fields of both answers. */
const search = z.object({
  /** The words that were searched for: those of the query without words such as "the", "find" or "agent", the first 32. */
  words: z.array(z.string()),
  /** `all` when an agent has all of the words, `any` when none has more than some; null where nothing matches. */
  matched: z.enum(['all', 'any']).nullable(),
  /** Number of agents that match enough of the words and pass the filters. */
  total_matches: z.int().min(0),
  /** False if agents of less worth were not looked at, so that there may be more. */
  total_is_exact: z.boolean(),
  count: z.int().min(0),
  /** Advice on how to find an agent; null if one was found. */
  hint: z.string().nullable(),
  /** Words near to those of the query that agents use; third-party text. Empty where an agent was found. */
  nearby_words: z.array(z.string()).max(5),
  resolved_from: resolvedItem
    .optional()
    .describe('Where q is a key of agents: those that have it are the candidates.'),
})

const ends = z.object({
  untrusted_fields: z.array(z.string()),
  limitations: z.array(z.string()),
  last_updated: z.iso.datetime(),
})

/** The best three of `total_matches`; `full_results` is the address of all of them, which is paid. */
export const findResult = z.object({
  type: z.literal('find_result'),
  ...search.shape,
  candidates: z.array(matchedCandidate).max(3),
  full_results: z.url(),
  ...ends.shape,
})

/** The candidates in their order, up to the requested limit. */
export const findFullResult = z.object({
  type: z.literal('find_full_result'),
  ...search.shape,
  candidates: z.array(matchedCandidate).max(50),
  ...ends.shape,
})

export type FindCandidate = z.infer<typeof findCandidate>
