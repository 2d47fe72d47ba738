import { clean } from '../../../../core/domain/text.ts'
import type { Resource } from '../../../../core/interface/endpoints.ts'
import { resourceOf } from '../../../handler/resource.ts'
import type { ServedRelease } from '../../../handler/served_release.ts'
import { foundInShort } from '../../../handler/tools/find_agents.ts'
import { severeFlags } from './risks.ts'
import { asGiven, type Fields, withFields } from './skill.ts'

type Found = Resource<'find'>

const FREE = 3
const FILTERS = ['q', 'category', 'rails', 'alive', 'min_tier']

/** The best three agents for a capability; a `limit` above that, or `full`, asks for the list that is paid. */
export const findAgentsSkill = withFields([...FILTERS, 'limit', 'full'], async (fields, context) => {
  if (isPaid(fields)) {
    const given = asGiven(fields, [...FILTERS, 'limit'])
    return {
      kind: 'paid',
      ask: { endpoint: 'find_full', given, what: `the list of all agents${forWords(fields)}` },
    }
  }
  const found = await resourceOf('find', asGiven(fields, FILTERS), context)
  const text = await inWords(found, forWords(fields), context.release)
  return { kind: 'free', data: foundInShort(found), text }
})

const isPaid = ({ limit, full }: Fields): boolean =>
  full === true || ((limit ?? null) !== null && ![1, 2, FREE].includes(Number(limit)))

const forWords = ({ q }: Fields): string => (typeof q === 'string' ? ` for "${clean(q, 80)}"` : '')

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
