import { Counter } from '../limits/counter.ts'
import type { PaymentKey } from './payment.ts'

/** Maximum failed attempts with one payment before further ones are rejected. */
export const MAX_FAILED_TRIES = 5
/** Maximum number of payments counted; beyond it, those that failed longest ago are evicted. */
const MAX_PAYMENTS = 10_000

/** Counts, in memory, calls with a used payment that did not prove to be from its sender. */
export class FailedTries {
  readonly #counts = new Counter({ maxKeys: MAX_PAYMENTS })

  /** Counts one more; returns whether there are too many now. */
  add({ network, asset, payer, nonce }: PaymentKey): boolean {
    return this.#counts.add(`${network} ${asset} ${payer} ${nonce}`, 0) > MAX_FAILED_TRIES
  }
}
