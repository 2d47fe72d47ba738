/** Components of a score of 0 to 100, and its interval. */
export interface ScoreShape {
  /** Measured points by part of the methodology, in its order. */
  parts: number[]
  /** Points that stand for signals that were not observed. */
  assumed: number
  score: number
  low: number
  high: number
}

/**
 * SVG: a bar from 0 to 100 with what was measured solid, a step for each part, and what is assumed in stripes; below it
 * a whisker over the range. Its label says the same in words.
 */
export function scoreBar({ parts, assumed, score, low, high }: ScoreShape): string {
  let x = 0
  const steps = parts.map((points, index) => {
    const start = x
    x += points
    const gap = start > 0 ? `<path class="gap" d="M${at(start)} 1v8"/>` : ''
    return points > 0
      ? `<rect class="part-${index + 1}" x="${at(start)}" y="1" width="${at(points)}" height="8"/>${gap}`
      : ''
  })
  const stripes = assumed > 0 ? `<path class="assumed" d="M${at(x)} 5h${at(assumed)}"/>` : ''
  const range =
    low === high
      ? ''
      : `<path class="range" d="M${at(low)} 13H${at(high)}M${at(low)} 11v4M${at(high)} 11v4"/>`
  const label = barLabel({ measured: x, assumed, score, low, high })
  return `<svg class="score-bar" viewBox="0 0 100 16" preserveAspectRatio="none" role="img" aria-label="${label}"><title>${label}</title><path class="scale" d="M0 5H100"/>${steps.join('')}${stripes}${range}</svg>`
}

/** The bar in words, e.g. `58: 35 measured, 23 assumed, between 0 and 69`. */
const barLabel = ({
  measured,
  assumed,
  score,
  low,
  high,
}: Omit<ScoreShape, 'parts'> & { measured: number }): string =>
  `${Math.round(score)}: ${Math.round(measured)} measured, ${Math.round(assumed)} assumed, between ${Math.round(low)} and ${Math.round(high)}`

/** The points that stand for signals that were not observed. */
export const assumedPoints = (signals: readonly { points: number; is_assumed: boolean }[]): number =>
  signals.reduce((sum, { points, is_assumed }) => (is_assumed ? sum + points : sum), 0)

// One decimal: pictures stay small, and the same on every machine.
const at = (value: number): string => String(Math.round(value * 10) / 10)
