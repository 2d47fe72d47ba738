import type { Category } from '../../../core/domain/category.ts'
import type { Filter } from '../../../core/interface/find/index_format.ts'
import { candidatePath, PRIVATE_PATHS } from '../../../core/release/paths.ts'
import { adviceLimitations } from '../../../core/views/trust_parts.ts'
import type { ServedRelease } from '../served_release.ts'
import { FindIndex, type FindIndexResult } from './find_index.ts'
import { buildHint, type Hint } from './hint.ts'

/** Search parameters of find. */
export interface FindRequest {
  /** Free text of 1 to 200 characters. */
  q: string
  category: Category | null
  /** The agent is on all of these rails. */
  rails: string[]
  isAlive: boolean
  minTier: 'evidence_ranked' | null
  /** Maximum number of candidates returned. */
  limit: number
}

const LIMITATION =
  'Agents are matched by words: those of their own authors, which nobody checked, and those of our catalogue. Their order is relevance times worth (rank, liveness, verdict, and whether the vendor runs it). After all others come registrations that nobody saw work, then flagged agents, then those with the verdict reject.'

/** Returns the find index of a release, read on first use and cached as long as the release. */
export const readFindIndex = (release: ServedRelease): Promise<FindIndex> =>
  release.memo(PRIVATE_PATHS.findIndex, async () => {
    const file = await release.reader.read('private', PRIVATE_PATHS.findIndex)
    if (file === null)
      throw new Error(`the release ${release.id} has no ${PRIVATE_PATHS.findIndex}: publish its day again`)
    return new FindIndex(file.bytes)
  })

/**
 * Returns the candidates, the best first, as the JSON text of a resource: `type` goes before them, `more` after. It is
 * assembled from texts in the release without parsing them.
 */
export async function findAgents(
  release: ServedRelease,
  request: FindRequest,
  type: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { index, words, found, nothing } = await searchIndex(release, request)
  const candidates = await Promise.all(
    found.first.map(({ position, ...match }) => readCandidate(release, index.handle(position), match)),
  )
  const info = await release.info()
  const head = {
    ...{ type, words: words.map(({ word }) => word), matched: found.matched },
    ...{ total_matches: found.total, total_is_exact: found.isExact, count: candidates.length },
    ...(nothing ?? { hint: null, nearby_words: [] }),
  }
  const tail = {
    ...more,
    untrusted_fields: [
      'nearby_words',
      'candidates.name',
      'candidates.description',
      'candidates.endpoints.url',
    ],
    limitations: [...adviceLimitations(info), LIMITATION],
    last_updated: info.last_updated,
  }
  return `${JSON.stringify(head).slice(0, -1)},"candidates":[${candidates.join(',')}],${JSON.stringify(tail).slice(1)}\n`
}

/** Returns a hint for a request without matches; null when there are matches. */
export const hintFor = async (release: ServedRelease, request: FindRequest): Promise<Hint | null> =>
  (await searchIndex(release, request)).nothing

async function searchIndex(release: ServedRelease, request: FindRequest) {
  const index = await readFindIndex(release)
  const query = index.parse(request.q)
  const masks = toFilters(request).map((filter) => index.filter(filter))
  const found = index.search(query, masks, request.limit)
  const nothing = found.total > 0 ? null : buildHint(index, query, masks.length > 0)
  return { index, words: query.words, found, nothing }
}

type Match = Pick<FindIndexResult['first'][number], 'words' | 'relevance' | 'worth'>

async function readCandidate(
  release: ServedRelease,
  handle: string,
  { words, relevance, worth }: Match,
): Promise<string> {
  const file = await release.content('private', candidatePath(handle))
  if (file === null)
    throw new Error(`the release ${release.id} has no ${candidatePath(handle)}: publish its day again`)
  const text = new TextDecoder().decode(file.bytes).trimEnd()
  const match = { matched_words: words, relevance: toHundredths(relevance), worth: toHundredths(worth) }
  return `${text.slice(0, -1)},${JSON.stringify(match).slice(1)}`
}

const toHundredths = (value: number): number => Math.round(100 * value) / 100

const toFilters = ({ category, rails, isAlive, minTier }: FindRequest): Filter[] => [
  ...(category === null ? [] : [`category/${category}` as const]),
  ...rails.map((rail) => `rail/${rail}` as Filter),
  ...(isAlive ? (['alive'] as const) : []),
  ...(minTier === null ? [] : [minTier]),
]
