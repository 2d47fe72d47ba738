/** The measures of one font, in its own units, for printable ASCII (code points 32 to 126). */
export interface FontMetrics {
  unitsPerEm: number
  /** How far the pen moves after a character. */
  advance(code: number): number
  /** What is added to the advance of `left` when `right` follows it. */
  kern(left: number, right: number): number
}

/** The typeface of badges as data: measures, and the outlines of `pipeline/render/outlines.json`. */
export interface BadgeFont {
  units_per_em: number
  /** Of each printable character. */
  advances: number[]
  /** `left right` → what is added between the two; pairs without kerning are left out. */
  kerns: Record<string, number>
  outlines: Record<string, string>
}

/** The first of the printable characters, and how many there are. */
export const FIRST = 32
export const COUNT = 95

/** The measures as functions. */
export const metricsOf = ({ units_per_em, advances, kerns }: BadgeFont): FontMetrics => ({
  unitsPerEm: units_per_em,
  advance: (code) => advances[code - FIRST] ?? 0,
  kern: (left, right) => kerns[`${left} ${right}`] ?? 0,
})
