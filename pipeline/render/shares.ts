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
/** Height of a line of names, in px. */
const NAME_LINE = 18
const GAP = 2

/** Draws bars of the parts of wholes: the first as wide as the drawing, with the names of its parts below. */
export function drawShares(content: SharesContent, size: FigureSize): Drawing {
  const { width } = DRAWN[size]
  const [all, ...others] = content.rows
  if (all === undefined) throw new Error(`the figure ${content.id} has no rows`)
  const label = Math.min(0.4 * width, 12 + Math.max(0, ...others.map(({ name }) => textWidth(name))))
  const says = 12 + Math.max(0, ...others.map((row) => textWidth(row.says)))
  const names = placeNames(all.parts, width)
  const top = TOP.height + NAME_LINE * (names.at(-1)?.line ?? 0)
  const rows = others.map((row, at) => {
    const y = top + at * ROW
    return [
      line(y),
      text(0, y + 19, fitted(row.name, label)),
      bar(row.parts, { x: label, y: y + 10, width: width - label - says, height: 10 }),
      text(width, y + 19, row.says, 'end'),
    ].join('')
  })
  const height = top + others.length * ROW
  const inner = [bar(all.parts, { x: 0, y: 0, width, height: TOP.bar }), ...names.map(drawName), ...rows]
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

/** A name below the bar, with its place. */
interface PlacedName {
  style: string
  words: string
  x: number
  line: number
}

/** Places the names of parts below their bar: each at its part where all fit in a line, else one after the other in lines. */
function placeNames(parts: readonly SharePart[], width: number): PlacedName[] {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0)
  const named = parts
    .filter(({ amount }) => amount > 0)
    .map(({ style, name, amount }) => ({ style, amount, words: `${name} ${percent(amount, total)}` }))
  const room = (from: number) =>
    named.slice(from).reduce((sum, { words }) => sum + nameWidth(words), -BETWEEN_NAMES)
  const isOneLine = room(0) <= width
  let [free, start, line] = [0, 0, 0]
  return named.map(({ style, amount, words }, nth) => {
    if (!isOneLine && free + nameWidth(words) - BETWEEN_NAMES > width) [free, line] = [0, line + 1]
    const x = isOneLine ? Math.max(free, Math.min(start, width - room(nth))) : free
    start += (width * amount) / total
    free = x + nameWidth(words)
    return { style, words, x, line }
  })
}

const BETWEEN_NAMES = 9
/** Width of a name with its mark and the free px behind it. */
const nameWidth = (words: string): number => textWidth(words) + 13 + BETWEEN_NAMES

const drawName = ({ style, words, x, line }: PlacedName): string =>
  `<rect class="${style}" x="${at(x)}" y="${41 + line * NAME_LINE}" width="8" height="8"/>${text(x + 13, 49 + line * NAME_LINE, words)}`

/** A share in whole percent, and with a decimal below ten; `<0.1 %` for less. */
export function percent(amount: number, total: number): string {
  if (total === 0) return '–'
  const share = (100 * amount) / total
  if (share > 0 && share < 0.1) return '<0.1 %'
  return `${share < 10 || (share > 90 && share < 100) ? Number(share.toFixed(1)) : Math.round(share)} %`
}

// Two decimals: pictures stay small, and the same on every machine.
const at = (value: number): string => String(Math.round(value * 100) / 100)
