import type { SqlValue } from './database.ts'

/** Returns the number of values of a statement: the highest `$n` in it. */
export function countPlaceholders(sql: string): number {
  return Math.max(0, ...Array.from(sql.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))
}

/**
 * Throws TypeError for values that one database would accept and the other refuse or change: a missing value, a number
 * that is not whole, a text with a NUL. So a mistake shows with either.
 */
export function checkValues(values: readonly SqlValue[], expected: number): void {
  if (values.length !== expected)
    throw new TypeError(`the statement takes ${expected} values, and ${values.length} were given`)
  for (const [index, value] of values.entries()) {
    if (!isStorable(value)) throw new TypeError(`$${index + 1} must be a whole number, a text or null`)
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  return value === null || Number.isSafeInteger(value)
}
