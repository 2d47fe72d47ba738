import type { Content } from './content.ts'

// What an entry takes beside its bytes: the key, the headers and the buffer's own object.
const OVERHEAD = 500

/** Content by key, bounded in bytes; what was not asked for longest goes first. */
export class ByteCache {
  readonly #entries = new Map<string, Content>()
  #bytes = 0

  constructor(readonly limit: number) {}

  /** Bytes held now, overhead included. */
  get size(): number {
    return this.#bytes
  }

  get(key: string): Content | undefined {
    const found = this.#entries.get(key)
    if (found === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, found)
    return found
  }

  /** Keeps content under a key and returns it; what is too large for the cache is not kept. */
  keep(key: string, content: Content): Content {
    const before = this.#entries.get(key)
    if (before !== undefined) this.#bytes -= cost(before)
    this.#entries.delete(key)
    if (cost(content) > this.limit / 4) return content
    this.#entries.set(key, content)
    this.#bytes += cost(content)
    for (const [oldest, dropped] of this.#entries) {
      if (this.#bytes <= this.limit) break
      this.#entries.delete(oldest)
      this.#bytes -= cost(dropped)
    }
    return content
  }
}

const cost = (content: Content): number => content.bytes.byteLength + OVERHEAD
