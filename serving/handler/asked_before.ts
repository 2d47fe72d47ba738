const SLOTS = 2 ** 16

/**
 * Remembers, in 256 KB, what was asked for lately. Caches keep only what is asked for again: made-up questions, each
 * asked once, would push out what others ask for.
 */
export class AskedBefore {
  readonly #slots = new Int32Array(SLOTS)

  /** Whether a key was given before; two keys in a few billion are taken for one. */
  add(key: string): boolean {
    const hash = hashOf(key)
    const slot = hash & (SLOTS - 1)
    if (this.#slots[slot] === hash) return true
    this.#slots[slot] = hash
    return false
  }
}

/** FNV-1a, in 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
