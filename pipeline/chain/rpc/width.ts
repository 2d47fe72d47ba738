/** Maximum number of blocks that any public node accepts in one call of `eth_getLogs`. */
const MAX_BLOCKS = 10_000
const GROWTH = 1.25
/** After so many successes at the widest accepted range, a wider one is tried again: blocks differ. */
const PATIENCE = 16

/** Number of blocks per request to a node: after a refusal, at most the widest range it accepted. */
export class Width {
  blocks: number
  readonly #limit: number
  #max: number
  #accepted = 0
  #successes = 0

  /** `limit` is the maximum number of blocks in one call. */
  constructor(limit = MAX_BLOCKS) {
    this.#limit = Math.min(limit, MAX_BLOCKS)
    this.#max = this.#limit
    this.blocks = this.#limit
  }

  acceptRange(blocks: number): void {
    this.#accepted = Math.max(this.#accepted, blocks)
    this.#successes = this.blocks === this.#max ? this.#successes + 1 : 0
    if (this.#successes >= PATIENCE) this.#max = Math.min(this.#limit, Math.ceil(this.#max * GROWTH))
    this.blocks = Math.min(this.#max, Math.ceil(this.blocks * GROWTH))
  }

  refuseRange(blocks: number): void {
    const half = Math.max(1, Math.floor(blocks / 2))
    // A width accepted for sparser blocks says nothing here.
    if (this.#accepted >= blocks) this.#accepted = 0
    this.#max = this.#accepted === 0 ? Math.max(1, blocks - 1) : Math.max(half, this.#accepted)
    this.#successes = 0
    this.blocks = half
  }
}
