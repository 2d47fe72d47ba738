/** Sizes in px in which each figure is drawn, for its widths of use: text in it is never scaled. */
export const DRAWN = {
  wide: { width: 640, height: 272 },
  medium: { width: 480, height: 232 },
  narrow: { width: 340, height: 200 },
} as const

export type FigureSize = keyof typeof DRAWN

/** Returns about the width in px of a text of 12 px: no letter of ours is wider on average. */
export const textWidth = (text: string): number => 6.9 * text.length
