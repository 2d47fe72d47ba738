import type { z } from 'zod'
import type { comparedAgent, comparison } from '../interface/schemas/comparison.ts'
import { SIGNALS } from '../pipeline/signals.ts'
import { compactView } from './compact.ts'
import type { Dossier, StandingRow } from './dossier.ts'
import type { Facts } from './facts.ts'
import { adviceLimitations, priceAdviceView } from './trust_parts.ts'

type Compared = z.infer<typeof comparedAgent>

/** Agents side by side, in the order given; `missing` are handles asked for that are not indexed. */
export function comparisonView(
  agents: Dossier[],
  missing: string[],
  facts: Facts,
): z.infer<typeof comparison> {
  const handles = agents.map((agent) => agent.handle)
  return {
    type: 'comparison',
    agents: agents.map((agent) => comparedView(agent, facts)),
    compare_page_url: `${facts.base_url}/compare?agents=${handles.join(',')}`,
    summary: [...agents.map(sentence), 'No winner is declared: it depends on what the agent is for.'].join(
      ' ',
    ),
    cross_category_warning: crossCategoryWarning(agents),
    untrusted_fields: ['agents.name'],
    limitations: [
      ...adviceLimitations(facts),
      ...(missing.length === 0 ? [] : [`Not indexed, and so left out: ${missing.join(', ')}.`]),
      ...new Set(methodologies(agents, facts).flatMap((one) => one.limitations)),
    ],
    last_updated: facts.last_updated,
  }
}

function comparedView(agent: Dossier, facts: Facts): Compared {
  return {
    ...compactView(agent, facts),
    scores_by_category: Object.fromEntries(agent.standings.map((row) => [row.category, scoreView(row)])),
    reliability: reliabilityView(agent),
    price: priceAdviceView(agent),
  }
}

function scoreView(row: StandingRow): NonNullable<Compared['scores_by_category'][StandingRow['category']]> {
  const { methodology_version, tier, rank, score, score_low, score_high, observed_weight } = row
  return {
    methodology_version,
    tier,
    rank,
    score,
    score_low,
    score_high,
    observed_weight,
    missing_signals: row.missing,
    sub_scores: row.signals.map(({ key, weight, points, is_assumed }) => ({
      key,
      name: SIGNALS[key]?.name ?? key,
      weight,
      points,
      assumed: is_assumed,
    })),
  }
}

function reliabilityView({ reliability }: Dossier): Compared['reliability'] {
  if (reliability === null) return null
  const { reliability_30d, reliability_90d, coverage } = reliability
  return { reliability_30d, reliability_90d, coverage }
}

/** One agent in a sentence of our own words and numbers: its handle stands for it, since names are anybody's. */
function sentence(agent: Dossier): string {
  const place = agent.rank === null ? 'unranked' : `rank ${agent.rank}`
  const score = agent.score === null ? 'no score' : `score ${agent.score}`
  const life = agent.liveness === null ? 'departed' : agent.liveness.replace('_', ' ')
  const { verdict } = agent.trust
  return `${agent.handle}: ${place} in ${agent.primary_category}, ${score}, ${life}, trust ${agent.trust.score} (${agent.trust.class}), verdict ${verdict}.`
}

function crossCategoryWarning(agents: Dossier[]): string | null {
  const categories = [...new Set(agents.map((agent) => agent.primary_category))]
  if (categories.length === 1) return null
  return `Their primary categories differ (${categories.join(', ')}): each has a methodology of its own, so that scores and ranks of one say nothing beside those of another.`
}

const methodologies = (agents: Dossier[], facts: Facts): Facts['categories'] =>
  facts.categories.filter((one) =>
    agents.some((agent) => agent.standings.some((row) => row.category === one.category)),
  )
