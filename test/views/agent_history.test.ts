import { expect, test } from 'vitest'
import { agentHistory } from '../../core/resources/agent_history.schema.ts'
import { agentHistoryView } from '../../core/resources/agent_history.ts'
import type { AgentDays } from '../../core/views/agent_days.ts'
import { departed, INFO } from './given_agent_record.ts'
import { FULL } from './given_full_record.ts'

/** Three days of five, of which the first was scored by another methodology. */
const STORED_DAYS: AgentDays = {
  category: 'service',
  methodology_version: 'v2',
  last_otherwise_scored_on: '2026-03-27',
  days_ago: [4, 1, 0],
  rank: [2, null, 5],
  score: [60, 70, 71.25],
  is_alive: [false, null, true],
  visibility: [null, 12.5, 20],
  reputation: [30, null, 40],
}
const UNOBSERVED_DAY = {
  ...{ rank: null, score_total: null, alive: null, visibility: null, reputation: null, weekly_delta: null },
}
const KEPT_LIMIT = expect.stringContaining('One snapshot per calendar day.')

test('a history has a snapshot for each day, and sums up what can be compared', () => {
  expect(agentHistory.parse(agentHistoryView(FULL, STORED_DAYS, INFO, 5))).toEqual({
    type: 'agent_history',
    handle: 'alder',
    url: 'https://index.example/agents/alder',
    category: 'service',
    methodology_version: 'v2',
    tier: 'evidence_ranked',
    days: 5,
    history: [
      { ...UNOBSERVED_DAY, date: '2026-03-27', rank: 2, score_total: 60, alive: false, reputation: 30 },
      { ...UNOBSERVED_DAY, date: '2026-03-28' },
      { ...UNOBSERVED_DAY, date: '2026-03-29' },
      { ...UNOBSERVED_DAY, date: '2026-03-30', score_total: 70, visibility: 12.5 },
      {
        ...UNOBSERVED_DAY,
        ...{ date: '2026-03-31', rank: 5, score_total: 71.25, alive: true, visibility: 20, reputation: 40 },
      },
    ],
    summary: {
      ...{ trend: 'rising', from: '2026-03-27', to: '2026-03-31', observed_days: 3, compared_days: 2 },
      ...{ score_change: 1.25, best_rank: 2, worst_rank: 5 },
    },
    visibility_signals: ['github_stars'],
    departed: null,
    limitations: [
      'Sample data.',
      KEPT_LIMIT,
      'Scores up to 2026-03-27 come from an earlier version of the methodology; they are shown but not compared.',
    ],
    last_updated: '2026-03-31T06:00:00Z',
  })
})

test('an earlier methodology is no limitation of days after it', () => {
  const { limitations, summary } = agentHistoryView(FULL, STORED_DAYS, INFO, 4)
  expect(limitations).toEqual(['Sample data.', KEPT_LIMIT])
  expect(summary).toMatchObject({ observed_days: 2, compared_days: 2, best_rank: 5 })
})

test('a month is shown when nothing is said; without a day there is nothing to sum up', () => {
  const nothing = {
    ...STORED_DAYS,
    days_ago: [],
    rank: [],
    score: [],
    is_alive: [],
    visibility: [],
    reputation: [],
  }
  const view = agentHistoryView(departed('ash'), nothing, INFO)
  expect(view).toMatchObject({ days: 30, visibility_signals: [], departed: { on: '2026-03-30' } })
  expect(view.summary).toEqual({
    ...{ trend: null, from: '2026-03-02', to: '2026-03-31', observed_days: 0, compared_days: 0 },
    ...{ score_change: null, best_rank: null, worst_rank: null },
  })
})
