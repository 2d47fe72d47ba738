import type { Category } from '../../../core/domain/category.ts'
import type { Values } from '../values.ts'
import type { FindRequest } from './find_agents.ts'

/** What the query of a call asks find for. */
export const findRequestOf = (values: Values, limit: number): FindRequest => ({
  q: values.text('q'),
  category: values.optionalText('category') as Category | null,
  rails: values.optionalList('rails') ?? [],
  isAlive: values.boolean('alive'),
  minTier: values.optionalText('min_tier') as 'evidence_ranked' | null,
  limit,
})

/** The same as a query: of one form, whatever the order and the defaults that the caller wrote. */
export function queryOf({ q, category, rails, isAlive, minTier }: FindRequest): string {
  const query = new URLSearchParams({ q })
  if (category !== null) query.set('category', category)
  if (rails.length > 0) query.set('rails', rails.toSorted().join(','))
  if (isAlive) query.set('alive', 'true')
  if (minTier !== null) query.set('min_tier', minTier)
  return query.toString()
}
