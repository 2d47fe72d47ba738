import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { findAgents } from '../find/find_agents.ts'
import { findByKey } from '../find/key_candidates.ts'
import { toFindRequest, toQuery } from '../find/request.ts'
import { cachedJson } from '../json_answer.ts'
import { hashText } from '../served_release.ts'

const CANDIDATES = 3

/** `/api/agents/find`: the best three, and the address of the full list; for a key, the agents that have it. */
export const findVariant: Variant<Resource<'find'>> = async ({ release, values }) => {
  const request = toFindRequest(values, CANDIDATES)
  const query = toQuery(request)
  const full_results = `${release.reader.about.base_url}/api/agents/find/full?${query}`
  const byKey = await findByKey(release, request, 'find_result', { full_results })
  if (byKey !== null) return cachedJson(() => release.build(byKey))
  return cachedJson(async () =>
    release.text(`find ${await hashText(query)}`, JSON_TYPE, () =>
      findAgents(release, request, 'find_result', { full_results }),
    ),
  )
}
