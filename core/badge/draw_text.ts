import type { Glyph } from './glyphs.ts'

/** One character of a text, by code point. */
export interface PlacedGlyph {
  code: number
  /** Where the pen stands, in px. */
  x: number
}

/** An outline where it stands first, in hundredths of a px, and how far from there it comes again. */
interface Repeated {
  glyph: Glyph
  at: number
  again: number[]
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
export function drawText(placed: PlacedGlyph[], glyphs: (Glyph | undefined)[]): string {
  const plain = new OutlineWriter()
  let named = ''
  let letter = 97
  for (const group of grouped(placed, glyphs, plain)) {
    const again = group[0]?.again ?? []
    if (!paysToName(group)) {
      for (const { glyph, at } of group) for (const by of [0, ...again]) plain.add(glyph, at + by)
      continue
    }
    const writer = new OutlineWriter()
    for (const { glyph, at } of group) writer.add(glyph, at)
    const id = String.fromCharCode(letter++)
    named += `<path id="${id}" d="${writer.text}"/>`
    for (const by of again) named += `<use href="#${id}" x="${tenths(by)}"/>`
  }
  return `<path d="${plain.text}"/>${named}`
}

function paysToName(group: Repeated[]): boolean {
  let length = 0
  for (const { glyph } of group) length += glyph.rest.length + MOVING
  return (group[0]?.again.length ?? 0) * (length - USING) > NAMING
}

// How often each character is in the text that is drawn now; a new array for each text takes a third of the time.
const seen = new Uint8Array(128)

/** Groups what comes again by its distances; what does not is written to `plain` at once. */
function grouped(placed: PlacedGlyph[], glyphs: (Glyph | undefined)[], plain: OutlineWriter): Repeated[][] {
  seen.fill(0)
  for (const { code } of placed) seen[code] = (seen[code] ?? 0) + 1
  const repeated = new Map<number, Repeated>()
  for (const { code, x } of placed) {
    const glyph = glyphs[code]
    if (!glyph) continue
    const at = Math.round(x * 100)
    const known = seen[code] === 1 ? undefined : repeated.get(code)
    if (known) known.again.push(at - known.at)
    else if (seen[code] === 1) plain.add(glyph, at)
    else repeated.set(code, { glyph, at, again: [] })
  }
  const groups: Repeated[][] = []
  for (const one of repeated.values()) {
    const same = groups.find(([first]) => isEqual(first?.again ?? [], one.again))
    if (same) same.push(one)
    else groups.push([one])
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
    const move = this.text === '' ? 'M' : 'm'
    // Twice as quick as a template.
    this.text += move + tenths(startX - this.#x) + (down < 0 ? down : ` ${down}`) + rest
    this.#x = startX + 10 * endX
    this.#y = y + endY
  }
}

/** Hundredths of a px in tenths. Whole numbers are quicker to write. */
function tenths(hundredths: number): string {
  const size = Math.abs(hundredths)
  const rest = size % 10
  const text = rest === 0 ? String(size / 10) : `${(size - rest) / 10}.${rest}`
  return hundredths < 0 ? `-${text}` : text
}
