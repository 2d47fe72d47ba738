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
export function readGlyphs(): (Glyph | undefined)[] {
  const outlines: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'))
  const glyphs = Array.from({ length: 128 }, (): Glyph | undefined => undefined)
  for (const [character, text] of Object.entries(outlines)) {
    const [x = 0, y = 0, endX = 0, endY = 0] = text.split(' ', 4).map(Number)
    const rest = text.replace(/^(\S+ ){4}/, '')
    glyphs[character.charCodeAt(0)] = { x, y, rest, endX, endY }
  }
  return glyphs
}
