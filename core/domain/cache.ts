import { LRUCache } from 'lru-cache'

/** Size limits of a cache. */
export interface CacheBounds<V> {
  /** Total size of all entries, by `getSize`; by default 1 for each entry. */
  maxSize: number
  getSize?(value: V, key: string): number
  /** A larger entry is not stored. */
  maxEntrySize?: number
  /** In addition to the maximum size. */
  maxEntries?: number
}

/** Values by key, within bounds: what was not used for longest goes first. Every cache of the product is one of these. */
export class Cache<V extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, V>

  /** A cache of size 0 stores nothing that has a size. */
  constructor({ maxSize, getSize = () => 1, maxEntrySize = maxSize, maxEntries = 0 }: CacheBounds<V>) {
    this.#values = new LRUCache({
      ...{ max: maxEntries, maxSize: Math.max(1, maxSize), sizeCalculation: getSize },
      maxEntrySize: Math.max(1, maxEntrySize),
    })
  }

  get entries(): number {
    return this.#values.size
  }

  /** Total size of all entries. */
  get size(): number {
    return this.#values.calculatedSize
  }

  get(key: string): V | undefined {
    return this.#values.get(key)
  }

  /** Keeps a value, unless it is too large, and returns it. */
  put(key: string, value: V): V {
    this.#values.set(key, value)
    return value
  }

  delete(key: string): void {
    this.#values.delete(key)
  }

  clear(): void {
    this.#values.clear()
  }
}
