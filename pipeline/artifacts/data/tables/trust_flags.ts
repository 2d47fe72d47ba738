import { listColumn, textColumn } from '../column.ts'
import { handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'trust_flags',
  about: 'One row per agent and risk flag, with its reason.',
  key: ['handle', 'flag', 'reason'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select distinct on (handle, flag, reason) handle, flag, severity, reason, related
    from int_trust__flags order by handle, flag, reason, severity, related`,
  columns: {
    handle: handleColumn,
    flag: textColumn('The flag', { required: true }),
    severity: textColumn('How grave it is', { required: true, values: ['minor', 'major', 'critical'] }),
    reason: textColumn('Why it was raised', { required: true }),
    related: listColumn('Handles of the agents that it is also about', { required: true }),
  },
})
