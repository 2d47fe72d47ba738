import { impactOn, type Postings } from './postings.ts'

/** A list is scanned unless so few agents are looked up in it that a binary search for each is quicker. */
const LOOKUP_COST = 16

/**
 * Sums of each agent for a query, term by term. Shared by searches, of which only one runs at a time as each is
 * synchronous. Its loops run over millions of agents, hence index loops.
 */
export class Scores {
  /** Total weight of the query's terms that an agent has; 0 for an untouched agent. */
  readonly coverage: Uint32Array
  /** The same, each weight times the term's impact on the agent. */
  readonly relevance: Uint32Array
  readonly #touched: Uint32Array
  #count = 0

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
  clear(): void {
    const { coverage, relevance, touched } = this
    for (let at = 0; at < touched.length; at += 1) {
      const position = touched[at] as number
      coverage[position] = 0
      relevance[position] = 0
    }
    this.#count = 0
  }

  /** Adds a term to every agent that has it. */
  add(postings: Postings, weight: number): void {
    this.#count =
      'list' in postings ? this.#addList(postings.list, weight) : this.#addDense(postings.impacts, weight)
  }

  #addList(list: Uint32Array, weight: number): number {
    const { coverage, relevance } = this
    const touched = this.#touched
    let count = this.#count
    for (let at = 0; at < list.length; at += 1) {
      const posting = list[at] as number
      const position = posting >>> 8
      const before = coverage[position] as number
      touched[count] = position
      count += before === 0 ? 1 : 0
      coverage[position] = before + weight
      relevance[position] = (relevance[position] as number) + weight * (posting & 255)
    }
    return count
  }

  #addDense(impacts: Uint8Array, weight: number): number {
    const { coverage, relevance } = this
    const touched = this.#touched
    let count = this.#count
    for (let position = 0; position < impacts.length; position += 1) {
      const impact = impacts[position] as number
      if (impact === 0) continue
      const before = coverage[position] as number
      touched[count] = position
      count += before === 0 ? 1 : 0
      coverage[position] = before + weight
      relevance[position] = (relevance[position] as number) + weight * impact
    }
    return count
  }

  /** Adds a term to the agents that already have another. */
  addToTouched(postings: Postings, weight: number): void {
    const { coverage, touched } = this
    if ('list' in postings && postings.list.length < touched.length * LOOKUP_COST) {
      const { list } = postings
      for (let at = 0; at < list.length; at += 1) {
        const posting = list[at] as number
        if (coverage[posting >>> 8] !== 0) this.#add(posting >>> 8, weight, posting & 255)
      }
      return
    }
    for (let at = 0; at < touched.length; at += 1) {
      const impact = impactOn(postings, touched[at] as number)
      if (impact !== 0) this.#add(touched[at] as number, weight, impact)
    }
  }

  /** Adds to the relevance of agents that have a term already, and to the coverage of none. */
  addRelevance(postings: Postings, weight: number): void {
    const { coverage, relevance, touched } = this
    const add = (position: number, impact: number) => {
      if (coverage[position] !== 0) relevance[position] = (relevance[position] as number) + weight * impact
    }
    if ('list' in postings) for (const posting of postings.list) add(posting >>> 8, posting & 255)
    else for (const position of touched) add(position, postings.impacts[position] as number)
  }

  #add(position: number, weight: number, impact: number): void {
    const { coverage, relevance } = this
    coverage[position] = (coverage[position] as number) + weight
    relevance[position] = (relevance[position] as number) + weight * impact
  }
}
