import { LRUCache } from 'lru-cache'
import type { Content } from '../../core/interface/content.ts'

// What an entry takes beside its bytes: the key, the headers and the buffer's own object.
const OVERHEAD = 500

/** Content by key, bounded in bytes; what was not asked for longest goes first. */
export class ByteCache {
  readonly #entries: LRUCache<string, Content>

  constructor(limit: number) {
    this.#entries = new LRUCache({
      maxSize: limit,
      maxEntrySize: Math.floor(limit / 4),
      sizeCalculation: ({ bytes }) => bytes.byteLength + OVERHEAD,
    })
  }

  /** Bytes held now, overhead included. */
  get size(): number {
    return this.#entries.calculatedSize
  }

  get(key: string): Content | undefined {
    return this.#entries.get(key)
  }

  /** Keeps content under a key and returns it; what is too large for the cache is not kept. */
  keep(key: string, content: Content): Content {
    this.#entries.set(key, content)
    return content
  }
}
