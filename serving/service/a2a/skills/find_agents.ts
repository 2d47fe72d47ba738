import { clean } from '../../../../core/domain/text.ts'
import { MAX_FREE_CANDIDATES } from '../../../../core/resources/find.ts'
import type { Resource } from '../../../../core/resources/resources.ts'
import { readResource } from '../../../handler/resource.ts'
import type { ServedRelease } from '../../../handler/served_release.ts'
import { shortenFindAnswer } from '../../../handler/tools/find_agents.ts'
import { isBlank } from '../../rpc/blank.ts'
import { readSevereFlags } from './risks.ts'
import { type Fields, toRestParameters, withFields } from './skill.ts'

type FindAnswer = Resource<'find'>

const FREE_LIMITS = Array.from({ length: MAX_FREE_CANDIDATES }, (_, at) => at + 1)
const FILTERS = ['q', 'category', 'rails', 'alive', 'min_tier']

/** Finds the best agents for a capability, at most three; a higher `limit`, or `full`, requests the paid list. */
export const findAgentsSkill = withFields([...FILTERS, 'limit', 'full'], async (fields, context) => {
  if (isPaid(fields)) {
    return {
      kind: 'paid',
      ask: { endpoint: 'find_full', given: toRestParameters(fields, [...FILTERS, 'limit']) },
    }
  }
  const found = await readResource('find', toRestParameters(fields, FILTERS), context)
  const limit = isBlank(fields.limit) ? MAX_FREE_CANDIDATES : Number(fields.limit)
  const shortened = { ...found, candidates: found.candidates.slice(0, limit) }
  const text = await inWords(shortened, describeQuery(fields), context.release)
  return { kind: 'free', data: shortenFindAnswer(shortened), text }
})

const isPaid = ({ limit, full }: Fields): boolean =>
  full === true || (!isBlank(limit) && !FREE_LIMITS.includes(Number(limit)))

/** Returns the words searched for; empty without a query. */
export const describeQuery = ({ q }: Fields): string =>
  typeof q === 'string' ? ` for "${clean(q, 80)}"` : ''

async function inWords(
  { total_matches, candidates }: FindAnswer,
  conditions: string,
  release: ServedRelease,
): Promise<string> {
  if (candidates.length === 0)
    return `No agent was found${conditions}. Try fewer or other words, or fewer filters.`
  const named = await Promise.all(
    candidates.map(async ({ handle, liveness, advice }) => {
      const flags = (await readSevereFlags(release, handle)).map(
        ({ flag, severity }) => `${severity} risk ${flag}`,
      )
      return `${handle} (${[liveness.replaceAll('_', ' '), ...flags].join(', ')}): ${advice}`
    }),
  )
  return `${total_matches} ${total_matches === 1 ? 'agent was' : 'agents were'} found${conditions}. First: ${named.join(' ')} Before you pay one, send "trust eval HANDLE".`
}
