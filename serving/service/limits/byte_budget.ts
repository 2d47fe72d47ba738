import { Counter } from './counter.ts'
import { callerNetworks } from './networks.ts'

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
  readonly #networkBytes: Counter
  readonly #totalBytes = new Counter({ ...HOUR, maxKeys: 1 })

  /** `now` is in milliseconds since 1970. */
  constructor(budget: Budget, now: () => number) {
    this.#budget = budget
    this.#now = now
    // No key is evicted: each byte is of two networks at most.
    this.#networkBytes = new Counter({ ...HOUR, maxKeys: 2 * budget.all })
  }

  /** Bytes added by all callers in the last hour. */
  get used(): number {
    return this.#totalBytes.get('', this.#now())
  }

  /** Adds bytes of a caller, or returns false and adds none if they exceed the budget. */
  take(caller: string, bytes: number): boolean {
    const now = this.#now()
    if (this.#totalBytes.get('', now) + bytes > this.#budget.all) return false
    const hasRoom = callerNetworks(caller).every(
      ({ network, share }) => this.#networkBytes.get(network, now) + bytes <= this.#budget.caller * share,
    )
    if (hasRoom) this.add(caller, bytes)
    return hasRoom
  }

  /** Adds bytes that are stored in any case. */
  add(caller: string, bytes: number): void {
    if (bytes === 0) return
    const now = this.#now()
    this.#totalBytes.add('', now, bytes)
    for (const { network } of callerNetworks(caller)) this.#networkBytes.add(network, now, bytes)
  }
}
