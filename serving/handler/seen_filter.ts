const SLOTS = 2 ** 16

/**
 * Remembers recent keys in 256 KB. Caches store only what is requested a second time: otherwise made-up requests, each
 * sent once, would evict what others request.
 */
export class SeenFilter {
  readonly #slots = new Int32Array(SLOTS)

  /** True if the key was added before; two keys in a few billion collide. */
  add(key: string): boolean {
    const hash = hashKey(key)
    const slot = hash & (SLOTS - 1)
    if (this.#slots[slot] === hash) return true
    this.#slots[slot] = hash
    return false
  }
}

/** FNV-1a, in 32 bits. */
function hashKey(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
