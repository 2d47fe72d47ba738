import type { SearchEntry } from './entry.ts'
import { parseQuery, searchKeys } from './keys.ts'

/** Returns why an agent matches beyond its name and handle, e.g. `repository owner/name`; else null. */
export function matchReason(
  { name, handle, repository, operators }: SearchEntry,
  text: string,
): string | null {
  const { phrase, words } = parseQuery(text)
  const keys = [...searchKeys(name), ...searchKeys(handle)]
  const isMatch = (word: string): boolean => keys.some((key) => key.startsWith(word))
  const missing = words.filter((word) => !isMatch(word))
  if (missing.length === 0 || isMatch(phrase)) return null
  const texts = [
    ...(repository === null ? [] : [{ kind: 'repository', text: repository }]),
    ...operators.map((operator) => ({ kind: 'operator', text: operator })),
  ]
  const found = texts.find((text) =>
    searchKeys(text.text).some((key) => [phrase, ...missing].some((word) => key.startsWith(word))),
  )
  return found === undefined ? null : `${found.kind} ${found.text}`
}
