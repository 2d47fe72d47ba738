import { readFileSync } from 'node:fs'
import { readCoverage } from './coverage.ts'

const file = (subset: string, weight: number): Buffer =>
  readFileSync(new URL(import.meta.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)))

const WEIGHTS = [400, 600] as const
const SUBSETS = ['latin', 'latin-ext']

/** Inter, for most languages in Latin script. */
export const FONTS = SUBSETS.flatMap((subset) =>
  WEIGHTS.map((weight) => ({
    ...{ name: subset === 'latin' ? 'Inter' : 'Inter Ext', data: file(subset, weight), weight },
    style: 'normal' as const,
  })),
)

export const FAMILY = 'Inter, Inter Ext'

const coverages = FONTS.map(({ data }) => readCoverage(data))

/**
 * True if these fonts alone can draw a text: every character is in them, and none is a combining mark. Other scripts
 * and emoji would take fonts of many megabytes, and right-to-left text a layout that satori does not have.
 */
export const isDrawable = (text: string): boolean =>
  [...text].every(
    (character) => !/\p{M}/u.test(character) && coverages.some((has) => has(character.codePointAt(0) ?? 0)),
  )
