import type { PublishedAgent, Summary } from './published_agent.ts'

type Signal = Summary['scores_by_category'][string]['signals'][number]

/** Checked fields of the record of an agent: packs store it in the place of the answers that are derived from it. */
export interface AgentRecordFields {
  handle: string
  is_verified: boolean
  verification: string | null
  copies: number | null
  copy_of: string | null
  records: Summary['identity']['records']
  liveness: string | null
  departed_on: string | null
  departed_reason: string | null
  standings: (Omit<Summary['scores_by_category'][string], 'missing_signals' | 'signals'> & {
    category: string
    missing: string[]
    is_rank_provisional: boolean | null
    signals: (Omit<Signal, 'assumed'> & { value_at: string | null; is_assumed: boolean })[]
  })[]
  trust: {
    score: number
    class: string
    verdict: string
    recommendation: string
    per_transaction: number | null
    daily: number | null
    reasons: { code: string }[]
    flags: { flag: string }[]
  }
}

/** Extracts the published data of an agent from its record. */
export function toPublished(record: AgentRecordFields): PublishedAgent {
  const { trust } = record
  return {
    summary: toSummary(record),
    trust: {
      trust: { score: trust.score, class: trust.class },
      verdict: trust.verdict,
      reasons: trust.reasons,
      risk_flags: trust.flags,
      price: {
        recommendation: trust.recommendation,
        per_transaction: trust.per_transaction,
        daily: trust.daily,
      },
    },
  }
}

function toSummary(record: AgentRecordFields): Summary {
  const { handle, is_verified, verification, copies, copy_of, records, liveness, departed_on } = record
  return {
    handle,
    verified: is_verified,
    identity: { verification, copies, copy_of, records },
    liveness: liveness === null ? null : { state: liveness },
    departed: departed_on === null ? null : { on: departed_on, reason: record.departed_reason ?? 'unknown' },
    scores_by_category: Object.fromEntries(
      record.standings.map(({ category, missing, is_rank_provisional, signals, ...standing }) => [
        category,
        {
          ...standing,
          missing_signals: missing,
          rank_is_provisional: is_rank_provisional,
          signals: signals.map(toSignal),
        },
      ]),
    ),
  }
}

/** A signal has a number or a time for its value. */
const toSignal = ({
  value,
  value_at,
  is_assumed,
  ...signal
}: AgentRecordFields['standings'][number]['signals'][number]): Signal => ({
  ...signal,
  value: value_at ?? value,
  assumed: is_assumed,
})
