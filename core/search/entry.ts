import { CATEGORIES, type Category } from '../domain/category.ts'
import type { Tier } from '../views/agent_record.ts'
import { searchKeys } from './keys.ts'

const TIERS = ['indexed', 'evidence_ranked'] as const satisfies Tier[]
const LIVENESS = ['alive', 'not_alive', 'unknown', 'departed'] as const

/** An agent as the search shows it; names, repository and operators are third-party text. */
export interface SearchEntry {
  handle: string
  name: string
  category: Category
  tier: Tier
  /** Rank and score in its category. */
  rank: number | null
  score: number | null
  liveness: (typeof LIVENESS)[number]
  /** Text of `flagWords`: such an agent is never shown without it. */
  flagged: string | null
  /** Host and path, without what is before them, and of one on GitHub without the host. */
  repository: string | null
  /** Accounts, hosts and wallets of the operator. */
  operators: string[]
}

/**
 * An entry as a file of the index has it: the same without names, in this order; categories and such by their places.
 */
export type PackedEntry = [
  handle: string,
  name: string,
  category: number,
  tier: number,
  rank: number | null,
  score: number | null,
  liveness: number,
  flagged: string | null,
  repository: string | null,
  operators: string[],
]

/** The entry for a file. */
export const packEntry = (entry: SearchEntry): PackedEntry => [
  entry.handle,
  entry.name,
  CATEGORIES.indexOf(entry.category),
  TIERS.indexOf(entry.tier),
  entry.rank,
  entry.score,
  LIVENESS.indexOf(entry.liveness),
  entry.flagged,
  entry.repository,
  entry.operators,
]

/** The entry of a file. */
export function unpackEntry(row: PackedEntry): SearchEntry {
  const [handle, name, category, tier, rank, score, liveness, flagged, repository, operators] = row
  return {
    ...{ handle, name, rank, score, flagged, repository, operators },
    category: CATEGORIES[category] as Category,
    tier: TIERS[tier] as Tier,
    liveness: LIVENESS[liveness] as SearchEntry['liveness'],
  }
}

/** Search keys of an agent, unique; a prefix of another is omitted, since it finds nothing more. */
export function keysOfEntry({ handle, name, repository, operators }: SearchEntry): string[] {
  const texts = [name, handle, ...(repository === null ? [] : [repository]), ...operators]
  const keys = [...new Set(texts.flatMap(searchKeys))].sort()
  return keys.filter((key, at) => keys[at + 1]?.startsWith(key) !== true)
}
