import { NUMBERS } from '../../../../core/domain/numbers.ts'
import { invalidParameter } from '../../../../core/interface/errors.ts'
import type { Resource } from '../../../../core/resources/resources.ts'
import { readResource } from '../../../handler/resource.ts'
import { toRestParameters, withFields } from './skill.ts'

type Index = Resource<'ghost_index'>

const MAX_DAYS = 30
const FIELDS = ['history', 'live']

/** The Ghost Index, and with `history` so many earlier days. */
export const ghostIndexSkill = withFields(FIELDS, async (fields, context) => {
  const parameters = { history: '0', ...toRestParameters(fields, FIELDS) }
  if (Number(parameters.history) > MAX_DAYS)
    throw invalidParameter(
      'history',
      `one whole number from 0 to ${MAX_DAYS} here; GET /api/ghost-index/v1 has up to 365 days`,
    )
  const index = await readResource('ghost_index', parameters, context)
  return { kind: 'free', data: index, text: inWords(index) }
})

function inWords({ liveness_score, alive, covered, agents, ...index }: Index): string {
  const computed_for = index.frozen_on ?? index.computed_for
  if (liveness_score === null)
    return `On ${computed_for} the liveness of none of the ${agents} indexed agents was known.`
  return `On ${computed_for} ${liveness_score} % of the agents whose liveness is known were alive under the ${NUMBERS.alive_days}-day rule: ${alive} of ${covered}. ${agents} agents were indexed.`
}
