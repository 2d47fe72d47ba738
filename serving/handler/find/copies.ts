import { bitmapSize } from '../../../core/interface/find/index_format.ts'

/** The copy relation between agents, indirect copies included. */
export class Copies {
  readonly #pairs: Uint32Array
  readonly #copiers: Uint32Array

  /** `pairs` holds pairs of a copier and its original, sorted by copier. */
  constructor(pairs: Uint32Array, documents: number) {
    this.#pairs = pairs
    this.#copiers = new Uint32Array(bitmapSize(documents))
    for (let at = 0; at < pairs.length; at += 2) {
      const copier = pairs[at] as number
      this.#copiers[copier >>> 5] = (this.#copiers[copier >>> 5] as number) | (1 << (copier & 31))
    }
  }

  /** Returns the agent's own value, or for a copier the least of it and its originals'; `of` returns null to skip. */
  least(position: number, own: number, of: (position: number) => number | null): number {
    if ((((this.#copiers[position >>> 5] as number) >>> (position & 31)) & 1) === 0) return own
    let min = own
    for (let at = this.#from(position); this.#pairs[at] === position; at += 2) {
      const other = of(this.#pairs[at + 1] as number)
      if (other !== null && other < min) min = other
    }
    return min
  }

  #from(position: number): number {
    let [low, high] = [0, this.#pairs.length / 2]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#pairs[2 * middle] as number) < position) low = middle + 1
      else high = middle
    }
    return 2 * low
  }
}
