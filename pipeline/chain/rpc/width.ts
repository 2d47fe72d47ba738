/** Maximum number of blocks that any public node accepts in one call of `eth_getLogs`. */
const MAX_BLOCKS = 10_000
const GROWTH = 1.25
/** After so many successes at the widest accepted range, a wider one is tried again: blocks differ. */
const PATIENCE = 16

/** Number of blocks per request to a node: after a refusal, at most the widest range it accepted. */
export class Width {
  blocks = MAX_BLOCKS
  #most = MAX_BLOCKS
  #taken = 0
  #successes = 0

  took(blocks: number): void {
    this.#taken = Math.max(this.#taken, blocks)
    this.#successes = this.blocks === this.#most ? this.#successes + 1 : 0
    if (this.#successes >= PATIENCE) this.#most = Math.min(MAX_BLOCKS, Math.ceil(this.#most * GROWTH))
    this.blocks = Math.min(this.#most, Math.ceil(this.blocks * GROWTH))
  }

  refused(blocks: number): void {
    const half = Math.max(1, Math.floor(blocks / 2))
    // A width accepted for sparser blocks says nothing here.
    if (this.#taken >= blocks) this.#taken = 0
    this.#most = this.#taken === 0 ? Math.max(1, blocks - 1) : Math.max(half, this.#taken)
    this.#successes = 0
    this.blocks = half
  }
}
