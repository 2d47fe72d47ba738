import { MAX_DOCUMENTS } from '../../../core/interface/find/index_format.ts'

/** Number of relevance steps: agents on the same step are in find's general order. */
const STEPS = 10

/** Collects the first agents: accepted ones before those to be refused, then by relevance step, then by position. */
export class TopAgents {
  /** Sort keys: the step, then the position in find's order, as one number. */
  readonly #keys: number[] = []
  readonly #max: number
  readonly #accepted: number
  readonly #largest: number
  /** A further agent's key must be below this; `#minRelevance` is a quicker test by relevance. */
  #bound = Number.POSITIVE_INFINITY
  #minRelevance = 0

  /** `largest` is the maximum possible relevance. */
  constructor(max: number, accepted: number, largest: number) {
    this.#max = max
    this.#accepted = accepted
    this.#largest = largest
  }

  get positions(): number[] {
    return this.#keys.map((key) => key % MAX_DOCUMENTS)
  }

  /** True if an agent would be among the first. */
  accepts(position: number, relevance: number): boolean {
    return relevance >= this.#minRelevance && this.#sortKey(position, relevance) < this.#bound
  }

  add(position: number, relevance: number): void {
    const key = this.#sortKey(position, relevance)
    if (key >= this.#bound) return
    const keys = this.#keys
    let at = keys.length
    while (at > 0 && (keys[at - 1] as number) > key) at -= 1
    keys.splice(at, 0, key)
    if (keys.length > this.#max) keys.pop()
    if (keys.length < this.#max) return
    this.#bound = keys[keys.length - 1] as number
    const step = Math.max(0, STEPS - Math.floor(this.#bound / MAX_DOCUMENTS))
    this.#minRelevance = Math.floor((step * this.#largest) / STEPS)
  }

  #sortKey(position: number, relevance: number): number {
    const step = Math.floor((STEPS * relevance) / this.#largest)
    const group = position < this.#accepted ? STEPS - step : 2 * STEPS + 1 - step
    return group * MAX_DOCUMENTS + position
  }
}
