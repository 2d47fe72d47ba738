import { HttpError } from '../../../core/interface/errors.ts'
import { networksOf } from '../networks_of.ts'

/** So many payments of one caller may be refused in a minute, and so many may be under way at once. */
export const REFUSAL_LIMITS = { refused: 30, underWay: 240 } as const

const WINDOW_MS = 60_000
/** Of more networks in a minute the oldest are forgotten. */
const MOST_NETWORKS = 20_000

interface Counted {
  refused: number
  underWay: number
}

/**
 * Limits, in memory, what payments that buy nothing cost us: each is a row, and a call of the facilitator. Payments that
 * are good count only while they are under way.
 */
export class Refusals {
  readonly #now: () => number
  readonly #networks = new Map<string, Counted>()
  #startsAt = 0

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a payment of `address` as under way. Throws HttpError 429; else what it gives is to be called once. */
  enter(address: string): (wasRefused: boolean) => void {
    this.#forgetOldWindow()
    const counted = networksOf(address).map(({ network, share }) => ({ one: this.#of(network), share }))
    for (const { one, share } of counted) {
      const isRefused = one.refused >= REFUSAL_LIMITS.refused * share
      if (isRefused || one.underWay >= REFUSAL_LIMITS.underWay * share) throw this.#tooMany(isRefused)
    }
    for (const { one } of counted) one.underWay += 1
    return (wasRefused) => {
      for (const { one } of counted) {
        one.underWay -= 1
        if (wasRefused) one.refused += 1
      }
    }
  }

  #of(network: string): Counted {
    const known = this.#networks.get(network)
    if (known !== undefined) return known
    const counted = { refused: 0, underWay: 0 }
    this.#networks.set(network, counted)
    if (this.#networks.size > MOST_NETWORKS)
      this.#networks.delete(this.#networks.keys().next().value as string)
    return counted
  }

  #forgetOldWindow(): void {
    const startsAt = Math.floor(this.#now() / WINDOW_MS) * WINDOW_MS
    if (startsAt === this.#startsAt) return
    this.#startsAt = startsAt
    for (const [network, counted] of this.#networks)
      if (counted.underWay === 0) this.#networks.delete(network)
      else counted.refused = 0
  }

  #tooMany(isRefused: boolean): HttpError {
    const seconds = Math.max(1, Math.ceil((this.#startsAt + WINDOW_MS - this.#now()) / 1_000))
    const why = isRefused
      ? 'Too many payments from this address were refused'
      : 'Too many payments from this address are being checked'
    return new HttpError(
      429,
      'too_many_payments',
      `${why}. This call charged nothing: send it with the same payment again in ${seconds} seconds.`,
      { headers: { 'retry-after': String(isRefused ? seconds : 1) } },
    )
  }
}
