import { readFileSync } from 'node:fs'

/** The height of the badge, in px. */
export const HEIGHT = 20
/** The size of the badge's text, in px. */
export const FONT_SIZE = 11

/** One character's outline for a pen at 0, in tenths of a px. */
export interface Glyph {
  /** Where the outline starts. */
  x: number
  y: number
  /** Relative commands from there, so that it can stand anywhere. */
  rest: string
  /** Where the last contour starts, and so where the outline leaves the pen, from its start. */
  endX: number
  endY: number
}

/**
 * Reads the outlines of printable ASCII (without the space) by code point. `scripts/outlines/write.ts` makes
 * them from satori's drawing, with curves longer than satori's where the difference is less than its rounding.
 */
export function readGlyphs(): Map<number, Glyph> {
  const text = readFileSync(new URL('outlines.json', import.meta.url), 'utf8')
  const outlines: Record<string, string> = JSON.parse(text)
  return new Map(Object.entries(outlines).map(([character, data]) => [character.charCodeAt(0), parse(data)]))
}

function parse(data: string): Glyph {
  const [, x, y, rest] = /^M(-?\d+) ?(-?\d+)(.*)$/.exec(data) ?? []
  if (rest === undefined) {
    throw new Error(`The outline ${data.slice(0, 40)} does not start with M; run scripts/outlines/write.ts`)
  }
  let [endX, endY] = [0, 0]
  for (const [, dx, dy] of rest.matchAll(/m(-?\d+) ?(-?\d+)/g)) {
    endX += Number(dx)
    endY += Number(dy)
  }
  return { x: Number(x), y: Number(y), rest, endX, endY }
}
