import { clean } from '../../core/domain/text.ts'

/** The most characters of a text that is a cell of a table, or a line. */
const CELL = 60
const LINE = 2_000

// What can move a cursor, colour text or turn its direction; line ends are ours, and the joiner is that of emoji.
const ACTING = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\n\u200D]]/gv

/** A text as a cell of a table: on one line, capped, without anything that acts on a terminal; null is unknown. */
export const cell = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? 'unknown' : clean(String(value), CELL)

/** The same as a line of its own. */
export const line = (text: string): string => clean(text, LINE)

/** Sanitizes all output at the end: whatever was missed before, nothing in it acts. */
export const inert = (text: string): string => text.replace(ACTING, '')

/** JSON that says the same, with whatever acts on a terminal written as an escape. */
export const inertJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(
    ACTING,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )}\n`
