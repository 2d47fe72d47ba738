import { pick } from '../source/pick.ts'
import { toList, toText } from './text.ts'

/** Returns the value under the first of these names that is not empty, else null. */
export function findValue(file: unknown, names: readonly string[]): unknown {
  const values = names.map((name) => pick(file, name))
  return values.find((value) => value !== null && value !== '') ?? null
}

/** Reads a text in any form: as it is, a number, lines in a list, or one text for each language. */
export function toPlainText(value: unknown, max: number): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (Array.isArray(value)) return toText(value.filter(isText).slice(0, max).join(' ') || null, max)
  if (typeof value !== 'object' || value === null) return toText(value, max)
  return toText(findValue(value, ['en', 'default']) ?? Object.values(value).find(isText), max)
}

/** Reads a boolean in any form, also as an object with `enabled`; null for anything else. */
export function toFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : null
  if (word !== null) return word === 'true' ? true : word === 'false' ? false : null
  const inside = findValue(value, ['enabled', 'supported', 'active'])
  return typeof inside === 'object' ? null : toFlag(inside)
}

/** Returns an integer as text: files write ids as numbers, as text and beyond safe integers. */
export const toIdText = (value: unknown, max: number): string | null =>
  Number.isSafeInteger(value) ? String(value) : toText(value, max)

/** Returns the entries of a list, or a single text or object as a list of one. */
export function toEntryList(value: unknown, max: number): unknown[] {
  if (Array.isArray(value)) return toList(value, max)
  return value === null || value === undefined || value === '' ? [] : [value]
}

/**
 * Returns the entries of a list, or of a map by name: there each entry is an address, an object, or a list of them, and
 * gets its key as name where it has none itself. `isEntry` distinguishes a single entry from a map of them.
 */
export function toEntries(value: unknown, max: number, isEntry: (value: unknown) => boolean): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isEntry(value))
    return toEntryList(value, max)
  const entries = Object.entries(value).slice(0, max)
  return entries
    .flatMap(([name, entry]) => toEntryList(entry, max).map((item) => withName(name, item)))
    .slice(0, max)
}

const withName = (name: string, entry: unknown): unknown =>
  typeof entry === 'object' ? { name, ...entry } : { name, endpoint: entry }

const isText = (value: unknown): value is string => typeof value === 'string'
