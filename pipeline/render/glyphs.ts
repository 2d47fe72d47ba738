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
  /** Relative commands from there, so that it can stand anywhere. Filling closes each contour. */
  rest: string
  /** How far from its start the last command ends. */
  endX: number
  endY: number
}

const FILE = new URL('outlines.json', import.meta.url)

/**
 * Reads the outlines of printable ASCII (without the space) by code point. `scripts/outlines/write.ts` makes
 * them from satori's drawing, rounded as satori does, in the fewest characters.
 */
export function readGlyphs(): Map<number, Glyph> {
  const outlines: Record<string, [number, number, string, number, number]> = JSON.parse(
    readFileSync(FILE, 'utf8'),
  )
  return new Map(
    Object.entries(outlines).map(([character, [x, y, rest, endX, endY]]) => [
      character.charCodeAt(0),
      { x, y, rest, endX, endY },
    ]),
  )
}
