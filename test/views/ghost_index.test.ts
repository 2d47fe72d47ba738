import { expect, test } from 'vitest'
import { livenessRule } from '../../core/domain/liveness.ts'
import type { GhostIndex } from '../../core/resources/ghost_index.schema.ts'
import { ghostIndex } from '../../core/resources/ghost_index.schema.ts'
import {
  computeFigures,
  type GhostRow,
  type LivenessForecast,
  liveIndex,
  NO_FIGURES,
  storedIndex,
  testedSentence,
  withHistory,
} from '../../core/resources/ghost_index.ts'
import { INFO } from './given_agent_record.ts'

const createRow = (dimension: string, value: string): GhostRow => ({
  dimension,
  value,
  ...computeFigures(10, 8, 2),
})
const past = (day: string): GhostIndex['history'][number] => ({ day, ...computeFigures(4, 2, 1) })

const TESTED = {
  category: 'all',
  ...{ called_alive: 4, acted: 6, called_alive_acted: 3, precision: 75, recall: 50 },
  ...{ acted_or_answered: 8, called_alive_acted_or_answered: 4 },
  ...{ precision_with_answers: 100, recall_with_answers: 50 },
}
const BACKTEST = { called_on: '2026-03-17', until: '2026-03-31', results: [TESTED] }

const stored = (): GhostIndex =>
  storedIndex(
    [
      createRow('category', 'service'),
      createRow('all', 'all'),
      createRow('ecosystem_layer', 'tools'),
      createRow('protocol', 'mcp'),
    ],
    [past('2026-03-30'), past('2026-03-29')],
    BACKTEST,
    INFO,
  )

test('the figures of a group are shares in percent, within the Wilson interval', () => {
  expect(computeFigures(10, 8, 2)).toEqual({
    liveness_score: 25,
    liveness_score_low: 7.15,
    liveness_score_high: 59.07,
    liveness_score_if_unknown_dead: 20,
    liveness_score_if_unknown_alive: 40,
    agents: 10,
    covered: 8,
    coverage: 80,
    alive: 2,
    ghosts: 6,
    frozen_on: null,
  })
})

test('where no liveness is known there are only bounds, and of no agents there is nothing', () => {
  expect(computeFigures(3, 0, 0)).toEqual({
    ...{ liveness_score: null, liveness_score_low: null, liveness_score_high: null },
    ...{ liveness_score_if_unknown_dead: 0, liveness_score_if_unknown_alive: 100 },
    ...{ agents: 3, covered: 0, coverage: 0, alive: 0, ghosts: 0, frozen_on: null },
  })
  expect(NO_FIGURES).toEqual({
    ...{ liveness_score: null, liveness_score_low: null, liveness_score_high: null },
    ...{ liveness_score_if_unknown_dead: null, liveness_score_if_unknown_alive: null },
    ...{ agents: 0, covered: 0, coverage: null, alive: 0, ghosts: 0, frozen_on: null },
  })
})

test('the stored index has the figures of all agents, those of each group and the rule that counts', () => {
  expect(ghostIndex.parse(stored())).toEqual({
    type: 'ghost_index',
    live: false,
    computed_for: '2026-03-31',
    as_of: '2026-03-31T06:00:00Z',
    rule: livenessRule(),
    ...computeFigures(10, 8, 2),
    ...{ signs: [], backtest: BACKTEST, probability: null },
    breakdowns: {
      category: [{ value: 'service', ...computeFigures(10, 8, 2) }],
      ecosystem_layer: [{ value: 'tools', ...computeFigures(10, 8, 2) }],
      protocol: [{ value: 'mcp', ...computeFigures(10, 8, 2) }],
    },
    count: 2,
    history: [past('2026-03-30'), past('2026-03-29')],
    limitations: ['Sample data.'],
    last_updated: '2026-03-31T06:00:00Z',
  })
  expect(storedIndex([createRow('protocol', 'mcp')], [], null, INFO)).toMatchObject(NO_FIGURES)
})

test('fewer snapshots are counted as they are listed', () => {
  expect(withHistory(stored(), 1)).toEqual({ ...stored(), count: 1, history: [past('2026-03-30')] })
})

/** Of each length of 1 to 30 days one agent whose liveness stands for it, alive or not, and one of which nothing is known. */
const FORECAST: LivenessForecast = {
  ...{ dimension: 'all', value: 'all', agents: 2_061, unread: 0 },
  alive: [...Array(29).fill(1), 1_001],
  not_alive: [...Array(29).fill(1), 1_001],
}

test('an agent becomes unknown, and not dead, on the day on which its liveness stands no more', () => {
  const on = (today: string) => {
    const index = liveIndex([FORECAST], stored(), { today, days: 5 }, INFO)
    return { alive: index.alive, covered: index.covered, agents: index.agents, frozen_on: index.frozen_on }
  }
  expect(on('2026-03-31')).toEqual({ alive: 1_030, covered: 2_060, agents: 2_061, frozen_on: null })
  expect(on('2026-04-01')).toEqual({ alive: 1_029, covered: 2_058, agents: 2_061, frozen_on: null })
  expect(on('2026-04-10')).toEqual({ alive: 1_020, covered: 2_040, agents: 2_061, frozen_on: null })
})

test('if a hundredth of the agents cannot be judged any more, the stored figures are frozen and marked', () => {
  const index = liveIndex([FORECAST], stored(), { today: '2026-04-11', days: 5 }, INFO)
  expect(index).toMatchObject({
    ...computeFigures(10, 8, 2),
    frozen_on: '2026-03-31',
    computed_for: '2026-04-11',
  })
  expect(index.limitations.at(-1)).toContain('frozen as counted on 2026-03-31')
  expect(index.limitations.at(-1)).toContain('all agents')
})

test('figures frozen at the release stay frozen', () => {
  const frozen = { ...createRow('category', 'service'), frozen_on: '2026-03-20' }
  const index = storedIndex([frozen, createRow('all', 'all')], [], null, INFO)
  expect(index.limitations.at(-1)).toContain('2026-03-20, because')
  expect(index.limitations.at(-1)).toContain('category service')
  const holds = { ...FORECAST, dimension: 'category', value: 'service' }
  for (const today of ['2026-03-31', '2026-04-20'])
    expect(liveIndex([holds], index, { today, days: 0 }, INFO).breakdowns.category[0]).toMatchObject({
      ...{ value: 'service', alive: 2, frozen_on: '2026-03-20' },
    })
})

test('the outcome of agents called alive is one sentence', () => {
  expect(testedSentence(BACKTEST)).toBe(
    'Of the 4 agents that were called alive on 2026-03-17, 75 % acted by 2026-03-31; of the 6 that acted, 50 % had been called alive.',
  )
  expect(testedSentence(null)).toBeNull()
  const [all, ...rest] = BACKTEST.results
  const large = {
    ...BACKTEST,
    results: [{ ...all, called_alive: 4947, acted: 12_340, precision: 14.78 }, ...rest],
  }
  expect(testedSentence(large as typeof BACKTEST)).toMatch(
    /^Of the 4,947 agents .*, 14\.8 % acted .*; of the 12,340 that acted, 50 %/,
  )
})

test('a later day follows the stored one, and names its inputs', () => {
  const later = liveIndex([FORECAST], stored(), { today: '2026-04-02', days: 2 }, INFO)
  expect(later).toMatchObject({
    ...{ live: true, computed_for: '2026-04-02', as_of: '2026-03-31T06:00:00Z', count: 2 },
    history: [{ day: '2026-03-31', ...computeFigures(10, 8, 2) }, past('2026-03-30')],
    limitations: [
      'Sample data.',
      'Computed for 2026-04-02 from the signals known at 2026-03-31T06:00:00Z. Later activity is not included.',
    ],
  })
  const sameDay = liveIndex([FORECAST], stored(), { today: '2026-03-31', days: 5 }, INFO)
  expect(sameDay.history).toEqual(stored().history)
})
