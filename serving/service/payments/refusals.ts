import { HttpError } from '../../../core/interface/errors.ts'
import { RATE_LIMITS } from '../../../core/interface/rate_limits.ts'
import { Counter, windowStart } from '../limits/counter.ts'
import { type CallerNetwork, callerNetworks } from '../limits/networks.ts'

/**
 * Limits of a minute for an address and a payer: refused payments, payments in progress at once, and payments that end
 * pending or with the answer of another payment with their id. Eight open payments, each sent again every five seconds
 * as Retry-After says, are 96.
 */
export const REFUSAL_LIMITS = {
  refused: RATE_LIMITS.payments.refused,
  underWay: 240,
  pending: RATE_LIMITS.payments.pending,
}

/** Counter of a payment that benefits no caller. */
export type CountedOutcome = 'refused' | 'pending'

const WINDOW_MS = RATE_LIMITS.payments.seconds * 1_000
/**
 * Networks, or payers, counted in a minute. The least recently used is evicted first: the networks within a site cannot
 * evict the site's count.
 */
const MINUTE = { windowMs: WINDOW_MS, maxKeys: 20_000 }

type Kind = keyof typeof REFUSAL_LIMITS

const WHY: Record<Kind, string> = {
  refused: 'Too many payments from this address were refused',
  underWay: 'Too many payments from this address are being checked',
  pending: 'Too many payments from this address, or of this payer, are pending',
}

/**
 * Limits, in memory, the cost of payments that buy nothing: each is a row, and a call of the facilitator. Good payments
 * count only while they are in progress. Anybody can name a payer, so that refusals count by address alone; a pending
 * payment was valid, and counts for its payer too.
 */
export class Refusals {
  readonly #now: () => number
  readonly #refused = new Counter(MINUTE)
  readonly #pending = new Counter(MINUTE)
  readonly #pendingByPayer = new Counter(MINUTE)
  /** Payments in progress by network: no more than there are calls. */
  readonly #inProgress = new Map<string, number>()

  /** `now` is in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Counts a payment of `payer` from `address` as in progress. Throws HttpError 429; else the returned function is to
   * be called once, with the result of the payment.
   */
  begin(address: string, payer: string): (counted: CountedOutcome | null) => void {
    const now = this.#now()
    const networks = callerNetworks(address)
    for (const network of networks) this.#check(network, now)
    if (this.#pendingByPayer.get(payer, now) >= REFUSAL_LIMITS.pending) throw tooMany('pending', now)
    for (const { network } of networks) this.#countInProgress(network, 1)
    return (counted) => {
      for (const { network } of networks) {
        this.#countInProgress(network, -1)
        if (counted !== null) this.#add(counted, network)
      }
      // Anybody can name a payer: only one with a pending payment takes a place.
      if (counted === 'pending') this.#pendingByPayer.add(payer, this.#now())
    }
  }

  #check({ network, share }: CallerNetwork, now: number): void {
    const counts: Record<Kind, number> = {
      refused: this.#refused.get(network, now),
      underWay: this.#inProgress.get(network) ?? 0,
      pending: this.#pending.get(network, now),
    }
    for (const kind of ['refused', 'underWay', 'pending'] as const)
      if (counts[kind] >= REFUSAL_LIMITS[kind] * share) throw tooMany(kind, now)
  }

  #add(counted: CountedOutcome, network: string): void {
    const counter = counted === 'refused' ? this.#refused : this.#pending
    counter.add(network, this.#now())
  }

  #countInProgress(network: string, change: number): void {
    const count = (this.#inProgress.get(network) ?? 0) + change
    if (count === 0) this.#inProgress.delete(network)
    else this.#inProgress.set(network, count)
  }
}

function tooMany(kind: Kind, now: number): HttpError {
  const seconds = Math.max(1, Math.ceil((windowStart(now, WINDOW_MS) + WINDOW_MS - now) / 1_000))
  return new HttpError(
    429,
    'too_many_payments',
    `${WHY[kind]}. This call charged nothing: send it with the same payment again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(kind === 'underWay' ? 1 : seconds) } },
  )
}
