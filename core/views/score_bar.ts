/** Components of a score of 0 to 100, and its interval. */
export interface ScoreShape {
  /** Points by part of the methodology, in its order. */
  parts: number[]
  score: number
  low: number
  high: number
}

/** SVG: a bar from 0 to 100 with the parts of the score in a row, and below it the range with the score as a notch. */
export function scoreBar({ parts, score, low, high }: ScoreShape): string {
  let x = 0
  const rects = parts.map((points, index) => {
    const rect = `<rect class="part-${index + 1}" x="${at(x)}" width="${at(points)}" height="7"/>`
    x += points
    return points > 0 ? rect : ''
  })
  const range = `<path class="range" d="M${at(low)} 11H${at(high)}"/><path class="notch" d="M${at(score)} 9v4"/>`
  return `<svg class="score-bar" viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true"><path class="scale" d="M0 7H100"/>${rects.join('')}${range}</svg>`
}

// One decimal: pictures stay small, and the same on every machine.
const at = (value: number): string => String(Math.round(value * 10) / 10)
