import { JSON_TYPE } from '../../../core/interface/content.ts'
import { HttpError } from '../../../core/interface/errors.ts'
import { findLimit } from '../../../core/interface/parameters.ts'
import type { Call, PaidVariant } from '../call.ts'
import { type FindRequest, findAgents, hintFor } from '../find/find_agents.ts'
import { findByKey } from '../find/key_candidates.ts'
import { toFindRequest, toQuery } from '../find/request.ts'
import { hashText, type ServedRelease } from '../served_release.ts'

/** `/api/agents/find/full`: the requested number of candidates, up to 50. */
export const findFullBody: PaidVariant = async ({ release, values }) => {
  const request = toFindRequest(values, values.get(findLimit))
  const byKey = await findByKey(release, request, 'find_full_result')
  if (byKey !== null) return release.build(byKey)
  const query = await hashText(toQuery(request))
  return release.text(`find_full ${request.limit} ${query}`, JSON_TYPE, () =>
    findAgents(release, request, 'find_full_result'),
  )
}

/** An empty list is not sold. That there is no match is no secret: the free find says so. */
findFullBody.admit = async ({ release, values }: Call) => {
  const request = toFindRequest(values, 1)
  const noMatch = await readHint(release, request)
  if (noMatch !== null) throw new HttpError(404, 'no_match', `${noMatch.hint} Nothing was charged.`)
}

async function readHint(release: ServedRelease, request: FindRequest): Promise<{ hint: string } | null> {
  const byKey = await findByKey(release, request, 'find_full_result')
  if (byKey === null) return hintFor(release, request)
  return byKey.hint === null ? null : { hint: byKey.hint }
}
