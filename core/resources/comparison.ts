import * as z from 'zod/mini'
import { signalName } from '../domain/signals.ts'
import * as p from '../interface/parameters.ts'
import { describe } from '../interface/value_schemas.ts'
import type { AgentRecord, StandingRow } from '../views/agent_record.ts'
import { categoryScoreView } from '../views/parts.ts'
import type { ReleaseInfo } from '../views/release_info.ts'
import { adviceLimitations, priceAdviceView } from '../views/trust_parts.ts'
import { compactView } from './agents_bulk.ts'
import type { ComparedAgent, Comparison } from './comparison.schema.ts'
import { variant } from './resource.ts'
import { detailArgument, handleArgument } from './short/arguments.ts'
import { DATED, LIMITED, MARKED, MORE } from './short/outputs.ts'
import type { ToolEntry } from './short/tool.ts'

/** Agents side by side. */
export const COMPARISON = variant({
  id: 'comparison',
  path: '/api/compare/llm-summary',
  title: 'Compare two to five agents',
  group: 'agents',
  parameters: [p.comparedAgents],
  answer: 'Comparison',
  errors: [400, 404],
})

/** Agents side by side, in short. */
export const compareAgentsTool = () =>
  ({
    endpoint: 'comparison',
    title: 'Compare agents',
    description:
      'Two to five agents side by side: scores, liveness, reliability, trust. Use it to choose between known agents. No winner is declared; scores compare within a category only.',
    arguments: z.looseObject({
      handles: describe(
        z.array(handleArgument()).check(z.minLength(2), z.maxLength(5)),
        'The agents to compare',
      ),
      detail: detailArgument(),
    }),
    output: {
      ...{
        agents: 'object[]',
        not_found: 'string[]',
        resolved_from: 'object[]',
        compare_page_url: 'string?',
      },
      ...{ cross_category_warning: 'string?', ...LIMITED, ...DATED, ...MORE, ...MARKED },
    },
  }) as const satisfies ToolEntry

/** Agents side by side, in the given order; `missing` are requested handles that are not indexed. */
export function comparisonView(agents: AgentRecord[], missing: string[], info: ReleaseInfo): Comparison {
  const handles = agents.map((agent) => agent.handle)
  return {
    type: 'comparison',
    agents: agents.map((agent) => comparedView(agent, info)),
    compare_page_url: `${info.base_url}/compare?agents=${handles.join(',')}`,
    summary: [...agents.map(sentence), 'No overall winner is declared: it depends on the task.'].join(' '),
    cross_category_warning: crossCategoryWarning(agents),
    untrusted_fields: ['agents.name'],
    limitations: [
      ...adviceLimitations(info),
      ...(missing.length === 0 ? [] : [`Not indexed, so left out: ${missing.join(', ')}.`]),
      ...new Set(methodologies(agents, info).flatMap((methodology) => methodology.limitations)),
    ],
    last_updated: info.last_updated,
  }
}

function comparedView(agent: AgentRecord, info: ReleaseInfo): ComparedAgent {
  return {
    ...compactView(agent, info),
    scores_by_category: Object.fromEntries(agent.standings.map((row) => [row.category, scoreView(row)])),
    reliability: reliabilityView(agent),
    price: priceAdviceView(agent),
  }
}

const scoreView = (
  row: StandingRow,
): NonNullable<ComparedAgent['scores_by_category'][StandingRow['category']]> => ({
  ...categoryScoreView(row),
  sub_scores: row.signals.map(({ key, weight, points, is_assumed }) => ({
    ...{ key, name: signalName(key), weight, points, assumed: is_assumed },
  })),
})

function reliabilityView({ reliability }: AgentRecord): ComparedAgent['reliability'] {
  if (reliability === null) return null
  const { reliability_30d, reliability_90d, coverage } = reliability
  return { reliability_30d, reliability_90d, coverage }
}

/** Describes one agent in a sentence of our own words and numbers: by its handle, since names are not unique. */
function sentence(agent: AgentRecord): string {
  const place = agent.rank === null ? 'unranked' : `rank ${agent.rank}`
  const score = agent.score === null ? 'no score' : `score ${agent.score}`
  const life = agent.liveness === null ? 'departed' : agent.liveness.replace('_', ' ')
  const { verdict } = agent.trust
  return `${agent.handle}: ${place} in ${agent.primary_category}, ${score}, ${life}, trust ${agent.trust.score} (${agent.trust.class}), verdict ${verdict}.`
}

function crossCategoryWarning(agents: AgentRecord[]): string | null {
  const categories = [...new Set(agents.map((agent) => agent.primary_category))]
  if (categories.length === 1) return null
  return `Their primary categories differ (${categories.join(', ')}). Each category has its own methodology, so scores and ranks cannot be compared across them.`
}

const methodologies = (agents: AgentRecord[], info: ReleaseInfo): ReleaseInfo['categories'] =>
  info.categories.filter((category) =>
    agents.some((agent) => agent.standings.some((row) => row.category === category.category)),
  )
