import { impactOn, LOOKUP_COST, type Postings } from './postings.ts'

const EMPTY = new Uint8Array(0)

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
    const { coverage, relevance } = this
    const [touched, horizon] = [this.#touched, this.#horizon]
    const list = 'list' in postings ? postings.list : null
    const impacts = 'list' in postings ? EMPTY : postings.impacts
    const end = list?.length ?? horizon
    let count = this.#count
    for (let at = 0; at < end; at += 1) {
      const posting = list === null ? at * 256 + (impacts[at] as number) : (list[at] as number)
      const position = posting >>> 8
      if (position >= horizon) break
      if ((posting & 255) === 0) continue
      const before = coverage[position] as number
      touched[count] = position
      count += before === 0 ? 1 : 0
      coverage[position] = before + weight
      relevance[position] = (relevance[position] as number) + weight * (posting & 255)
    }
    this.#count = count
  }

  /** Adds a term to the agents that already have another; without coverage, to their relevance alone. */
  addToTouched(postings: Postings, weight: number, hasCoverage: boolean): void {
    const { coverage, touched } = this
    const share = this.#horizon / coverage.length
    if ('list' in postings && postings.list.length * share < touched.length * LOOKUP_COST) {
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

  #increase(position: number, weight: number, impact: number, hasCoverage: boolean): void {
    if (hasCoverage) this.coverage[position] = (this.coverage[position] as number) + weight
    this.relevance[position] = (this.relevance[position] as number) + weight * impact
  }
}
