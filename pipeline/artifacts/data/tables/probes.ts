import { date, integer, text, time } from '../column.ts'
import { count, sha256 } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'probes',
  about:
    'One row per address of an agent that was probed: how that went last. Addresses that the guard refused to visit are left out.',
  key: ['url', 'probed_url'],
  kept: 'daily',
  parquet: 'v1',
  sql: `select *, sha256(url) as probed_url from stg_endpoint_probes__probes where outcome <> 'refused_unsafe'`,
  columns: {
    url: text('Address, supplied by the agent', { required: true, thirdParty: 'address' }),
    probed_url: text('SHA-256 of the address as the agent writes it', { required: true }),
    kind: text('Protocol in which it was asked', { required: true }),
    outcome: text('How that went', { required: true }),
    status: integer('HTTP status of the answer', { minimum: 100, maximum: 999 }),
    first_ok_on: date('Day on which it first answered'),
    last_ok_at: time('When it last answered'),
    dead_days: count('Observed days in a row on which it has not answered', 'days'),
    observed_on: date('Day of the last probe', { required: true }),
    observed_at: time('When the answer came that this row rests on', { required: true }),
    response_sha256: sha256,
  },
})
