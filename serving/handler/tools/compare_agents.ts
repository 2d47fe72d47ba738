import { invalidParameter } from '../../../core/interface/errors.ts'
import type { ToolArguments } from '../../../core/interface/tools.ts'
import type { Resource } from '../../../core/resources/resources.ts'
import { shortLimitations } from '../../../core/resources/short/short_limitations.ts'
import { NOTICE, thirdParty } from '../../../core/resources/short/untrusted.ts'
import { distinctHandles } from '../known_agents.ts'
import { compareHandles, compareListed } from '../resources/comparison.ts'
import type { ServedRelease } from '../served_release.ts'
import type { ToolRun } from './tool.ts'

type Comparison = Resource<'comparison'>
type ComparisonRow = Comparison['agents'][number]

/** Two to five agents side by side; no winner is declared. */
export const compareAgents: ToolRun<ToolArguments<'compare_agents'>> = async (
  { handles, detail },
  { release },
) => {
  if (detail === 'full') return { ...(await compareHandles(release, checkHandles(handles))), notice: NOTICE }
  return comparedInShort(handles, release)
}

function checkHandles(handles: readonly string[]): string[] {
  const requested = distinctHandles(handles)
  if (requested.length < 2) throw invalidParameter('handles', '2 to 5 different agents')
  return requested
}

/** Compares two to five agents in short. Throws HttpError. */
export async function comparedInShort(handles: readonly string[], release: ServedRelease) {
  const { comparison, missing } = await compareListed(release, checkHandles(handles))
  return inShort(comparison, missing)
}

const inShort = (all: Comparison, missing: string[]) => ({
  agents: all.agents.map(agentInShort),
  not_found: missing,
  ...(all.resolved_from === undefined ? {} : { resolved_from: all.resolved_from }),
  compare_page_url: all.compare_page_url,
  cross_category_warning: all.cross_category_warning,
  ...shortLimitations(all.limitations),
  last_updated: all.last_updated,
  more: 'detail=full: sub-scores, 90-day reliability, price advice.',
  notice: NOTICE,
})

function agentInShort({ name, reliability, ...agent }: ComparisonRow) {
  const scores = Object.entries(agent.scores_by_category).map(([category, categoryScore]) => {
    const { tier, rank, score, score_low, score_high } = categoryScore
    return [category, { tier, rank, score, score_low, score_high }] as const
  })
  return {
    handle: agent.handle,
    primary_category: agent.primary_category,
    tier: agent.tier,
    scores_by_category: Object.fromEntries(scores),
    liveness: agent.liveness,
    days_since_active: agent.days_since_active,
    reliability: reliability && {
      reliability_30d: reliability.reliability_30d,
      coverage: reliability.coverage,
    },
    trust: agent.trust,
    verdict: agent.verdict,
    advice: agent.advice,
    risk_flags: agent.risk_flags,
    rails: agent.rails,
    verified: agent.verified,
    untrusted: thirdParty({ name }),
  }
}
