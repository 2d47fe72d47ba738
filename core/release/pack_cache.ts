import { LRUCache } from 'lru-cache'
import type { Pack } from './pack.ts'

/** Packs that were read and checked, by their hash: the last used, up to a number of bytes. */
export class PackCache {
  readonly #packs: LRUCache<string, Pack>

  constructor(maxBytes: number) {
    this.#packs = new LRUCache({
      // A cache of no bytes keeps nothing.
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ bytes }) => bytes.length,
    })
  }

  get(sha256: string): Pack | undefined {
    return this.#packs.get(sha256)
  }

  /** Keeps the pack, unless it is larger than the whole cache. */
  keep(sha256: string, pack: Pack): Pack {
    this.#packs.set(sha256, pack)
    return pack
  }
}
