import { NUMBERS } from '../../core/domain/numbers.ts'
import { PAST_GHOST_COLUMNS } from '../model/given.ts'
import { givenLives } from '../model/life_given.ts'
import type { Given } from '../model/sql_harness.ts'

/** An agent, and the days from its last act and its endpoint's last answer to the logical date. */
export interface GivenAges {
  handle: string
  category: string
  actedDaysAgo: number | null
  answeredDaysAgo: number | null
  /** Age of these readings in days; 0 by default. */
  readDaysAgo?: number
}

/** The date `days` later. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The ghost index of an earlier day over all agents. */
export const pastGhosts = (day: string, counts: { agents: number; covered: number; alive: number }) => [
  {
    day,
    dimension: 'all',
    value: 'all',
    ...counts,
    ghosts: counts.covered - counts.alive,
    alive_share: Math.round((10_000 * counts.alive) / counts.covered) / 100,
    coverage_share: Math.round((10_000 * counts.covered) / counts.agents) / 100,
    alive_share_low: 0,
    alive_share_high: 100,
    alive_share_if_unknown_dead: 0,
    alive_share_if_unknown_alive: 100,
    frozen_on: null,
    listed: counts.agents,
    unread: 0,
    unread_by_outage: 0,
    liveness_rule: NUMBERS.liveness_rule,
  },
]

/** The tables that the ghost index and its history are built from, signals included. */
export function ghostWorld(world: {
  day: string
  agents: GivenAges[]
  past?: object[]
  /** Snapshots of earlier days. */
  called?: object[]
  /** Rows of the test of probabilities. */
  tested?: object[]
}): Record<string, Given> {
  const { day, agents, past = [], called = [], tested = [] } = world
  const sign = (
    { handle, readDaysAgo = 0 }: GivenAges,
    key: 'released_at' | 'probed_at',
    ago: number | null,
  ) => (ago === null ? [] : [{ handle, key, at: `${daysLater(day, -ago)} 12:00:00`, readDaysAgo }])
  const oldest = Math.max(0, ...agents.map(({ readDaysAgo = 0 }) => readDaysAgo))
  return {
    ...givenLives({
      day,
      agents: agents.map(({ handle }) => ({ handle })),
      signs: agents.flatMap((agent) => [
        ...sign(agent, 'released_at', agent.actedDaysAgo),
        ...sign(agent, 'probed_at', agent.answeredDaysAgo),
      ]),
      sources: ['releases', 'endpoint_probes'].map((source) => ({ source, readDaysAgo: oldest })),
    }),
    int_reliability__breakdowns: {
      columns: { handle: 'VARCHAR', dimension: 'VARCHAR', value: 'VARCHAR' },
      rows: agents.flatMap(({ handle, category }) => [
        { handle, dimension: 'all', value: 'all' },
        { handle, dimension: 'category', value: category },
      ]),
    },
    compared_snapshots: {
      columns: {
        day: 'DATE',
        handle: 'VARCHAR',
        category: 'VARCHAR',
        is_alive: 'BOOLEAN',
        liveness_rule: 'BIGINT',
      },
      rows: called,
    },
    alive_chances_tested: {
      columns: {
        tenth: 'BIGINT',
        made_on: 'DATE',
        agents: 'BIGINT',
        mean_probability: 'DECIMAL(5,4)',
        shown_share: 'DECIMAL(5,4)',
        brier: 'DECIMAL(7,6)',
        brier_base: 'DECIMAL(7,6)',
      },
      rows: tested,
    },
    past_ghost_index: { columns: PAST_GHOST_COLUMNS, rows: past },
  }
}
