import type { Glyph } from './glyphs.ts'

/** One character of a text, by code point. */
export interface Placed {
  code: number
  /** Where the pen stands, in px. */
  x: number
}

/** Characters that come again at the same distances (in hundredths of a px), and where they stand first. */
interface Group {
  again: number[]
  outlines: { glyph: Glyph; at: number }[]
}

/** What `<path id="a" d=""/>`, a `<use>` and the move to an outline cost, in bytes. */
const NAMING = 19
const USING = 27
const MOVING = 8

/**
 * Draws text in tenths of a px, the pens to a hundredth of a px: every outline where it stands, but for those
 * that come again and are long enough to be named once and then used. What comes again at the same distances
 * shares a name.
 */
export function drawText(placed: Placed[], glyphs: Map<number, Glyph>): string {
  const plain = new OutlineWriter()
  let named = ''
  let letter = 97
  for (const { again, outlines } of groupsOf(placed, glyphs)) {
    if (!paysToName(outlines, again.length)) {
      for (const { glyph, at } of outlines) {
        plain.add(glyph, at)
        for (const by of again) plain.add(glyph, at + by)
      }
      continue
    }
    const writer = new OutlineWriter()
    for (const { glyph, at } of outlines) writer.add(glyph, at)
    const id = String.fromCharCode(letter++)
    named += `<path id="${id}" d="${writer.text}"/>`
    for (const by of again) named += `<use href="#${id}" x="${tenths(by)}"/>`
  }
  return `<path d="${plain.text}"/>${named}`
}

function paysToName(outlines: Group['outlines'], uses: number): boolean {
  if (uses === 0) return false
  const length = outlines.reduce((sum, { glyph }) => sum + glyph.rest.length + MOVING, 0)
  return uses * (length - USING) > NAMING
}

/** In the order in which they first stand in the text, those that do not come again before all others. */
function groupsOf(placed: Placed[], glyphs: Map<number, Glyph>): Group[] {
  const byCode = new Map<number, Group>()
  for (const { code, x } of placed) {
    const at = Math.round(x * 100)
    const known = byCode.get(code)
    const glyph = glyphs.get(code)
    if (known) known.again.push(at - (known.outlines[0]?.at ?? 0))
    else if (glyph) byCode.set(code, { again: [], outlines: [{ glyph, at }] })
  }
  const groups: Group[] = [{ again: [], outlines: [] }]
  for (const one of byCode.values()) {
    const same = groups.find(({ again }) => isEqual(again, one.again))
    if (same) same.outlines.push(...one.outlines)
    else groups.push(one)
  }
  return groups
}

const isEqual = (a: number[], b: number[]) => a.length === b.length && a.every((number, i) => number === b[i])

/** Writes outlines one after the other, each start from where the last one ended: shorter than from the edge. */
class OutlineWriter {
  text = ''
  #x = 0
  #y = 0

  add({ x, y, rest, endX, endY }: Glyph, at: number) {
    const startX = at + 10 * x
    const down = y - this.#y
    this.text += `${this.text ? 'm' : 'M'}${tenths(startX - this.#x)}${down < 0 ? '' : ' '}${down}${rest}`
    this.#x = startX + 10 * endX
    this.#y = y + endY
  }
}

/** Hundredths of a px in tenths. Whole numbers are quicker to write. */
function tenths(hundredths: number): string {
  const size = Math.abs(hundredths)
  const rest = size % 10
  const text = rest === 0 ? `${size / 10}` : `${(size - rest) / 10}.${rest}`
  return hundredths < 0 ? `-${text}` : text
}
