import type { SearchEntry } from './entry.ts'
import { keysOf, queryOf } from './keys.ts'

/** Returns why an agent matches beyond its name and handle, e.g. `repository owner/name`; else null. */
export function foundBy({ name, handle, repository, operators }: SearchEntry, text: string): string | null {
  const { phrase, words } = queryOf(text)
  const keys = [...keysOf(name), ...keysOf(handle)]
  const isHeld = (word: string): boolean => keys.some((key) => key.startsWith(word))
  const missing = words.filter((word) => !isHeld(word))
  if (missing.length === 0 || isHeld(phrase)) return null
  const texts = [
    ...(repository === null ? [] : [{ kind: 'repository', text: repository }]),
    ...operators.map((operator) => ({ kind: 'operator', text: operator })),
  ]
  const found = texts.find((text) =>
    keysOf(text.text).some((key) => [phrase, ...missing].some((word) => key.startsWith(word))),
  )
  return found === undefined ? null : `${found.kind} ${found.text}`
}
