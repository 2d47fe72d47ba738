import { parseKeys } from '../../../core/keys/parse_keys.ts'
import { candidatePath } from '../../../core/release/paths.ts'
import type { FindCandidate } from '../../../core/resources/find.schema.ts'
import { adviceLimitations } from '../../../core/views/trust_parts.ts'
import { describeUnknown, readPayments, toResolvedItem } from '../keys/key_words.ts'
import { findKey } from '../keys/resolve_key.ts'
import type { ServedRelease } from '../served_release.ts'
import type { FindRequest } from './find_agents.ts'

const LIMITATION = 'q is a key of agents, so that the candidates are those that have it, the surest first.'

/**
 * Returns find's answer to a query that is a key of agents, such as a wallet or a URL: those that have it and pass the
 * filters. Null for a query in words; a text that can only be a key is not searched for as words.
 */
export async function findByKey(
  release: ServedRelease,
  request: FindRequest,
  type: string,
  more: Record<string, unknown> = {},
): Promise<(Record<string, unknown> & { hint: string | null }) | null> {
  // Most queries are words, for which nothing need be looked up.
  if (parseKeys(request.q.trim()).keys.length === 0) return null
  const found = await findKey(release, request.q)
  const { keys, isClear } = found.readings
  if (found.owners.length === 0 && !isClear) return null
  const named = await Promise.all(found.owners.map(({ handle }) => readCandidate(release, handle)))
  const wanted = named
    .filter((candidate) => candidate !== null)
    .filter((candidate) => passes(candidate, request))
  const candidates = wanted.slice(0, request.limit)
  const item = toResolvedItem(found)
  const info = await release.info()
  return {
    ...{ type, words: [], matched: candidates.length > 0 ? 'all' : null },
    ...{ total_matches: wanted.length + found.leftOut, count: candidates.length },
    hint:
      candidates.length > 0
        ? null
        : found.owners.length > 0
          ? 'The agents that have this key do not pass the filters. Drop a filter.'
          : await describeUnknown(release, keys, await readPayments(release, keys)),
    ...{ nearby_words: [], ...(item === null ? {} : { resolved_from: item }) },
    candidates: candidates.map((candidate) => ({ ...candidate, matched_words: [] })),
    ...more,
    untrusted_fields: ['candidates.name', 'candidates.description', 'candidates.endpoints.url'],
    limitations: [...adviceLimitations(info), LIMITATION],
    last_updated: info.last_updated,
  }
}

/** Returns an agent as find shows it; null for one that has departed. */
const readCandidate = (release: ServedRelease, handle: string): Promise<FindCandidate | null> =>
  release.json<FindCandidate>('private', candidatePath(handle))

const passes = (
  { primary_category, secondary_categories, rails, liveness, tier }: FindCandidate,
  request: FindRequest,
): boolean =>
  (request.category === null || [primary_category, ...secondary_categories].includes(request.category)) &&
  request.rails.every((rail) => (rails as string[]).includes(rail)) &&
  (!request.isAlive || liveness === 'alive') &&
  (request.minTier === null || tier === request.minTier)
