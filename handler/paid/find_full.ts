import type { Slice } from '../call.ts'
import { findAgents } from '../find/find_agents.ts'
import { queryOf, requestOf } from '../find/request.ts'

/** `/api/agents/find/full`: as many of the candidates as were asked for, up to 50. */
export const findFull: Slice = ({ release, values }) => {
  const request = requestOf(values, values.integer('limit'))
  return release.text(
    `find_full ${request.limit} ${queryOf(request)}`,
    'application/json; charset=utf-8',
    () => findAgents(release, request, 'find_full_result'),
  )
}
