import { Counter } from './counter.ts'
import { networksOf } from './networks.ts'

/** Windows that cover at least an hour, for bytes added at the start of one as well as at its end. */
const HOUR = { windowMs: 600_000, windows: 7 }

/** Bytes that may be added in an hour. */
export interface Budget {
  /** One caller; those of a wider network have a multiple together. */
  caller: number
  /** All callers together. */
  all: number
}

/**
 * Counts, in memory, the bytes stored for callers in the last hour, to ten minutes: what is stored for an hour never
 * exceeds a budget.
 */
export class ByteBudget {
  readonly #budget: Budget
  readonly #now: () => number
  readonly #ofNetworks: Counter
  readonly #ofAll = new Counter({ ...HOUR, maxKeys: 1 })

  /** `now` is in milliseconds since 1970. */
  constructor(budget: Budget, now: () => number) {
    this.#budget = budget
    this.#now = now
    // No key is evicted: each byte is of two networks at most.
    this.#ofNetworks = new Counter({ ...HOUR, maxKeys: 2 * budget.all })
  }

  /** Bytes added by all callers in the last hour. */
  get used(): number {
    return this.#ofAll.get('', this.#now())
  }

  /** Adds bytes of a caller, or returns false and adds none if they exceed the budget. */
  take(caller: string, bytes: number): boolean {
    const now = this.#now()
    if (this.#ofAll.get('', now) + bytes > this.#budget.all) return false
    const isIn = networksOf(caller).every(
      ({ network, share }) => this.#ofNetworks.get(network, now) + bytes <= this.#budget.caller * share,
    )
    if (isIn) this.add(caller, bytes)
    return isIn
  }

  /** Adds bytes that are stored in any case. */
  add(caller: string, bytes: number): void {
    if (bytes === 0) return
    const now = this.#now()
    this.#ofAll.add('', now, bytes)
    for (const { network } of networksOf(caller)) this.#ofNetworks.add(network, now, bytes)
  }
}
