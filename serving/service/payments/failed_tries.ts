import type { PaymentKey } from './payment.ts'

/** How many tries with one payment may fail before the next are turned away. */
export const MOST_FAILED_TRIES = 5
/** For so many payments failed tries are counted; of more, those that failed longest ago are forgotten. */
const MOST_PAYMENTS = 10_000

/** Counts, in memory, the calls with a used payment that did not prove to be its sender's. */
export class FailedTries {
  readonly #counts = new Map<string, number>()

  /** Counts one more; gives whether they are too many now. */
  add({ network, asset, payer, nonce }: PaymentKey): boolean {
    const key = `${network} ${asset} ${payer} ${nonce}`
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.delete(key)
    this.#counts.set(key, count)
    if (this.#counts.size > MOST_PAYMENTS) this.#counts.delete(this.#counts.keys().next().value as string)
    return count > MOST_FAILED_TRIES
  }
}
