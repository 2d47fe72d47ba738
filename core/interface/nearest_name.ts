import { editDistance } from '../search/edit_distance.ts'
import { ALIASES } from './aliases.ts'

/** More letters of a name than this say nothing about which known name was meant. */
const MAX_LETTERS = 64

/** The known name that a caller probably meant, or null when none is near. */
export function nearestName(known: readonly string[], name: string): string | null {
  const asked = plainName(name.slice(0, MAX_LETTERS))
  const alias = known.find((known) => ALIASES[known]?.includes(asked))
  if (alias !== undefined) return alias
  const [nearest] = known
    .map((known) => {
      const edits = Math.max(1, Math.floor(known.length / 3))
      return { known, edits, distance: editDistance(asked, plainName(known), edits) }
    })
    .filter(({ distance, edits }) => distance <= edits)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.known ?? null
}

/** A name without what its spellings differ in: `minTier`, `min-tier` and `min_tier` are the same. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')
