/** The most blocks that any public node takes in one call of `eth_getLogs`. */
const MOST_BLOCKS = 10_000
const GROWTH = 1.25
/** After so many successes at the widest that was not refused, a wider range is tried again: blocks differ. */
const PATIENCE = 16

/** How many blocks a node is asked for at once: a width that it refused is not asked for again at once. */
export class Width {
  blocks = MOST_BLOCKS
  #most = MOST_BLOCKS
  #successes = 0

  took(): void {
    this.#successes = this.blocks === this.#most ? this.#successes + 1 : 0
    if (this.#successes >= PATIENCE) this.#most = Math.min(MOST_BLOCKS, Math.ceil(this.#most * GROWTH))
    this.blocks = Math.min(this.#most, Math.ceil(this.blocks * GROWTH))
  }

  refused(blocks: number): void {
    this.#most = Math.max(1, blocks - 1)
    this.#successes = 0
    this.blocks = Math.max(1, Math.floor(blocks / 2))
  }
}
