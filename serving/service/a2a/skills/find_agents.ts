import { clean } from '../../../../core/domain/text.ts'
import { MAX_FREE_CANDIDATES } from '../../../../core/resources/find.ts'
import type { Resource } from '../../../../core/resources/resources.ts'
import { resourceOf } from '../../../handler/resource.ts'
import type { ServedRelease } from '../../../handler/served_release.ts'
import { foundInShort } from '../../../handler/tools/find_agents.ts'
import { isBlank } from '../../rpc/blank.ts'
import { severeFlags } from './risks.ts'
import { asGiven, type Fields, withFields } from './skill.ts'

type Found = Resource<'find'>

const FREE_LIMITS = Array.from({ length: MAX_FREE_CANDIDATES }, (_, at) => at + 1)
const FILTERS = ['q', 'category', 'rails', 'alive', 'min_tier']

/** Finds the best agents for a capability, at most three; a higher `limit`, or `full`, requests the paid list. */
export const findAgentsSkill = withFields([...FILTERS, 'limit', 'full'], async (fields, context) => {
  if (isPaid(fields)) {
    return { kind: 'paid', ask: { endpoint: 'find_full', given: asGiven(fields, [...FILTERS, 'limit']) } }
  }
  const found = await resourceOf('find', asGiven(fields, FILTERS), context)
  const limit = isBlank(fields.limit) ? MAX_FREE_CANDIDATES : Number(fields.limit)
  const shown = { ...found, candidates: found.candidates.slice(0, limit) }
  const text = await inWords(shown, forWords(fields), context.release)
  return { kind: 'free', data: foundInShort(shown), text }
})

const isPaid = ({ limit, full }: Fields): boolean =>
  full === true || (!isBlank(limit) && !FREE_LIMITS.includes(Number(limit)))

/** Returns the words searched for; empty without a query. */
export const forWords = ({ q }: Fields): string => (typeof q === 'string' ? ` for "${clean(q, 80)}"` : '')

async function inWords(
  { total_matches, candidates }: Found,
  what: string,
  release: ServedRelease,
): Promise<string> {
  if (candidates.length === 0) return `No agent was found${what}. Try fewer or other words, or fewer filters.`
  const named = await Promise.all(
    candidates.map(async ({ handle, liveness }) => {
      const flags = (await severeFlags(release, handle)).map(
        ({ flag, severity }) => `${severity} risk ${flag}`,
      )
      return `${handle} (${[liveness.replaceAll('_', ' '), ...flags].join(', ')})`
    }),
  )
  return `${total_matches} ${total_matches === 1 ? 'agent was' : 'agents were'} found${what}. First: ${named.join(', ')}. Before you pay one, send "trust eval HANDLE".`
}
