import { networksOf } from './networks_of.ts'

const WINDOW_MS = 3_600_000

/** How many bytes may be added in an hour. */
export interface Budget {
  /** One caller; those of a wider network have a multiple together. */
  caller: number
  /** All callers together. */
  all: number
}

/**
 * Counts, in memory, the bytes that callers have kept for them in each hour of the clock. What is kept for an hour takes
 * up twice a budget at most.
 */
export class ByteBudget {
  readonly #budget: Budget
  readonly #now: () => number
  readonly #bytes = new Map<string, number>()
  #startsAt = 0
  #all = 0

  /** `now` is in milliseconds since 1970. */
  constructor(budget: Budget, now: () => number) {
    this.#budget = budget
    this.#now = now
  }

  /** Bytes added by all callers in this hour. */
  get used(): number {
    this.#forgetOldWindow()
    return this.#all
  }

  /** Adds bytes of a caller, or gives false and adds none where they are too many. */
  take(caller: string, bytes: number): boolean {
    this.#forgetOldWindow()
    const isIn = networksOf(caller).every(
      ({ network, share }) => (this.#bytes.get(network) ?? 0) + bytes <= this.#budget.caller * share,
    )
    if (!isIn || this.#all + bytes > this.#budget.all) return false
    this.add(caller, bytes)
    return true
  }

  /** Adds bytes that are kept in any case. */
  add(caller: string, bytes: number): void {
    this.#forgetOldWindow()
    this.#all += bytes
    for (const { network } of networksOf(caller))
      this.#bytes.set(network, (this.#bytes.get(network) ?? 0) + bytes)
  }

  #forgetOldWindow(): void {
    const startsAt = Math.floor(this.#now() / WINDOW_MS) * WINDOW_MS
    if (startsAt === this.#startsAt) return
    this.#startsAt = startsAt
    this.#all = 0
    this.#bytes.clear()
  }
}
