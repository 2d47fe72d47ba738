/** Number of texts indexed before yielding to other work. */
const SLICE = 4_096
/** Maximum indexed letters of a text. */
const MAX_LETTERS = 40
const GRAM = 3
const BUCKETS = 2 ** 16
/** Maximum postings read by a search, the rarest grams first: this bounds its time for any query. */
const MAX_POSTINGS = 16_384

/** A text that shares grams with the query. */
export interface SimilarText {
  at: number
  /** Share of the query's grams that it has, from 0 to 1. */
  share: number
}

/** Finds items with a name that shares trigrams with another, in bounded time. */
export class GramIndex {
  /** Offsets of the postings of each bucket. */
  readonly #starts: Uint32Array
  readonly #postings: Uint32Array
  readonly #counts: Uint8Array

  private constructor(starts: Uint32Array, postings: Uint32Array, length: number) {
    this.#starts = starts
    this.#postings = postings
    this.#counts = new Uint8Array(length)
  }

  /** Indexes the names of each thing; `rest` is awaited now and then, so that others are answered meanwhile. */
  static async of(
    length: number,
    namesAt: (at: number) => readonly string[],
    rest: () => Promise<void>,
  ): Promise<GramIndex> {
    const starts = new Uint32Array(BUCKETS + 1)
    const visit = async (add: (bucket: number, at: number) => void) => {
      for (let at = 0; at < length; at += 1) {
        if (at % SLICE === SLICE - 1) await rest()
        for (const bucket of hashGrams(namesAt(at))) add(bucket, at)
      }
    }
    await visit((bucket) => {
      starts[bucket + 1] = Number(starts[bucket + 1]) + 1
    })
    for (let bucket = 0; bucket < BUCKETS; bucket += 1)
      starts[bucket + 1] = Number(starts[bucket + 1]) + Number(starts[bucket])
    const next = starts.slice()
    const postings = new Uint32Array(starts[BUCKETS] ?? 0)
    await visit((bucket, at) => {
      const place = Number(next[bucket])
      postings[place] = at
      next[bucket] = place + 1
    })
    return new GramIndex(starts, postings, length)
  }

  /** Returns at most `max` items that share grams with a text, the most similar first. */
  findSimilar(text: string, max: number): SimilarText[] {
    const buckets = [...hashGrams([text])].toSorted((a, b) => this.#size(a) - this.#size(b))
    const touched: number[] = []
    let remaining = MAX_POSTINGS
    for (const bucket of buckets) {
      const start = Number(this.#starts[bucket])
      const end = start + Math.min(this.#size(bucket), remaining)
      remaining -= end - start
      for (let place = start; place < end; place += 1) {
        const at = Number(this.#postings[place])
        if (this.#counts[at] === 0) touched.push(at)
        this.#counts[at] = Number(this.#counts[at]) + 1
      }
    }
    return this.#best(touched, buckets.length, max)
  }

  #size(bucket: number): number {
    return Number(this.#starts[bucket + 1]) - Number(this.#starts[bucket])
  }

  /** The touched things by how many grams they share; the counts are zero again afterwards. */
  #best(touched: number[], grams: number, max: number): SimilarText[] {
    const byCount: number[][] = Array.from({ length: grams + 1 }, () => [])
    for (const at of touched) {
      byCount[Number(this.#counts[at])]?.push(at)
      this.#counts[at] = 0
    }
    const found: SimilarText[] = []
    for (let count = grams; count > 0 && found.length < max; count -= 1)
      for (const at of byCount[count] ?? []) if (found.length < max) found.push({ at, share: count / grams })
    return found
  }
}

/**
 * Returns the buckets of the grams of some texts, unique. Markers at both ends make a beginning rarer than an inner
 * gram.
 */
function hashGrams(texts: readonly string[]): Set<number> {
  const buckets = new Set<number>()
  for (const text of texts) {
    const marked = `^${text.slice(0, MAX_LETTERS)}$`
    for (let at = 0; at + GRAM <= marked.length; at += 1)
      buckets.add(
        (Math.imul(marked.charCodeAt(at), 0x9e3779b1) ^
          Math.imul(marked.charCodeAt(at + 1), 0x85ebca6b) ^
          Math.imul(marked.charCodeAt(at + 2), 0xc2b2ae35)) >>>
          16,
      )
  }
  return buckets
}
