import { MAX_IMPACT, type Sizes } from '../../../core/interface/find/index_format.ts'
import { QUERY } from '../../../core/interface/find/weights.ts'
import { isInAll } from './bitmaps.ts'
import type { Copies } from './copies.ts'
import { impactOn, lookupCost, type Postings, scanCost } from './postings.ts'
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

/** Maximum steps of a search: it looks at as many agents, those of most worth, as take this many. */
const MAX_STEPS = 2 ** 13

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
  const { proven, documents } = sizes
  const isNamed = brands.length > 0 && leastShare === null
  const { scanned, others } = splitTerms(
    terms,
    (leastShare ?? (isNamed ? QUERY.min_share_brand : QUERY.min_share)) * weight,
  )
  const horizon = findHorizon(scanned, [...others, ...pairs], documents)
  scores.clear(horizon)
  for (const { postings, weight } of scanned) scores.add(postings, weight)
  for (const { postings, weight } of others) scores.addToTouched(postings, weight, true)
  for (const { postings, weight } of pairs) scores.addToTouched(postings, weight, false)
  const { coverage, relevance, touched } = scores
  // An agent may have a word both as it was written and in English: it has no more than all of the query.
  const ofBest = QUERY.share_of_best * Math.min(weight, maxCoverage(scores, masks, proven))
  const least = createLeast(leastShare, brands, { ofBest, weight, proven })
  const largest = MAX_IMPACT * weight
  const fittingRelevance = (other: number): number | null =>
    (coverage[other] as number) >= least(other) ? Math.min(largest, relevance[other] as number) : null
  const top = new TopAgents(limit, sizes)
  let [total, covered] = [0, 0]
  for (let at = 0; at < touched.length; at += 1) {
    const position = touched[at] as number
    const share = coverage[position] as number
    if (share < least(position) || !isInAll(position, masks)) continue
    total += 1
    if (share > covered) covered = share
    const own = Math.min(largest, relevance[position] as number)
    const factor = (worth[position] as number) * (brands.length === 0 ? 100 : findFactor(position, brands))
    if (!top.accepts(position, own * factor)) continue
    const shown = copies.least(position, own, fittingRelevance)
    top.add({ position, score: shown * factor, relevance: shown / largest })
  }
  return { total, isExact: horizon === documents, hasAll: covered >= weight, first: top.first }
}

/** Returns how much coverage the agent at a position needs for a match. */
function createLeast(
  leastShare: number | null,
  brands: readonly Postings[],
  { ofBest, weight, proven }: { ofBest: number; weight: number; proven: number },
): (position: number) => number {
  if (leastShare !== null) return () => leastShare * weight
  const least = Math.max(ofBest, QUERY.min_share * weight + 1)
  const unproven = Math.max(ofBest, QUERY.min_share_unproven * weight)
  const ofBrand = Math.max(ofBest, QUERY.min_share_brand * weight)
  return (position) =>
    brands.length > 0 && findFactor(position, brands) > 100 ? ofBrand : position < proven ? least : unproven
}

const findFactor = (position: number, brands: readonly Postings[]): number =>
  brands.reduce((most, brand) => Math.max(most, impactOn(brand, position)), 100)

/** Splits the terms: agents that have none of the heaviest, which are scanned, have too little for a match. */
function splitTerms(terms: readonly QueryTerm[], min: number) {
  const sorted = terms.toSorted((a, b) => b.weight - a.weight)
  let rest = terms.reduce((sum, { weight }) => sum + weight, 0)
  const end = sorted.findIndex(({ weight }) => {
    const isTooLight = rest < min
    rest -= weight
    return isTooLight
  })
  const at = end < 0 ? sorted.length : end
  return { scanned: sorted.slice(0, at), others: sorted.slice(at) }
}

/** Returns the position before which agents are looked at. */
function findHorizon(scanned: readonly QueryTerm[], others: readonly QueryTerm[], documents: number): number {
  const agents = scanned.reduce((sum, { postings }) => sum + scanCost(postings), 0)
  const steps = others.reduce((sum, { postings }) => sum + lookupCost(postings, agents), agents)
  return steps <= MAX_STEPS ? documents : Math.ceil((documents * MAX_STEPS) / steps)
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
