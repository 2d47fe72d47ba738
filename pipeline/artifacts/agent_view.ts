import type { z } from 'zod'
import { SIGNALS } from '../signals.ts'
import { clean } from '../text.ts'
import type { CategoryRow, ChangeRow, Dossier, SignalRow } from './dossier.ts'
import type {
  agentSummary,
  categoryScore,
  liveness,
  scoreChange,
  signalScore,
} from './schemas/agent_summary.ts'

/** How much of a third-party text is shown: code points. */
const NAME_LENGTH = 100
const TEXT_LENGTH = 300

/** A third-party name as every surface shows it; the handle stands in when nothing of it is left. */
export const shownName = (agent: { name: string; handle: string }): string =>
  clean(agent.name, NAME_LENGTH) || agent.handle

const shownText = (text: string | null): string | null =>
  text === null ? null : clean(text, TEXT_LENGTH) || null

/** A website is shown only when it is a plain https or http address. */
export function shownAddress(address: string | null): string | null {
  if (address === null || address.length > 500 || !URL.canParse(address)) return null
  const { protocol, username, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' ? href : null
}

/** Address of an agent's page. */
export const agentUrl = (baseUrl: string, handle: string): string => `${baseUrl}/agents/${handle}`

/** The liveness that every surface shows, or null for an agent that has departed. */
export function livenessView(agent: Dossier): z.infer<typeof liveness> | null {
  if (agent.liveness === null) return null
  return {
    state: agent.liveness,
    last_activity_at: agent.last_activity_at,
    last_activity: agent.activity === null ? null : (SIGNALS[agent.activity]?.name ?? agent.activity),
    days_since_active: agent.days_since_active,
    endpoint_answered_at: agent.last_probe_ok_at,
  }
}

/** What moved a score. */
export function changeView(change: ChangeRow | null): z.infer<typeof scoreChange> | null {
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

/** One category's score with every signal behind it. */
export function categoryView(row: CategoryRow): z.infer<typeof categoryScore> {
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
    signals: row.signals.map(signalView),
    change: changeView(row.change),
  }
}

function signalView(row: SignalRow): z.infer<typeof signalScore> {
  return {
    key: row.key,
    name: SIGNALS[row.key]?.name ?? row.key,
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
    input_count: row.input_count,
  }
}

/** Who an agent is, with third-party text cleaned, capped and named as such. */
export function identityView(agent: Dossier): z.infer<typeof agentSummary>['identity'] {
  return {
    description: shownText(agent.description),
    website: shownAddress(agent.website),
    repository: shownAddress(agent.repository_url),
    verification: agent.verification,
    records: agent.records.map((record) => ({
      ...record,
      category: record.category as z.infer<typeof agentSummary>['primary_category'],
      name: clean(record.name, NAME_LENGTH),
    })),
    keys: agent.keys.map((key) => clean(key, TEXT_LENGTH)),
    operator_ties: agent.ties.map((tie) => ({ ...tie, key: clean(tie.key, TEXT_LENGTH) })),
    untrusted_fields: [
      'name',
      'identity.description',
      'identity.website',
      'identity.records.name',
      'identity.keys',
    ],
  }
}
