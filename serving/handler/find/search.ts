import { MAX_IMPACT } from '../../../core/interface/find/index_format.ts'
import { isInAll } from './bitmaps.ts'
import type { Copies } from './copies.ts'
import { impactOn, type Postings } from './postings.ts'
import type { Scores } from './scores.ts'
import { TopAgents } from './top_agents.ts'

/** A term of a query: its postings (null: no agent has it) and its weight. */
export interface QueryTerm {
  postings: Postings | null
  weight: number
}

/** Parsed query. */
export interface FindTerms {
  terms: readonly QueryTerm[]
  /** Pairs of words that make an agent with one of them more relevant, and match none by themselves. */
  pairs: readonly QueryTerm[]
}

/** Data that is searched. */
export interface SearchData {
  scores: Scores
  /** Number of agents before the first that is to be refused. */
  accepted: number
  copies: Copies
}

/** The number of matching agents, whether one of them has all terms, and the positions of the first. */
export interface Matches {
  total: number
  hasAll: boolean
  first: number[]
}

/** Minimum share of the query's weight that a match has, … */
const MIN_SHARE = 0.3
/** … and minimum share of the best agent's weight. */
const SHARE_OF_BEST = 0.5

/**
 * Returns the agents that match a query and pass every mask, in the order of `TopAgents`; a copier is never more
 * relevant than its original.
 */
export function searchFor(
  { terms, pairs }: FindTerms,
  masks: readonly Uint32Array[],
  limit: number,
  searched: SearchData,
  leastShare = MIN_SHARE,
): Matches {
  const [only, ...others] = terms
  if (only?.postings && others.length === 0) return searchForOne(only.postings, masks, limit, searched)
  const { scores, copies } = searched
  const weight = terms.reduce((sum, term) => sum + term.weight, 0)
  scores.clear()
  addAll(terms, leastShare * weight, scores)
  for (const { postings, weight } of pairs) if (postings !== null) scores.addRelevance(postings, weight)
  const { coverage, relevance, touched } = scores
  const best = maxCoverage(scores, masks)
  const min = Math.max(leastShare * weight, SHARE_OF_BEST * best)
  const known = terms.reduce((sum, term) => sum + (term.postings === null ? 0 : term.weight), 0)
  const largest = known * MAX_IMPACT
  const first = new TopAgents(limit, searched.accepted, largest)
  const fittingRelevance = (other: number) =>
    (coverage[other] as number) >= min ? Math.min(largest, relevance[other] as number) : null
  let total = 0
  for (let at = 0; at < touched.length; at += 1) {
    const position = touched[at] as number
    if ((coverage[position] as number) < min || !isInAll(position, masks)) continue
    total += 1
    const own = Math.min(largest, relevance[position] as number)
    if (first.accepts(position, own)) first.add(position, copies.least(position, own, fittingRelevance))
  }
  return { total, hasAll: best > 0 && best === weight, first: first.positions }
}

/** Searches for a single term, without sums. */
function searchForOne(
  postings: Postings,
  masks: readonly Uint32Array[],
  limit: number,
  { accepted, copies }: SearchData,
): Matches {
  const first = new TopAgents(limit, accepted, MAX_IMPACT)
  const impactOrNull = (other: number) => impactOn(postings, other) || null
  let total = 0
  const found = (position: number, impact: number): void => {
    if (!isInAll(position, masks)) return
    total += 1
    if (first.accepts(position, impact)) first.add(position, copies.least(position, impact, impactOrNull))
  }
  if ('list' in postings) {
    const { list } = postings
    for (let at = 0; at < list.length; at += 1) found((list[at] as number) >>> 8, (list[at] as number) & 255)
  } else {
    const { impacts } = postings
    for (let position = 0; position < impacts.length; position += 1)
      if (impacts[position] !== 0) found(position, impacts[position] as number)
  }
  return { total, hasAll: total > 0, first: first.positions }
}

/** Adds the heaviest terms first: once the rest is too light for a match, only agents already touched are updated. */
function addAll(terms: readonly QueryTerm[], min: number, scores: Scores): void {
  const known = terms.filter((term) => term.postings !== null).sort((a, b) => b.weight - a.weight)
  let rest = known.reduce((sum, { weight }) => sum + weight, 0)
  for (const { postings, weight } of known) {
    if (postings === null) continue
    if (rest >= min) scores.add(postings, weight)
    else scores.addToTouched(postings, weight)
    rest -= weight
  }
}

function maxCoverage({ coverage, touched }: Scores, masks: readonly Uint32Array[]): number {
  let best = 0
  for (let at = 0; at < touched.length; at += 1) {
    const position = touched[at] as number
    if ((coverage[position] as number) > best && isInAll(position, masks)) best = coverage[position] as number
  }
  return best
}
