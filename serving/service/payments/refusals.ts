import { HttpError } from '../../../core/interface/errors.ts'
import { networksOf } from '../limits/networks.ts'

/**
 * So many payments of an address may be refused in a minute, so many may be in progress at once, and so many may end
 * pending, or with the answer of another payment with their id, in a minute: of an address, and of a payer. Eight open
 * payments, each sent again every five seconds as Retry-After says, are 96.
 */
export const REFUSAL_LIMITS = { refused: 30, underWay: 240, pending: 120 } as const

/** Counter of a payment that brings nobody anything. */
export type Counted = 'refused' | 'pending'

const WINDOW_MS = 60_000
/** Of more networks, or payers, in a minute those that were not used for longest are forgotten. */
const MAX_COUNTERS = 20_000

interface Counter {
  refused: number
  underWay: number
  pending: number
}

type Counters = Map<string, Counter>

const WHY: Record<keyof Counter, string> = {
  refused: 'Too many payments from this address were refused',
  underWay: 'Too many payments from this address are being checked',
  pending: 'Too many payments from this address, or of this payer, are pending',
}

/**
 * Limits, in memory, what payments that buy nothing cost us: each is a row, and a call of the facilitator. Payments that
 * are good count only while they are in progress. Anybody can name a payer, so that refusals count by address alone;
 * what is pending was valid, and counts for its payer too.
 */
export class Refusals {
  readonly #now: () => number
  readonly #networks: Counters = new Map()
  readonly #payers: Counters = new Map()
  #startsAt = 0

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts a payment of `payer` from `address` as in progress. Throws HttpError 429; else what it gives is to be called
   * once, with what the payment came to.
   */
  enter(address: string, payer: string): (counted: Counted | null) => void {
    this.#forgetOldWindow()
    const networks = networksOf(address).map(({ network, share }) => ({
      counter: findCounter(this.#networks, network),
      share,
    }))
    for (const { counter, share } of networks)
      for (const kind of ['refused', 'underWay', 'pending'] as const)
        if (counter[kind] >= REFUSAL_LIMITS[kind] * share) throw this.#tooMany(kind)
    // Anybody can name a payer: only one that has something pending takes a place.
    if ((this.#payers.get(payer)?.pending ?? 0) >= REFUSAL_LIMITS.pending) throw this.#tooMany('pending')
    for (const { counter } of networks) counter.underWay += 1
    return (counted) => {
      for (const { counter } of networks) {
        counter.underWay -= 1
        if (counted !== null) counter[counted] += 1
      }
      if (counted === 'pending') findCounter(this.#payers, payer).pending += 1
    }
  }

  #forgetOldWindow(): void {
    const startsAt = Math.floor(this.#now() / WINDOW_MS) * WINDOW_MS
    if (startsAt === this.#startsAt) return
    this.#startsAt = startsAt
    this.#payers.clear()
    for (const [network, counter] of this.#networks)
      if (counter.underWay === 0) this.#networks.delete(network)
      else Object.assign(counter, { refused: 0, pending: 0 })
  }

  #tooMany(kind: keyof Counter): HttpError {
    const seconds = Math.max(1, Math.ceil((this.#startsAt + WINDOW_MS - this.#now()) / 1_000))
    return new HttpError(
      429,
      'too_many_payments',
      `${WHY[kind]}. This call charged nothing: send it with the same payment again in ${seconds} seconds.`,
      { headers: { 'retry-after': String(kind === 'underWay' ? 1 : seconds) } },
    )
  }
}

function findCounter(counters: Counters, name: string): Counter {
  const counter = counters.get(name) ?? { refused: 0, underWay: 0, pending: 0 }
  // The one that was used last is forgotten last: the networks within a site cannot push out what counts for the site.
  counters.delete(name)
  counters.set(name, counter)
  if (counters.size > MAX_COUNTERS) counters.delete(counters.keys().next().value as string)
  return counter
}
