import type { Category } from '../../pipeline/category.ts'
import { candidatePath } from '../../views/find_candidate.ts'
import { adviceLimitations } from '../../views/trust_parts.ts'
import type { ServedRelease } from '../served_release.ts'
import { FindIndex } from './find_index.ts'
import { FIND_INDEX_PATH, type Filter } from './index_format.ts'
import { wordsOf } from './words.ts'

/** What to find. */
export interface FindRequest {
  /** Free text of 1 to 200 characters. */
  q: string
  category: Category | null
  /** The agent is on all of these. */
  rails: string[]
  isAlive: boolean
  minTier: 'evidence_ranked' | null
  /** How many candidates are given. */
  limit: number
}

const MOST_WORDS = 32

const LIMITATION =
  'Candidates are found by the words of their records, which their own authors wrote and nobody checked. They are ordered by what is observed of them (verdict, evidence, rank), not by how well the words fit.'

/** The index of a release, read when it is first needed and kept as long as the release is. */
export const findIndexOf = (release: ServedRelease): Promise<FindIndex> =>
  release.memo(FIND_INDEX_PATH, async () => {
    const file = await release.reader.read('private', FIND_INDEX_PATH)
    if (file === null)
      throw new Error(`the release ${release.id} has no ${FIND_INDEX_PATH}: publish its day again`)
    return new FindIndex(file.bytes)
  })

/**
 * The candidates, the best first, as the JSON text of a resource: `type` stands before them, `more` after. They are
 * put together from the texts that the release holds, without being parsed.
 */
export async function findAgents(
  release: ServedRelease,
  request: FindRequest,
  type: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const index = await findIndexOf(release)
  const words = wordsOf(request.q).slice(0, MOST_WORDS)
  const { matched, total, first } = index.search(words, filtersOf(request), request.limit)
  const candidates = await Promise.all(first.map((position) => candidate(release, index.handle(position))))
  const facts = await release.facts()
  const head = { type, words, matched, total_matches: total, count: candidates.length }
  const tail = {
    ...more,
    untrusted_fields: ['candidates.name', 'candidates.description', 'candidates.endpoints.url'],
    limitations: [...adviceLimitations(facts), LIMITATION],
    last_updated: facts.last_updated,
  }
  return `${JSON.stringify(head).slice(0, -1)},"candidates":[${candidates.join(',')}],${JSON.stringify(tail).slice(1)}\n`
}

async function candidate(release: ServedRelease, handle: string): Promise<string> {
  const file = await release.content('private', candidatePath(handle))
  if (file === null)
    throw new Error(`the release ${release.id} has no ${candidatePath(handle)}: publish its day again`)
  return new TextDecoder().decode(file.bytes).trimEnd()
}

const filtersOf = ({ category, rails, isAlive, minTier }: FindRequest): Filter[] => [
  ...(category === null ? [] : [`category/${category}` as const]),
  ...rails.map((rail) => `rail/${rail}` as Filter),
  ...(isAlive ? (['alive'] as const) : []),
  ...(minTier === null ? [] : [minTier]),
]
