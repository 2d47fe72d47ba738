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

/** The outlines of printable ASCII (without the space) by code point, from the texts that `scripts/outlines/write.ts` makes. */
export function glyphsOf(outlines: Readonly<Record<string, string>>): (Glyph | undefined)[] {
  const glyphs = Array.from({ length: 128 }, (): Glyph | undefined => undefined)
  for (const [character, text] of Object.entries(outlines)) {
    const [x = 0, y = 0, endX = 0, endY = 0] = text.split(' ', 4).map(Number)
    const rest = text.replace(/^(\S+ ){4}/, '')
    glyphs[character.charCodeAt(0)] = { x, y, rest, endX, endY }
  }
  return glyphs
}
