import type { z } from 'zod'
import type { trustEvaluationFull } from '../interface/schemas/paid.ts'
import type { AgentRecord, ReliabilityRow, StandingRow } from './agent_record.ts'
import { confidenceReasons } from './confidence.ts'
import { categoryView, identityView } from './parts.ts'
import type { ReleaseInfo } from './release_info.ts'
import { trustEvaluationView } from './trust_evaluation.ts'
import { departedView, erc8004View, priceAdviceView } from './trust_parts.ts'

type Full = z.infer<typeof trustEvaluationFull>

/** `/api/trust/evaluate/full`: the verdict with every signal behind it. */
export function trustEvaluationFullView(agent: AgentRecord, info: ReleaseInfo): Full {
  const { trust, standings } = agent
  const { untrusted_fields, ...identity } = identityView(agent)
  return {
    ...trustEvaluationView(agent, info),
    type: 'trust_evaluation_full',
    points: trust.points,
    confidence_reasons: confidenceReasons(agent),
    identity_proof: trust.identity,
    verified: agent.is_verified,
    erc8004: erc8004View(agent),
    known_since: trust.known_since,
    departed: departedView(agent),
    price: priceAdviceView(agent),
    reliability: agent.reliability && figures(agent.reliability),
    primary_category: agent.primary_category,
    scores_by_category: Object.fromEntries(standings.map((row) => [row.category, scoreOf(row)])),
    signals: standings.flatMap((row) =>
      categoryView(row).signals.map((signal) => ({ category: row.category, ...signal })),
    ),
    endpoints: agent.endpoints,
    identity,
    source_urls: agent.source_urls,
    untrusted_fields: [...untrusted_fields, 'endpoints.url'],
  }
}

function scoreOf(row: StandingRow): Full['scores_by_category'][StandingRow['category']] {
  const { signals, ...score } = categoryView(row)
  return score
}

const figures = ({ is_currently_alive, days_since_active, ...row }: ReliabilityRow) => row
