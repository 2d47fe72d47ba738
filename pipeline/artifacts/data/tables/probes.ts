import { dateColumn, integerColumn, textColumn, timeColumn } from '../column.ts'
import { countColumn, sha256Column } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'probes',
  about:
    'One row per address of an agent that was probed: how that went last. Addresses that the guard refused to visit are left out.',
  key: ['url', 'probed_url'],
  kept: 'daily',
  parquet: 'v1',
  sql: `select *, sha256(url) as probed_url from stg_endpoint_probes__probes where outcome <> 'unsafe'`,
  columns: {
    url: textColumn('Address, supplied by the agent', { required: true, thirdParty: 'address' }),
    probed_url: textColumn('SHA-256 of the address as the agent writes it', { required: true }),
    kind: textColumn('Protocol in which it was asked', { required: true }),
    outcome: textColumn('How that went', { required: true }),
    status: integerColumn('HTTP status of the answer', { minimum: 100, maximum: 999 }),
    first_ok_on: dateColumn('Day on which it first answered'),
    last_ok_at: timeColumn('When it last answered'),
    dead_days: countColumn('Observed days in a row on which it has not answered', 'days'),
    observed_on: dateColumn('Day of the last probe', { required: true }),
    observed_at: timeColumn('When the answer came that this row rests on', { required: true }),
    response_sha256: sha256Column,
  },
})
