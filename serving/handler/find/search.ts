import { MAX_IMPACT, type Sizes } from '../../../core/interface/find/index_format.ts'
import { QUERY } from '../../../core/interface/find/weights.ts'
import { isInAll } from './bitmaps.ts'
import type { Copies } from './copies.ts'
import { impactOn, type Postings, postingCost } from './postings.ts'
import type { Scores } from './scores.ts'
import { type FoundAgent, TopAgents } from './top_agents.ts'

/** A term of a query that some agent has, and its weight. */
export interface QueryTerm {
  postings: Postings
  weight: number
}

/** A query's terms in an index. */
export interface FindTerms {
  terms: readonly QueryTerm[]
  /** Pairs of words that make an agent with one of them more relevant, and match none by themselves. */
  pairs: readonly QueryTerm[]
  /** Brands that the query names. */
  brands: readonly Postings[]
  /** Total weight of the query, of words too that no agent has. */
  weight: number
}

/** Data that is searched. */
export interface SearchData {
  scores: Scores
  sizes: Sizes
  worth: Uint8Array
  copies: Copies
}

/** The number of matching agents, whether one of them has all terms, and the first. */
export interface Matches {
  total: number
  /** False if agents of less worth were not looked at. */
  isExact: boolean
  hasAll: boolean
  first: FoundAgent[]
}

/** Maximum postings that a search reads: it looks at as many agents, those of most worth, as have this many. */
const MAX_READ = 2 ** 16

/**
 * Returns the agents that match a query and pass every mask: in groups, by relevance times worth. A copier is never more
 * relevant than its original. `leastShare` is the share of the weight that every agent must have.
 */
export function searchFor(
  { terms, pairs, brands, weight }: FindTerms,
  masks: readonly Uint32Array[],
  limit: number,
  { scores, sizes, worth, copies }: SearchData,
  leastShare: number | null,
): Matches {
  const horizon = findHorizon(terms, sizes.documents)
  scores.clear(horizon)
  addAll(terms, (leastShare ?? QUERY.min_share) * weight, scores)
  for (const { postings, weight } of pairs) scores.addToTouched(postings, weight, false)
  const { coverage, relevance, touched } = scores
  const best = maxCoverage(scores, masks, sizes.proven)
  const leastOf = (position: number): number =>
    leastShare !== null
      ? leastShare * weight
      : Math.max(
          QUERY.share_of_best * best,
          position < sizes.proven ? QUERY.min_share * weight + 1 : QUERY.min_share_unproven * weight,
        )
  const largest = MAX_IMPACT * weight
  const fittingRelevance = (other: number): number | null =>
    (coverage[other] as number) >= leastOf(other) ? Math.min(largest, relevance[other] as number) : null
  const top = new TopAgents(limit)
  let [total, covered] = [0, 0]
  for (let at = 0; at < touched.length; at += 1) {
    const position = touched[at] as number
    if ((coverage[position] as number) < leastOf(position) || !isInAll(position, masks)) continue
    total += 1
    covered = Math.max(covered, coverage[position] as number)
    const own = Math.min(largest, relevance[position] as number)
    const least = copies.least(position, own, fittingRelevance)
    const factor = brands.reduce((most, brand) => Math.max(most, impactOn(brand, position)), 100)
    top.add({
      ...{ position, group: groupOf(position, sizes), relevance: least / largest },
      score: least * (worth[position] as number) * factor,
    })
  }
  return { total, isExact: horizon === sizes.documents, hasAll: covered >= weight, first: top.first }
}

const groupOf = (position: number, { proven, unflagged, accepted }: Sizes): number =>
  position < proven ? 0 : position < unflagged ? 1 : position < accepted ? 2 : 3

/** Returns the position before which agents are looked at. */
function findHorizon(terms: readonly QueryTerm[], documents: number): number {
  const cost = terms.reduce((sum, { postings }) => sum + postingCost(postings), 0)
  return cost <= MAX_READ ? documents : Math.ceil((documents * MAX_READ) / cost)
}

/** Adds the heaviest terms first: once the rest is too light for a match, only agents already touched are updated. */
function addAll(terms: readonly QueryTerm[], min: number, scores: Scores): void {
  let rest = terms.reduce((sum, { weight }) => sum + weight, 0)
  for (const { postings, weight } of terms.toSorted((a, b) => b.weight - a.weight)) {
    if (rest >= min) scores.add(postings, weight)
    else scores.addToTouched(postings, weight, true)
    rest -= weight
  }
}

/** Returns the largest coverage of an agent that works; of any, if none of them has a term. */
function maxCoverage({ coverage, touched }: Scores, masks: readonly Uint32Array[], proven: number): number {
  let [best, bestOfAll] = [0, 0]
  for (let at = 0; at < touched.length; at += 1) {
    const position = touched[at] as number
    const own = coverage[position] as number
    if (own > (position < proven ? best : bestOfAll) && isInAll(position, masks)) {
      if (position < proven) best = own
      else bestOfAll = own
    }
  }
  return best === 0 ? bestOfAll : best
}
