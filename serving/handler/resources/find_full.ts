import { JSON_TYPE } from '../../../core/interface/content.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { findLimit } from '../../../core/interface/parameters.ts'
import type { Call, PaidVariant } from '../call.ts'
import { findAgents, hintFor } from '../find/find_agents.ts'
import { toFindRequest, toQuery } from '../find/request.ts'

/** `/api/agents/find/full`: the requested number of candidates, up to 50. */
export const findFullBody: PaidVariant = ({ release, values }) => {
  const request = toFindRequest(values, values.get(findLimit))
  return release.text(`find_full ${request.limit} ${toQuery(request)}`, JSON_TYPE, () =>
    findAgents(release, request, 'find_full_result'),
  )
}

/** An empty list is not sold. That there is no match is no secret: the free find says so. */
findFullBody.admit = async ({ release, values }: Call) => {
  const noMatch = await hintFor(release, toFindRequest(values, 1))
  if (noMatch !== null) throw new HttpError(404, 'no_match', `${noMatch.hint} Nothing was charged.`)
}
