import { LRUCache } from 'lru-cache'

/** How much a cache may hold; one of the two at least. */
export interface CacheBounds<V> {
  maxEntries?: number
  /** A cache of no bytes keeps nothing. */
  maxBytes?: number
  /** Of an entry, where bytes are bounded. */
  bytesOf?(value: V, key: string): number
  /** A larger entry is not kept; without it, one that is larger than the whole cache. */
  maxEntryBytes?: number
}

/** Values by key, within bounds: what was not used for longest goes first. Every cache of the product is one of these. */
export class Cache<V extends NonNullable<unknown>> {
  readonly #values: LRUCache<string, V>

  constructor({ maxEntries = 0, maxBytes, bytesOf = () => 1, maxEntryBytes = 0 }: CacheBounds<V>) {
    const inBytes = maxBytes !== undefined && {
      ...{ maxSize: Math.max(1, maxBytes), maxEntrySize: maxEntryBytes, sizeCalculation: bytesOf },
    }
    this.#values = new LRUCache({ max: maxEntries, ...inBytes })
  }

  /** What is held now; `bytes` is 0 where they are not bounded. */
  get load(): { entries: number; bytes: number } {
    return { entries: this.#values.size, bytes: this.#values.calculatedSize }
  }

  get(key: string): V | undefined {
    return this.#values.get(key)
  }

  /** Keeps a value, unless it is too large, and returns it. */
  keep(key: string, value: V): V {
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
