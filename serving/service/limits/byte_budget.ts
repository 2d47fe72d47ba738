import { networksOf } from './networks.ts'

const SLOT_MS = 600_000
/** What was added in the first moment of a slot is kept for an hour, and what was added in its last as long. */
const SLOTS = 7

/** How many bytes may be added in an hour. */
export interface Budget {
  /** One caller; those of a wider network have a multiple together. */
  caller: number
  /** All callers together. */
  all: number
}

/** What was added in ten minutes, by network and in all. */
interface Slot {
  startsAt: number
  bytes: Map<string, number>
  all: number
}

/**
 * Counts, in memory, the bytes that callers have kept for them in the last hour, to ten minutes: what is kept for an hour
 * never takes up more than a budget.
 */
export class ByteBudget {
  readonly #budget: Budget
  readonly #now: () => number
  /** The newest last. */
  #slots: Slot[] = []

  /** `now` is in milliseconds since 1970. */
  constructor(budget: Budget, now: () => number) {
    this.#budget = budget
    this.#now = now
  }

  /** Bytes added by all callers in the last hour. */
  get used(): number {
    this.#forgetOld()
    return this.#sum(({ all }) => all)
  }

  /** Adds bytes of a caller, or gives false and adds none where they are too many. */
  take(caller: string, bytes: number): boolean {
    if (this.used + bytes > this.#budget.all) return false
    const isIn = networksOf(caller).every(
      ({ network, share }) =>
        this.#sum((slot) => slot.bytes.get(network) ?? 0) + bytes <= this.#budget.caller * share,
    )
    if (isIn) this.add(caller, bytes)
    return isIn
  }

  /** Adds bytes that are kept in any case. */
  add(caller: string, bytes: number): void {
    const slot = this.#current()
    slot.all += bytes
    for (const { network } of networksOf(caller))
      slot.bytes.set(network, (slot.bytes.get(network) ?? 0) + bytes)
  }

  #sum(bytesOf: (slot: Slot) => number): number {
    return this.#slots.reduce((sum, slot) => sum + bytesOf(slot), 0)
  }

  #current(): Slot {
    const startsAt = this.#forgetOld()
    const last = this.#slots.at(-1)
    if (last?.startsAt === startsAt) return last
    const slot = { startsAt, bytes: new Map(), all: 0 }
    this.#slots.push(slot)
    return slot
  }

  /** Gives when the slot of now starts. A clock that was set back forgets what lies ahead of it. */
  #forgetOld(): number {
    const startsAt = Math.floor(this.#now() / SLOT_MS) * SLOT_MS
    const oldest = startsAt - (SLOTS - 1) * SLOT_MS
    const isOld = (slot: Slot) => slot.startsAt < oldest || slot.startsAt > startsAt
    if (this.#slots.some(isOld)) this.#slots = this.#slots.filter((slot) => !isOld(slot))
    return startsAt
  }
}
