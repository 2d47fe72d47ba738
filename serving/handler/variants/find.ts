import { JSON_TYPE } from '../../../core/interface/content.ts'
import type { Variant } from '../call.ts'
import { findAgents } from '../find/find_agents.ts'
import { findRequestOf, queryOf } from '../find/request.ts'

const CANDIDATES = 3

/** `/api/agents/find`: the best three, and the address of all. */
export const find: Variant = ({ release, values }) => {
  const request = findRequestOf(values, CANDIDATES)
  const query = queryOf(request)
  return release.text(`find ${query}`, JSON_TYPE, () =>
    findAgents(release, request, 'find_result', {
      full_results: `${release.reader.about.base_url}/api/agents/find/full?${query}`,
    }),
  )
}
