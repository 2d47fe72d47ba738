import { expect, test } from 'vitest'
import { agentHistory } from '../../core/resources/agent_history.schema.ts'
import { agentHistoryView } from '../../core/resources/agent_history.ts'
import { trustEvaluationFull } from '../../core/resources/trust_evaluation.schema.ts'
import { trustEvaluationFullView } from '../../core/resources/trust_evaluation.ts'
import { trustSummary } from '../../core/resources/trust_summary.schema.ts'
import { trustSummaryView } from '../../core/resources/trust_summary.ts'
import { verificationStatus } from '../../core/resources/verification_status.schema.ts'
import { verificationStatusView } from '../../core/resources/verification_status.ts'
import type { AgentDays } from '../../core/views/agent_days.ts'
import { createAgentRecord, createTrust, departed, INFO } from './given_agent_record.ts'

/** Forty days, each a hundredth above the day before, of which the last was scored 71.25. */
const DAYS: AgentDays = {
  category: 'service',
  methodology_version: 'v2',
  last_otherwise_scored_on: null,
  days_ago: Array.from({ length: 40 }, (_, nth) => 39 - nth),
  rank: Array.from({ length: 40 }, (_, nth) => (nth % 5) + 1),
  score: Array.from({ length: 40 }, (_, nth) => (7125 - (39 - nth)) / 100),
  is_alive: Array(40).fill(true),
  visibility: Array(40).fill(12.5),
  reputation: Array(40).fill(40),
}
const NONE: AgentDays = {
  ...{ category: 'service', methodology_version: 'v2', last_otherwise_scored_on: null },
  ...{ days_ago: [], rank: [], score: [], is_alive: [], visibility: [], reputation: [] },
}

test('a trust summary has the score of the day with its difference to a week before', () => {
  const view = trustSummary.parse(trustSummaryView(createAgentRecord('alder'), DAYS, INFO))
  expect(view.score).toEqual({ total: 71.25, weekly_delta: 0.07 })
  expect(view).toMatchObject({ rank: 3, verified: true, claim_status: 'claimed', departed: null })
})

test('a history sums up the days that it shows and no others', () => {
  const view = agentHistory.parse(agentHistoryView(createAgentRecord('alder'), DAYS, INFO, 10))
  expect(view.history.map(({ weekly_delta }) => weekly_delta)).toEqual(Array(10).fill(0.07))
  expect(view.summary).toEqual({
    trend: 'flat',
    from: '2026-03-22',
    to: '2026-03-31',
    observed_days: 10,
    compared_days: 10,
    score_change: 0.09,
    best_rank: 1,
    worst_rank: 5,
  })
})

test('days that an earlier methodology scored are shown, not compared, and named as such', () => {
  const rescored = { ...DAYS, last_otherwise_scored_on: '2026-03-29' }
  const view = agentHistory.parse(agentHistoryView(createAgentRecord('alder'), rescored, INFO))
  expect(view.history.every(({ score_total }) => score_total !== null)).toBe(true)
  expect(view.history.every(({ weekly_delta }) => weekly_delta === null)).toBe(true)
  expect(view.summary).toMatchObject({ observed_days: 30, compared_days: 2, score_change: 0.01 })
  expect(view.limitations.join(' ')).toContain('Scores up to 2026-03-29 come from an earlier version')
  const later = agentHistoryView(createAgentRecord('alder'), rescored, INFO, 2)
  expect(later.limitations.join(' ')).not.toContain('earlier version')
})

test('a departed agent without days has a history of nulls and says when it left', () => {
  const view = agentHistory.parse(agentHistoryView(departed('ash'), NONE, INFO))
  expect(view.history).toHaveLength(30)
  expect(view.summary).toMatchObject({ trend: null, observed_days: 0, score_change: null, best_rank: null })
  expect(view.departed?.on).toBe('2026-03-30')
  expect(trustSummaryView(departed('ash'), NONE, INFO).score).toEqual({ total: null, weekly_delta: null })
})

test('a full evaluation of a departed agent has no signals and no reliability, and low confidence for nothing seen', () => {
  const view = trustEvaluationFull.parse(trustEvaluationFullView(departed('ash'), INFO))
  expect(view).toMatchObject({ signals: [], reliability: null, scores_by_category: {}, verdict: 'reject' })
  expect(view.confidence_reasons.map(({ value }) => value)).toEqual([0, 0, 0])
})

test('an account that a registry proved is verified without being claimed', () => {
  const agent = createAgentRecord('alder', {
    trust: createTrust({ identity: 'account_proven', is_erc8004_verified: false }),
  })
  expect(verificationStatus.parse(verificationStatusView(agent, INFO))).toMatchObject({
    verified: true,
    claim_status: 'unclaimed',
    identity_proof: 'account_proven',
    erc8004: { registered: true, verified: false },
    last_updated: '2026-03-31T05:00:00Z',
  })
})
