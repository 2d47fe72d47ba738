import { LRUCache } from 'lru-cache'
import type { PackHeader } from './pack.ts'

/** A pack that was read and checked: its header, and the bytes behind it where they were read too. */
export interface ReadPack {
  header: PackHeader
  members: Uint8Array | null
}

/** Packs by their hash: the last used, up to a number of bytes. */
export class PackCache {
  readonly #packs: LRUCache<string, ReadPack>

  constructor(maxBytes: number) {
    this.#packs = new LRUCache({
      // A cache of no bytes keeps nothing.
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: ({ header, members }) => header.text.length + (members?.length ?? 0),
    })
  }

  get(sha256: string): ReadPack | undefined {
    return this.#packs.get(sha256)
  }

  /** Keeps the pack, unless it is larger than the whole cache. */
  keep(sha256: string, pack: ReadPack): ReadPack {
    this.#packs.set(sha256, pack)
    return pack
  }
}
