import { xml } from '../../core/domain/text.ts'
import { Drawing } from '../../core/pages/drawing.ts'
import { DRAWN, type FigureSize, textWidth } from './figure_sizes.ts'
import type { FigureText } from './plot_content.ts'

/** A part of a whole: the class that colours it, its name, and its amount. */
export interface SharePart {
  style: string
  name: string
  amount: number
}

/** A whole and its parts; `says` stands at the right of its bar. */
export interface ShareRow {
  name: string
  parts: readonly SharePart[]
  says: string
}

/** Content of a figure of parts of wholes, a bar each; the first is the whole of all. */
export interface SharesContent extends FigureText {
  shape: 'shares'
  rows: readonly ShareRow[]
}

const ROW = 30
const TOP = { bar: 32, height: 62 }
const GAP = 2

/** Draws bars of the parts of wholes: the first as wide as the drawing, with the names of its parts below. */
export function drawShares(content: SharesContent, size: FigureSize): Drawing {
  const { width } = DRAWN[size]
  const [all, ...others] = content.rows
  if (all === undefined) throw new Error(`the figure ${content.id} has no rows`)
  const label = Math.min(0.4 * width, 12 + Math.max(0, ...others.map(({ name }) => textWidth(name))))
  const says = 12 + Math.max(0, ...others.map((row) => textWidth(row.says)))
  const rows = others.map((row, at) => {
    const y = TOP.height + at * ROW
    return [
      line(y),
      text(0, y + 19, fitted(row.name, label)),
      bar(row.parts, { x: label, y: y + 10, width: width - label - says, height: 10 }),
      text(width, y + 19, row.says, 'end'),
    ].join('')
  })
  const height = TOP.height + others.length * ROW
  const inner = [bar(all.parts, { x: 0, y: 0, width, height: TOP.bar }), drawNames(all.parts, width), ...rows]
  const id = `${content.id}-${size}`
  return new Drawing(
    `<svg class="plot-svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title" aria-describedby="${id}-about"><title id="${id}-title">${xml(content.title)}</title><desc id="${id}-about">${xml(content.description)}</desc>${inner.join('')}</svg>`,
  )

  function line(y: number): string {
    return `<path class="plot-grid" d="M0 ${y}H${width}"/>`
  }
}

const text = (x: number, y: number, words: string, anchor = 'start', style = ''): string =>
  `<text class="plot-words${style}" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${xml(words)}</text>`

/** Returns a text cut to a width. */
const fitted = (words: string, width: number): string =>
  textWidth(words) <= width ? words : `${words.slice(0, Math.floor(width / textWidth('x')) - 2).trimEnd()}…`

interface Box {
  x: number
  y: number
  width: number
  height: number
}

function bar(parts: readonly SharePart[], box: Box): string {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  let x = box.x
  return parts
    .filter(({ amount }) => amount > 0)
    .map(({ style, amount }) => {
      const width = (box.width * amount) / total
      // Even the smallest part is seen.
      const shown = Math.max(1, width - GAP)
      const rect = `<rect class="${style}" x="${at(Math.min(x, box.x + box.width - shown))}" y="${box.y}" width="${at(shown)}" height="${box.height}"/>`
      x += width
      return rect
    })
    .join('')
}

/** The names of parts below their bar, each at its part where there is room, else at the right of the one before. */
function drawNames(parts: readonly SharePart[], width: number): string {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const named = parts.filter(({ amount }) => amount > 0)
  const words = named.map(({ name, amount }) => `${name} ${percent(amount, total)}`)
  const room = (from: number) => words.slice(from).reduce((sum, word) => sum + textWidth(word) + 22, 0)
  let [free, start] = [0, 0]
  return named
    .map(({ style, amount }, nth) => {
      const x = Math.max(free, Math.min(start, width - room(nth)))
      start += (width * amount) / total
      free = x + textWidth(words[nth] ?? '') + 22
      const mark = `<rect class="${style}" x="${at(x)}" y="41" width="8" height="8"/>`
      return `${mark}${text(x + 13, 49, words[nth] ?? '')}`
    })
    .join('')
}

/** A share in whole percent, and with a decimal below ten; `<0.1 %` for less. */
export function percent(amount: number, total: number): string {
  if (total === 0) return '–'
  const share = (100 * amount) / total
  if (share > 0 && share < 0.1) return '<0.1 %'
  return `${share < 10 || (share > 90 && share < 100) ? Number(share.toFixed(1)) : Math.round(share)} %`
}

// Two decimals: pictures stay small, and the same on every machine.
const at = (value: number): string => String(Math.round(value * 100) / 100)
