import type { z } from 'zod'
import { signalName } from '../domain/signals.ts'
import { evidenceLink } from '../pages/evidence_link.ts'
import type {
  agentSummary,
  categoryScore,
  life,
  liveness,
  scoreChange,
  signalScore,
} from '../resources/agent_summary.schema.ts'
import type { AgentRecord, OverrideRow, ScoreChangeRow, SignalRow, StandingRow } from './agent_record.ts'
import type { ReleaseInfo } from './release_info.ts'

/** Address of an agent's page. */
export const agentUrl = (baseUrl: string, handle: string): string => `${baseUrl}/agents/${handle}`

/** The liveness that every surface shows, or null for an agent that has departed. */
export function livenessView(agent: AgentRecord): z.infer<typeof liveness> | null {
  if (agent.liveness === null) return null
  return {
    state: agent.liveness,
    last_activity_at: agent.last_activity_at,
    last_activity: agent.activity,
    days_since_active: agent.days_since_active,
    endpoint_answered_at: agent.last_probe_ok_at,
  }
}

/** The same with what the state rests on, and how likely a sign of life is in the two weeks after. */
export function lifeView(agent: AgentRecord): z.infer<typeof life> | null {
  const view = livenessView(agent)
  return view && agent.life && { ...view, ...agent.life }
}

/** Returns the causes of a score change. */
export function scoreChangeView(change: ScoreChangeRow | null): z.infer<typeof scoreChange> | null {
  if (change === null) return null
  const { is_methodology_changed, causes, ...rest } = change
  return {
    ...rest,
    methodology_changed: is_methodology_changed,
    causes: causes.map(({ key, points_before, points_after, delta, cause }) => ({
      signal: key,
      points_before,
      points_after,
      delta,
      cause,
    })),
  }
}

/** Interval of the rank of an agent, and whether it is too wide to tell; null for one without a rank. */
export const rankBandView = ({ rank_low, rank_high, is_rank_provisional }: StandingRow) => ({
  rank_low,
  rank_high,
  rank_is_provisional: is_rank_provisional,
})

/** One category's score, without the signals behind it. */
export function categoryScoreView(
  row: StandingRow,
): Omit<z.infer<typeof categoryScore>, 'signals' | 'change'> {
  const { methodology_version, tier, rank, score, score_low, score_high, observed_weight } = row
  const { score_floor, score_ceiling } = row
  return {
    methodology_version,
    tier,
    rank,
    ...rankBandView(row),
    score,
    score_low,
    score_high,
    score_floor,
    score_ceiling,
    observed_weight,
    missing_signals: row.missing,
  }
}

/** One category's score with every signal behind it. */
export const categoryView = (
  row: StandingRow,
  handle: string,
  info: ReleaseInfo,
): z.infer<typeof categoryScore> => ({
  ...categoryScoreView(row),
  signals: row.signals.map((signal) => signalView(signal, handle, info)),
  change: scoreChangeView(row.change),
})

function signalView(
  row: SignalRow,
  handle: string,
  { base_url, evidence }: ReleaseInfo,
): z.infer<typeof signalScore> {
  const href = evidenceLink(row, handle, evidence)?.href ?? null
  return {
    key: row.key,
    name: signalName(row.key),
    value: row.value_at ?? row.value,
    unit: row.unit,
    weight: row.weight,
    scaled: row.scaled,
    points: row.points,
    assumed: row.is_assumed,
    source: row.source,
    source_url: row.source_url,
    observed_at: row.observed_at,
    response_sha256: row.response_sha256,
    evidence_url: href?.startsWith('/') ? `${base_url}${href}` : href,
    input_count: row.input_count,
  }
}

const PUBLIC_NAMES = {
  name: 'name',
  description: 'identity.description',
  website: 'identity.website',
  repository_url: 'identity.repository',
  tools: 'tools',
} as const

/** Describes an identity override of two records, after "are". */
export const describeOverride = (verdict: OverrideRow['verdict']): string =>
  verdict === 'same' ? 'the same agent' : 'different agents'

/** Returns the identity of an agent, with third-party text named as such. */
export function identityView(agent: AgentRecord): z.infer<typeof agentSummary>['identity'] {
  return {
    description: agent.description,
    website: agent.website,
    repository: agent.repository_url,
    verification: agent.verification,
    records: agent.records.map(({ source, name, category, url, bound_on, reason, departed_on }) => ({
      ...{ source, name, category, url, bound_on, reason, departed_on },
    })),
    keys: agent.keys,
    operator_ties: agent.ties,
    copies: agent.copies,
    copy_of: agent.copy_of,
    overrides: agent.overrides,
    corrections: agent.corrections.map((correction) => ({
      ...correction,
      field: PUBLIC_NAMES[correction.field],
    })),
    untrusted_fields: [
      'name',
      'identity.description',
      'identity.website',
      'identity.records.name',
      'identity.keys',
      'identity.overrides.record',
      'identity.overrides.other',
    ],
  }
}
