import type { Pack } from './pack.ts'

/** Packs that were read and checked, by their hash: the last used, up to a number of bytes. */
export class PackCache {
  readonly #packs = new Map<string, Pack>()
  #bytes = 0

  constructor(readonly maxBytes: number) {}

  get(sha256: string): Pack | undefined {
    const pack = this.#packs.get(sha256)
    if (pack === undefined) return undefined
    this.#packs.delete(sha256)
    this.#packs.set(sha256, pack)
    return pack
  }

  /** Keeps the pack, unless it is larger than the whole cache, and lets go of those that were not used for longest. */
  keep(sha256: string, pack: Pack): Pack {
    if (pack.bytes.length > this.maxBytes || this.#packs.has(sha256)) return pack
    this.#packs.set(sha256, pack)
    this.#bytes += pack.bytes.length
    for (const [oldest, { bytes }] of this.#packs) {
      if (this.#bytes <= this.maxBytes) break
      this.#packs.delete(oldest)
      this.#bytes -= bytes.length
    }
    return pack
  }
}
