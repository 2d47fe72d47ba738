import { alive, findCategory, minTier, query, rails } from '../../../core/interface/parameters.ts'
import type { ParameterValues } from '../values.ts'
import type { FindRequest } from './find_agents.ts'

/** Returns the find request in a call's parameters. */
export const toFindRequest = (values: ParameterValues, limit: number): FindRequest => ({
  q: values.get(query),
  category: values.get(findCategory) ?? null,
  rails: values.get(rails) ?? [],
  isAlive: values.get(alive),
  minTier: values.get(minTier) ?? null,
  limit,
})

/** Returns the request as a canonical query, whatever order and defaults the caller wrote. */
export function toQuery({ q, category, rails, isAlive, minTier }: FindRequest): string {
  const query = new URLSearchParams({ q })
  if (category !== null) query.set('category', category)
  if (rails.length > 0) query.set('rails', rails.toSorted().join(','))
  if (isAlive) query.set('alive', 'true')
  if (minTier !== null) query.set('min_tier', minTier)
  return query.toString()
}
