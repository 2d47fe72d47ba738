import { FuzzyNameIndex, type NameRule } from '../search/name_index.ts'
import { ALIASES } from './aliases.ts'

/** More letters of a name than this say nothing about which known name was meant. */
const MAX_LETTERS = 64

/** For parameter names, which are few: `minTier`, `min-tier` and `min_tier` are equal, and a third may be wrong. */
const PARAMETER_NAMES: NameRule = {
  fold: (name) => name.toLowerCase().replaceAll(/[_-]/g, ''),
  maxEdits: (_asked, known) => Math.max(1, Math.floor(known / 3)),
}

/** The known name that this is another spelling of, or an alias; null for none. */
export function meantName(known: readonly string[], name: string): string | null {
  const folded = PARAMETER_NAMES.fold(name)
  return (
    known.find((text) => PARAMETER_NAMES.fold(text) === folded) ??
    known.find((text) => ALIASES[text]?.includes(folded)) ??
    null
  )
}

/** The known name that a caller probably meant, or null when none is near. */
export function nearestName(known: readonly string[], name: string): string | null {
  const requested = name.slice(0, MAX_LETTERS)
  const meant = meantName(known, requested)
  if (meant !== null) return meant
  const [nearest] = new FuzzyNameIndex(
    known.map((text) => [text]),
    PARAMETER_NAMES,
  ).nearest(requested, 1)
  return nearest === undefined ? null : (known[nearest] ?? null)
}
