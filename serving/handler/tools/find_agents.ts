import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { ToolArguments } from '../../../core/interface/tools.ts'
import { MAX_FREE_CANDIDATES } from '../../../core/resources/find.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { countBytes, firstFittingForm, MAX_BYTES } from '../../../core/resources/short/fitting_form.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { NOTICE, thirdParty } from '../../../core/resources/short/untrusted.ts'
import { readResource } from '../resource.ts'
import type { ToolRun } from './tool.ts'

type FindAnswer = Resource<'find'>
type Candidate = FindAnswer['candidates'][number]

const PRICE = ENDPOINTS.find((endpoint) => endpoint.id === 'find_full')?.price ?? null

/** The best agents for a capability, the address of the full list, and its price. */
export const runFindAgents: ToolRun<ToolArguments<'find_agents'>> = async (args, call) =>
  shortenFindAnswer(await readResource('find', toFindParameters(args), call), args.limit)

/**
 * Returns find's answer in short, with at most `limit` candidates. Each has a third of the room, so that none can crowd
 * out the others.
 */
export function shortenFindAnswer(found: FindAnswer, limit: number = MAX_FREE_CANDIDATES): object {
  const { matched, total_matches, hint, nearby_words, full_results, limitations, last_updated } = found
  const { resolved_from } = found
  const answer = (candidates: object[]) => ({
    ...{ matched, total_matches, count: candidates.length, candidates },
    ...(resolved_from === undefined ? {} : { resolved_from }),
    more: 'GET /api/agents/find returns all endpoints and the full descriptions.',
    full_results,
    full_results_price_usd: PRICE,
    ...(hint === null ? {} : { hint, untrusted: thirdParty({ nearby_words }) }),
    ...shortLimitations(limitations),
    last_updated,
    notice: NOTICE,
  })
  const room = (MAX_BYTES - countBytes(answer([]))) / MAX_FREE_CANDIDATES
  return answer(found.candidates.slice(0, limit).map((candidate) => inShort(candidate, room)))
}

/** Returns the parameters of find as REST writes them. */
const toFindParameters = ({
  q,
  category,
  rails = [],
  alive,
  min_tier,
}: ToolArguments<'find_agents'>): Record<string, string> => ({
  q,
  ...(category === undefined ? {} : { category }),
  ...(rails.length === 0 ? {} : { rails: [...new Set(rails)].join(',') }),
  ...(alive ? { alive: 'true' } : {}),
  ...(min_tier === undefined ? {} : { min_tier }),
})

/** Returns the fields of a candidate that fit into so many bytes; omitted fields have no key. */
function inShort(candidate: Candidate, room: number): object {
  const { name, description, url, endpoints, secondary_categories, last_updated, ...info } = candidate
  const named = () => ({ ...info, untrusted: thirdParty({ name }) })
  const described = (max: number) => ({
    ...info,
    untrusted: thirdParty({ name, description }),
    endpoints: endpoints
      .slice(0, max)
      .map((endpoint) => ({ kind: endpoint.kind, untrusted: thirdParty({ url: endpoint.url }) })),
  })
  return firstFittingForm(
    room,
    described(3),
    () => described(1),
    named,
    () => info,
  )
}
