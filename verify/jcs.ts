import { Malformed, utf8 } from './bytes.ts'

/**
 * The RFC 8785 bytes of a JSON value: names in the order of their UTF-16 units, and numbers and texts as ECMAScript
 * writes them. Half a surrogate pair, or what JSON has no word for, throws Malformed.
 */
export const canonicalBytes = (value: unknown): Uint8Array => utf8(canonicalText(value))

/** The same as a text. */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value === 'string' && value.isWellFormed()) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value === 'object') return `{${members(value).join(',')}}`
  throw new Malformed('it has no canonical JSON')
}

const members = (value: object): string[] =>
  Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, inner]) => `${canonicalText(name)}:${canonicalText(inner)}`)
