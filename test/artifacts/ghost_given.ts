import type { Given } from '../model/sql_harness.ts'

/** An agent and how many days before the logical date it last acted and its endpoint last answered. */
export interface GivenAges {
  handle: string
  category: string
  actedDaysAgo: number | null
  answeredDaysAgo: number | null
}

/** The date so many days later. */
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
  },
]

/** The tables that the ghost index and its history are built from, signals and all. */
export function ghostWorld(world: {
  day: string
  agents: GivenAges[]
  past?: object[]
}): Record<string, Given> {
  const { day, agents, past = [] } = world
  const sign = (handle: string, key: string, ago: number | null) =>
    ago === null ? [] : [{ handle, key, value_at: `${daysLater(day, -ago)} 12:00:00` }]
  return {
    run: { columns: { day: 'DATE' }, rows: [{ day }] },
    int_agents__identified: {
      columns: { handle: 'VARCHAR', departed_on: 'DATE' },
      rows: agents.map(({ handle }) => ({ handle, departed_on: null })),
    },
    signal_definitions: {
      columns: { key: 'VARCHAR', is_activity: 'BOOLEAN', is_probe: 'BOOLEAN' },
      rows: [
        { key: 'act', is_activity: true, is_probe: false },
        { key: 'answer', is_activity: false, is_probe: true },
      ],
    },
    signals: {
      columns: { handle: 'VARCHAR', key: 'VARCHAR', value_at: 'TIMESTAMP' },
      rows: agents.flatMap((one) => [
        ...sign(one.handle, 'act', one.actedDaysAgo),
        ...sign(one.handle, 'answer', one.answeredDaysAgo),
      ]),
    },
    int_reliability__breakdowns_assigned: {
      columns: { handle: 'VARCHAR', dimension: 'VARCHAR', value: 'VARCHAR' },
      rows: agents.flatMap(({ handle, category }) => [
        { handle, dimension: 'all', value: 'all' },
        { handle, dimension: 'category', value: category },
      ]),
    },
    past_ghost_index: { columns: PAST_COLUMNS, rows: past },
  }
}

const SHARE = 'DECIMAL(5,2)'
const PAST_COLUMNS = {
  day: 'DATE',
  dimension: 'VARCHAR',
  value: 'VARCHAR',
  agents: 'BIGINT',
  covered: 'BIGINT',
  alive: 'BIGINT',
  ghosts: 'BIGINT',
  alive_share: SHARE,
  coverage_share: SHARE,
  alive_share_low: SHARE,
  alive_share_high: SHARE,
  alive_share_if_unknown_dead: SHARE,
  alive_share_if_unknown_alive: SHARE,
}
