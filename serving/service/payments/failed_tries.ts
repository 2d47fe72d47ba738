import { Counter } from '../limits/counter.ts'
import type { PaymentKey } from './payment.ts'

/** How many tries with one payment may fail before the next are turned away. */
export const MAX_FAILED_TRIES = 5
/** For so many payments failed tries are counted; of more, those that failed longest ago are forgotten. */
const MAX_PAYMENTS = 10_000

/** Counts, in memory, the calls with a used payment that did not prove to be its sender's. */
export class FailedTries {
  readonly #counts = new Counter({ maxKeys: MAX_PAYMENTS })

  /** Counts one more; gives whether they are too many now. */
  add({ network, asset, payer, nonce }: PaymentKey): boolean {
    return this.#counts.add(`${network} ${asset} ${payer} ${nonce}`, 0) > MAX_FAILED_TRIES
  }
}
