import { StoreUnavailable } from '../store/database.ts'
import type { LimitState, Limits } from './limits.ts'

/** Milliseconds for which a store that did not answer is not used. */
const AWAY_MS = 5_000

/**
 * Counts with `first`, and with `second` while the store of `first` does not answer, so that calls without need of a
 * store go on. `log` is called each time that `second` takes over.
 */
export function backedLimits(
  first: Limits,
  second: Limits,
  { now, log }: { now(): number; log(error: unknown): void },
): Limits {
  let awayUntil = 0
  const count = async (ask: (limits: Limits) => LimitState | Promise<LimitState>): Promise<LimitState> => {
    if (now() < awayUntil) return ask(second)
    try {
      return await ask(first)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (now() >= awayUntil) log(error)
      awayUntil = now() + AWAY_MS
      return ask(second)
    }
  }
  return {
    take: (...call) => count((limits) => limits.take(...call)),
    peek: (...call) => count((limits) => limits.peek(...call)),
  }
}
