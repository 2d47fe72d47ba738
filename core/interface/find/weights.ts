/**
 * Every number of the order of find: relevance, which is BM25F over the words that are told of an agent, times worth.
 * docs/reference/find.md shows the formula with these numbers.
 */

/** The fields of `capability_text`, each with the weight of a word and its usual number of words. */
export const FIELDS: Readonly<Record<string, { weight: number; usual: number }>> = {
  class: { weight: 0.3, usual: 4 },
  surfaces: { weight: 0.2, usual: 8 },
  catalogue: { weight: 2, usual: 8 },
  known: { weight: 2, usual: 10 },
  name: { weight: 3, usual: 4 },
  registry: { weight: 1.5, usual: 6 },
  tags: { weight: 0.3, usual: 8 },
  skills: { weight: 1, usual: 20 },
  resources: { weight: 0.3, usual: 20 },
  description: { weight: 1.5, usual: 20 },
  tools: { weight: 1.5, usual: 20 },
  tool_descriptions: { weight: 0.75, usual: 60 },
}

/** BM25 parameters: `k1` limits what further fields add, `b` is the effect of a field's length. */
export const SATURATION = { k1: 1.2, b: 0.75 }

/** Weights of a query's words, and bounds of a match. */
export const QUERY = {
  /** A word weighs ln(1 + (agents - having + 0.5) / (having + 0.5)), at most this: rarer words say no more. */
  max_word: 6.5,
  /** Share of its weight that a common word has, such as "manage" or "server". */
  common: 0.25,
  /** A word that no agent has weighs as if so many had it: agents may say it otherwise, above all few agents. */
  unknown: 64,
  /** Share of its weight that each of the overlapping pairs of characters of a word has. */
  characters: 0.5,
  /** Share of the weight of two words that is added where an agent has them beside each other, or in one tool's name. */
  together: 0.15,
  /** Share of its impact that a synonym has. */
  synonym: 0.8,
  /** More than this share of the query's weight has to match; of an agent that nobody saw work, the second. */
  min_share: 0.5,
  min_share_unproven: 0.75,
  /** At least this share, of an agent for a brand that the query names. */
  min_share_brand: 0.4,
  /** The share of the best match's weight that a match has at least. */
  share_of_best: 0.6,
  /** Factor for the own agents of a brand that the query names, and for those of others that are for it. */
  brand: 1.5,
  named: 1.25,
} as const

/** The factors of worth; SQL calls each as a macro of its name, `worth_third_party()`. */
export const WORTH = {
  /** The last of the ranked agents of a category has this share less than the first. */
  worth_of_rank: 0.3,
  worth_unranked: 0.65,
  /** An agent of the vendor whose product it names. */
  worth_official: 1.3,
  /** One of somebody else, where the vendor has its own. */
  worth_third_party: 0.75,
  /** A developer, where its products are agents of their own, and where they are not. */
  worth_maker: 0.6,
  worth_developer: 0.9,
  /** By liveness, against an agent that is alive. */
  worth_liveness_unknown: 0.95,
  worth_not_alive: 0.9,
  /** By verdict, against `proceed`. */
  worth_caution: 0.95,
} as const

/** The largest worth. */
export const MAX_WORTH = WORTH.worth_official
