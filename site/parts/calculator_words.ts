import type { Score } from './calculator_score.ts'

/** A score with the worst and the best that missing signals allow, as the example shows it. */
export const describeScore = ({ score, score_floor, score_ceiling }: Score): string =>
  `${score.toFixed(2)} (at worst ${score_floor.toFixed(2)}, at best ${score_ceiling.toFixed(2)})`

/** A signal that was changed, with what one more of its unit costs to fake in USD; null where that is not known. */
export interface ChangedSignal {
  from: number | null
  to: number | null
  usd: number | null
}

/** States the cost of faking all raised signals, in a sentence; empty if none of them has a price. */
export function fakedCost(signals: ChangedSignal[]): string {
  const raised = signals.filter(({ from, to, usd }) => usd !== null && to !== null && to > (from ?? 0))
  if (raised.length === 0) return ''
  const usd = raised.reduce(
    (sum, signal) => sum + ((signal.to ?? 0) - (signal.from ?? 0)) * (signal.usd ?? 0),
    0,
  )
  return `To fake what you added would cost about ${dollars(usd)} USD.`
}

/** Explains the starting values of the calculator, for an agent requested by its handle. */
export function describeStart(handle: string, isKnown: boolean, isScored: boolean): string {
  if (isScored) return `Started from the published signals of ${handle}.`
  return isKnown
    ? `${handle} is not scored in this category; started from the agent in the middle.`
    : `No agent has the handle ${handle}; started from the agent in the middle.`
}

const dollars = (usd: number): string =>
  usd >= 100 ? Math.round(usd).toLocaleString('en-US') : String(Number(usd.toFixed(usd < 1 ? 3 : 2)))
