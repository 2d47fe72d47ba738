import { booleanColumn, dateColumn, integerColumn, textColumn, timeColumn } from '../column.ts'
import { sha256Column } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'incidents',
  about:
    'One row per address in the list of probes and incident of it that lasts, or ended in the last 90 days: days in a row on which it was asked and showed no sign of life, of an address that answered before or after. Days that were not measured (not asked, limited, blocked, a bad line of ours) are none.',
  key: ['url', 'probed_url', 'began_on'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select *, sha256(url) as probed_url from int_probes__incidents where outcome <> 'unsafe'`,
  columns: {
    url: textColumn('Address, supplied by the agent', { required: true, thirdParty: 'address' }),
    probed_url: textColumn('SHA-256 of the address as the agent writes it', { required: true }),
    kind: textColumn('Protocol in which it was asked', { required: true }),
    outcome: textColumn('How its last silent day went', { required: true }),
    answered_before_on: dateColumn('Day of the last answer before; null where it was not asked before'),
    began_on: dateColumn('First silent day', { required: true }),
    ended_on: dateColumn('Last silent day; null while it lasts'),
    answered_again_on: dateColumn('Day of the first answer after'),
    silent_days: integerColumn('Days of it on which the address was asked', {
      ...{ required: true, unit: 'days', minimum: 1 },
    }),
    outcome_before: textColumn('How the answer before went'),
    outcome_after: textColumn('How the answer after went'),
    is_version_changed: booleanColumn('Whether the server gives itself another version than before'),
    is_tools_changed: booleanColumn('Whether its list of tools is another one than before'),
    observed_at: timeColumn('When the answer of the last silent day came, or failed', { required: true }),
    response_sha256: sha256Column,
  },
})
