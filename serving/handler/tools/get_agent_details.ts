import type { Category } from '../../../core/domain/category.ts'
import type { ToolArguments } from '../../../core/interface/tools.ts'
import { agentSummaryView } from '../../../core/resources/agent_summary.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { NOTICE, thirdParty } from '../../../core/resources/short/untrusted.ts'
import { requireAgent } from '../known_agents.ts'
import { readResource } from '../resource.ts'
import type { ToolRun } from './tool.ts'

type Summary = Resource<'agent_summary'>
type Score = NonNullable<Summary['scores_by_category'][Category]>

/** Maximum number of signals shown of a category: those with the most points. */
const MAX_SIGNALS = 3

/** One agent: identity, liveness and scores; with detail=full all that REST shows. */
export const getAgentDetails: ToolRun<ToolArguments<'get_agent_details'>> = async (
  { handle, detail },
  call,
) => {
  if (detail === 'full') return { ...(await readResource('agent_summary', { handle }, call)), notice: NOTICE }
  const agent = await requireAgent(call.release, handle)
  const { score, class: trustClass, verdict } = agent.trust
  const all = agentSummaryView(agent, await call.release.info())
  return { ...inShort(all, { trust: { score, class: trustClass }, verdict }), notice: NOTICE }
}

const inShort = (all: Summary, trust: object) => ({
  handle: all.handle,
  url: all.url,
  tier: all.tier,
  primary_category: all.primary_category,
  secondary_categories: all.secondary_categories,
  archetype: all.archetype,
  ecosystem_layer: all.ecosystem_layer,
  verified: all.verified,
  risk_flags: all.risk_flags,
  erc8004_registered: all.erc8004_registered,
  socially_visible: all.socially_visible,
  identity: {
    verification: all.identity.verification,
    untrusted: thirdParty({ description: all.identity.description, website: all.identity.website }),
  },
  connect: connectInShort(all.connect),
  liveness: all.liveness,
  departed: all.departed,
  ...trust,
  scores_by_category: Object.fromEntries(
    Object.entries(all.scores_by_category).map(([category, score]) => [category, scoreInShort(score)]),
  ),
  ...shortLimitations(all.limitations),
  last_updated: all.last_updated,
  untrusted: thirdParty({ name: all.name }),
  more: 'detail=full: all signals with their sources, its records, tools, settings to connect, all limitations. Why it moved: get_agent_changes. Signed proof: GET /api/oracle/attest, paid.',
})

/** The number of ways, and the first one; null for a flagged agent. The settings of each client are in the long answer. */
const connectInShort = (connect: Summary['connect']) =>
  connect === null || connect.withheld !== null
    ? null
    : {
        ways: connect.ways.length + connect.more,
        untrusted: thirdParty({ first: firstWay(connect.ways[0]) }),
      }

/** Maximum length that is never cut: half a command may do something else. */
const MAX_WHOLE = 200

function firstWay(way: NonNullable<Summary['connect']>['ways'][number] | undefined): string | null {
  const text = way === undefined ? null : (way.command?.join(' ') ?? way.url ?? way.title)
  return text !== null && text.length > MAX_WHOLE ? null : text
}

const scoreInShort = ({ signals, change, ...score }: Score) => ({
  ...score,
  signals: signals
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_SIGNALS)
    .map(({ key, value, unit, weight, points }) => ({ key, value, unit, weight, points })),
})
