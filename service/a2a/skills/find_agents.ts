import type { z } from 'zod'
import { resourceOf } from '../../../handler/resource.ts'
import { foundInShort } from '../../../handler/tools/find_agents.ts'
import type { findResult } from '../../../interface/schemas/find.ts'
import { clean } from '../../../pipeline/text.ts'
import { asGiven, type Fields, type SkillRun } from './skill.ts'

type Found = z.infer<typeof findResult>

const FREE = 3
const FILTERS = ['q', 'category', 'rails', 'alive', 'min_tier']

/** The best three agents for a capability; a `limit` above that, or `full`, asks for the list that is paid. */
export const findAgents: SkillRun = async (fields, context) => {
  if (isPaid(fields)) {
    const given = asGiven(fields, [...FILTERS, 'limit'])
    return {
      kind: 'paid',
      ask: { endpoint: 'find_full', given, what: `the list of all agents${forWords(fields)}` },
    }
  }
  const found = await resourceOf<Found>('find', asGiven(fields, FILTERS), context)
  return { kind: 'free', data: foundInShort(found), text: inWords(found, forWords(fields)) }
}

const isPaid = ({ limit, full }: Fields): boolean =>
  full === true || ((limit ?? null) !== null && ![1, 2, FREE].includes(Number(limit)))

const forWords = ({ q }: Fields): string => (typeof q === 'string' ? ` for "${clean(q, 80)}"` : '')

function inWords({ total_matches, candidates }: Found, what: string): string {
  if (candidates.length === 0)
    return `No agent was found${what}. Try fewer or other words, or leave filters out.`
  const names = candidates.map(({ handle, liveness }) => `${handle} (${liveness.replaceAll('_', ' ')})`)
  return `${total_matches} ${total_matches === 1 ? 'agent was' : 'agents were'} found${what}. First: ${names.join(', ')}. Ask trust_eval before you pay one.`
}
