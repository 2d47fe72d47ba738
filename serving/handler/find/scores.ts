import { impactOn, type Postings } from './postings.ts'

/** A list is scanned unless so few agents are looked up in it that a binary search for each is quicker. */
const LOOKUP_COST = 16

/**
 * Sums of each agent for a query, term by term. Shared by searches, of which only one runs at a time as each is
 * synchronous. Its loops run over many agents, hence index loops. Only agents before `horizon` are looked at.
 */
export class Scores {
  /** Total weight of the query's terms that an agent has; 0 for an untouched agent. */
  readonly coverage: Uint32Array
  /** The same, each weight times the term's impact on the agent. */
  readonly relevance: Uint32Array
  readonly #touched: Uint32Array
  #count = 0
  #horizon = 0

  constructor(documents: number) {
    this.coverage = new Uint32Array(documents)
    this.relevance = new Uint32Array(documents)
    this.#touched = new Uint32Array(documents)
  }

  /** Returns the agents that have one of the added terms, in no particular order. */
  get touched(): Uint32Array {
    return this.#touched.subarray(0, this.#count)
  }

  /** Clears the sums of the last search. */
  clear(horizon: number): void {
    const { coverage, relevance, touched } = this
    for (let at = 0; at < touched.length; at += 1) {
      const position = touched[at] as number
      coverage[position] = 0
      relevance[position] = 0
    }
    this.#count = 0
    this.#horizon = horizon
  }

  /** Adds a term to every agent that has it. */
  add(postings: Postings, weight: number): void {
    if ('list' in postings)
      for (let at = 0; at < postings.list.length; at += 1) {
        const posting = postings.list[at] as number
        if (posting >>> 8 >= this.#horizon) break
        this.#add(posting >>> 8, weight, posting & 255)
      }
    else
      for (let position = 0; position < this.#horizon; position += 1)
        if (postings.impacts[position] !== 0)
          this.#add(position, weight, postings.impacts[position] as number)
  }

  /** Adds a term to the agents that already have another; without coverage, to their relevance alone. */
  addToTouched(postings: Postings, weight: number, hasCoverage: boolean): void {
    const { coverage, touched } = this
    if ('list' in postings && postings.list.length < touched.length * LOOKUP_COST) {
      const { list } = postings
      for (let at = 0; at < list.length && (list[at] as number) >>> 8 < this.#horizon; at += 1) {
        const posting = list[at] as number
        if (coverage[posting >>> 8] !== 0) this.#increase(posting >>> 8, weight, posting & 255, hasCoverage)
      }
      return
    }
    for (let at = 0; at < touched.length; at += 1) {
      const impact = impactOn(postings, touched[at] as number)
      if (impact !== 0) this.#increase(touched[at] as number, weight, impact, hasCoverage)
    }
  }

  #add(position: number, weight: number, impact: number): void {
    if (this.coverage[position] === 0) {
      this.#touched[this.#count] = position
      this.#count += 1
    }
    this.#increase(position, weight, impact, true)
  }

  #increase(position: number, weight: number, impact: number, hasCoverage: boolean): void {
    if (hasCoverage) this.coverage[position] = (this.coverage[position] as number) + weight
    this.relevance[position] = (this.relevance[position] as number) + weight * impact
  }
}
