import { expect, test } from 'vitest'
import { ghostIndex } from '../../core/interface/schemas/ghost_index.ts'
import {
  type Ages,
  figuresOf,
  type GhostIndex,
  type GhostRow,
  liveIndex,
  NO_FIGURES,
  storedIndex,
  withHistory,
} from '../../core/views/ghost_index.ts'
import { INFO } from './given_agent_record.ts'

const rowOf = (dimension: string, value: string): GhostRow => ({ dimension, value, ...figuresOf(10, 8, 2) })
const past = (day: string): GhostIndex['history'][number] => ({ day, ...figuresOf(4, 2, 1) })

const stored = (): GhostIndex =>
  storedIndex(
    [
      rowOf('category', 'service'),
      rowOf('all', 'all'),
      rowOf('ecosystem_layer', 'tools'),
      rowOf('protocol', 'mcp'),
    ],
    [past('2026-03-30'), past('2026-03-29')],
    INFO,
  )

test('the figures of a group are shares in percent, within the Wilson interval', () => {
  expect(figuresOf(10, 8, 2)).toEqual({
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
  })
})

test('where no liveness is known there are only bounds, and of no agents there is nothing', () => {
  expect(figuresOf(3, 0, 0)).toEqual({
    ...{ liveness_score: null, liveness_score_low: null, liveness_score_high: null },
    ...{ liveness_score_if_unknown_dead: 0, liveness_score_if_unknown_alive: 100 },
    ...{ agents: 3, covered: 0, coverage: 0, alive: 0, ghosts: 0 },
  })
  expect(NO_FIGURES).toEqual({
    ...{ liveness_score: null, liveness_score_low: null, liveness_score_high: null },
    ...{ liveness_score_if_unknown_dead: null, liveness_score_if_unknown_alive: null },
    ...{ agents: 0, covered: 0, coverage: null, alive: 0, ghosts: 0 },
  })
})

test('the stored index has the figures of all agents, those of each group and the rule that counts', () => {
  expect(ghostIndex.parse(stored())).toEqual({
    type: 'ghost_index',
    live: false,
    computed_for: '2026-03-31',
    as_of: '2026-03-31T06:00:00Z',
    rule: 'An agent is alive when its latest public activity, or the latest answer of its own endpoint, is less than 30 days before the day that is computed.',
    ...figuresOf(10, 8, 2),
    breakdowns: {
      category: [{ value: 'service', ...figuresOf(10, 8, 2) }],
      ecosystem_layer: [{ value: 'tools', ...figuresOf(10, 8, 2) }],
      protocol: [{ value: 'mcp', ...figuresOf(10, 8, 2) }],
    },
    count: 2,
    history: [past('2026-03-30'), past('2026-03-29')],
    limitations: ['Sample data.'],
    last_updated: '2026-03-31T06:00:00Z',
  })
  expect(storedIndex([rowOf('protocol', 'mcp')], [], INFO)).toMatchObject(NO_FIGURES)
})

test('fewer snapshots are counted as they are listed', () => {
  expect(withHistory(stored(), 1)).toEqual({ ...stored(), count: 1, history: [past('2026-03-30')] })
})

/** An agent alive with its latest sign on each of the 30 days that count, two of before, and one of which nothing is known. */
const AGES: Ages = { dimension: 'all', value: 'all', by_age: Array(30).fill(1), older: 2, unknown: 1 }

test('an agent dies on the day on which its latest sign is thirty days old', () => {
  const alive = (today: string) => {
    const index = liveIndex([AGES], stored(), { today, days: 5 }, INFO)
    return { alive: index.alive, covered: index.covered, agents: index.agents }
  }
  expect(alive('2026-03-31')).toEqual({ alive: 30, covered: 32, agents: 33 })
  expect(alive('2026-04-01').alive).toBe(29)
  expect(alive('2026-04-29').alive).toBe(1)
  expect(alive('2026-04-30').alive).toBe(0)
  expect(alive('2026-05-20')).toEqual({ alive: 0, covered: 32, agents: 33 })
})

test('a later day has the stored one before it, and says what it was computed from', () => {
  const later = liveIndex([AGES], stored(), { today: '2026-04-02', days: 2 }, INFO)
  expect(later).toMatchObject({
    ...{ live: true, computed_for: '2026-04-02', as_of: '2026-03-31T06:00:00Z', count: 2 },
    history: [{ day: '2026-03-31', ...figuresOf(10, 8, 2) }, past('2026-03-30')],
    limitations: [
      'Sample data.',
      'Computed for 2026-04-02 from the signals known at 2026-03-31T06:00:00Z. Later activity is not included.',
    ],
  })
  const sameDay = liveIndex([AGES], stored(), { today: '2026-03-31', days: 5 }, INFO)
  expect(sameDay.history).toEqual(stored().history)
})
