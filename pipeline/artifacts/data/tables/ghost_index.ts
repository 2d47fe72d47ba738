import { dateColumn, decimalColumn, integerColumn, textColumn } from '../column.ts'
import { countColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const percent = { unit: 'percent', minimum: 0, maximum: 100 }

export default defineTable({
  name: 'ghost_index',
  about:
    'One row per day (at most the last 366), dimension and value: which share of the agents whose liveness is known is alive.',
  key: ['day', 'dimension', 'value'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from ghost_index_history',
  columns: {
    day: dateColumn('Day that the figures are published for', { required: true }),
    dimension: textColumn('What agents are grouped by', { required: true }),
    value: textColumn('Group', { required: true }),
    agents: countColumn('Agents that the figures are of', 'agents'),
    covered: countColumn('Of them, those whose liveness is known', 'agents'),
    alive: countColumn('Of those, the alive', 'agents'),
    ghosts: countColumn('Of those, the rest', 'agents'),
    alive_share: decimalColumn(5, 2, 'Share of the covered that is alive: 100 means no ghosts', percent),
    coverage_share: decimalColumn(5, 2, 'Share of the agents that is covered', percent),
    alive_share_low: decimalColumn(5, 2, 'Low end of the 95 percent Wilson interval', percent),
    alive_share_high: decimalColumn(5, 2, 'High end of it', percent),
    alive_share_if_unknown_dead: decimalColumn(5, 2, 'Share if all that are unknown were dead', percent),
    alive_share_if_unknown_alive: decimalColumn(5, 2, 'Share if they were alive', percent),
    frozen_on: dateColumn('Day that the figures are of, where an outage keeps them still'),
    listed: countColumn('Agents on the day', 'agents'),
    unread: countColumn('Of them, those that wait for a reading', 'agents'),
    unread_by_outage: countColumn('Of those, the ones that an outage keeps waiting', 'agents'),
    liveness_rule: integerColumn('Number of the rule of liveness that held'),
  },
})
