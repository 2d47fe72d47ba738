import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import type { Variant } from '../call.ts'
import { findAgents } from '../find/find_agents.ts'
import { toFindRequest, toQuery } from '../find/request.ts'
import { cachedJson } from '../json_answer.ts'

const CANDIDATES = 3

/** `/api/agents/find`: the best three, and the address of the full list. */
export const findVariant: Variant<Resource<'find'>> = ({ release, values }) => {
  const request = toFindRequest(values, CANDIDATES)
  const query = toQuery(request)
  const full_results = `${release.reader.about.base_url}/api/agents/find/full?${query}`
  return cachedJson(() =>
    release.text(`find ${query}`, JSON_TYPE, () =>
      findAgents(release, request, 'find_result', { full_results }),
    ),
  )
}
