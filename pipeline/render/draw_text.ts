import type { Glyph } from './glyphs.ts'

/** One character of a text, by code point. */
export interface Placed {
  code: number
  /** Where the pen stands, in px. */
  x: number
}

/** What `<path id="a" d=""/>` costs, and what a `<use>` costs more than a move, in bytes. */
const NAMING = 19
const USING = 19

/**
 * Draws text in tenths of a px, the pens to a hundredth of a px: every outline where it stands, but for those
 * that come again and are long enough to be named once and then used.
 */
export function drawText(placed: Placed[], glyphs: Map<number, Glyph>): string {
  const seen = new Uint8Array(128)
  for (const { code } of placed) seen[code] = (seen[code] ?? 0) + 1
  const named = new Map<number, { id: string; at: number }>()
  const single = outlineWriter()
  let shared = ''
  for (const { code, x } of placed) {
    const glyph = glyphs.get(code)
    if (!glyph) continue
    const at = Math.round(x * 100)
    const first = named.get(code)
    if (first) shared += `<use href="#${first.id}" x="${tenths(at - first.at)}"/>`
    else if (isShared(seen[code] ?? 0, glyph)) {
      const id = String.fromCharCode(97 + named.size)
      named.set(code, { id, at })
      shared += `<path id="${id}" d="M${tenths(at + 10 * glyph.x)} ${glyph.y}${glyph.rest}"/>`
    } else single.add(glyph, at)
  }
  return `<path d="${single.text()}"/>${shared}`
}

const isShared = (count: number, { rest }: Glyph) => (count - 1) * (rest.length - USING) > NAMING

/** Writes outlines one after the other, each start from the one before: shorter than from the left edge. */
function outlineWriter() {
  let [text, fromX, fromY] = ['', 0, 0]
  return {
    add({ x, y, rest, endX, endY }: Glyph, at: number) {
      const startX = at + 10 * x
      const dy = y - fromY
      text += `${text ? 'm' : 'M'}${tenths(startX - fromX)}${dy < 0 ? '' : ' '}${dy}${rest}`
      fromX = startX + 10 * endX
      fromY = y + endY
    },
    text: () => text,
  }
}

/** Hundredths of a px in tenths. Whole numbers are quicker to write. */
function tenths(hundredths: number): string {
  const size = Math.abs(hundredths)
  const rest = size % 10
  const text = rest === 0 ? `${size / 10}` : `${(size - rest) / 10}.${rest}`
  return hundredths < 0 ? `-${text}` : text
}
