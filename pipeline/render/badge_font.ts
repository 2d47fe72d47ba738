import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BadgeFont, COUNT, FIRST } from '../../core/badge/font_metrics.ts'
import { readFont } from './font.ts'

/** The file of the typeface, for satori and for its measures. */
export const FONT_FILE = createRequire(import.meta.url).resolve(
  '@fontsource/inter/files/inter-latin-600-normal.woff',
)

const OUTLINES = new URL('outlines.json', import.meta.url)

/** Reads the typeface of badges: its measures, and the outlines that `scripts/outlines/write.ts` makes. */
export function readBadgeFont(): BadgeFont {
  const font = readFont(readFileSync(FONT_FILE))
  const codes = Array.from({ length: COUNT }, (_, index) => FIRST + index)
  const pairs = codes.flatMap((left) =>
    codes.map((right): [string, number] => [`${left} ${right}`, font.kern(left, right)]),
  )
  return {
    units_per_em: font.unitsPerEm,
    advances: codes.map((code) => font.advance(code)),
    kerns: Object.fromEntries(pairs.filter(([, kern]) => kern !== 0)),
    outlines: JSON.parse(readFileSync(OUTLINES, 'utf8')),
  }
}
