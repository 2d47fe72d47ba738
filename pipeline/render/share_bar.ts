import { Drawing } from '../../core/pages/drawing.ts'

/** Part of the width that stays free between two parts, of 100. */
const GAP = 0.25

/** A part of a whole: the class that colours it, and its amount. */
export interface BarPart {
  style: string
  amount: number
}

/** A bar of the parts of a whole, in a row. A text beside it has the figures. */
export function shareBar(parts: readonly BarPart[]): Drawing {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  let x = 0
  const rects = parts.map(({ style, amount }) => {
    const width = (100 * amount) / total
    const rect = `<rect class="${style}" x="${at(x)}" width="${at(Math.max(0.1, width - GAP))}" height="8"/>`
    x += width
    return amount > 0 ? rect : ''
  })
  return new Drawing(
    `<svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`,
  )
}

// Two decimals: pictures stay small, and the same on every machine.
const at = (value: number): string => String(Math.round(value * 100) / 100)
