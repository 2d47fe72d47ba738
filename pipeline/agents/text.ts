import { pick } from '../source/pick.ts'

/** An untrusted text, cut to `max` UTF-16 units; null for anything but a text. */
export const toText = (value: unknown, max: number): string | null =>
  typeof value === 'string' ? value.slice(0, max).toWellFormed() : null

/** The first `max` entries of a list; empty for anything but a list. */
export const toList = (value: unknown, max: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, max) : []

/** The entries of a list of any length; empty for anything but a list. */
export const toEntries = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The texts in a list, each once, in its order; entries that are objects count by their name or id. */
export function toTexts(values: unknown[], max: number, longest: number): string[] {
  const texts = values.flatMap((value) => {
    const text = toText(pick(value, 'name') ?? pick(value, 'id') ?? value, longest)?.trim()
    return text ? [text] : []
  })
  return [...new Set(texts)].slice(0, max)
}
