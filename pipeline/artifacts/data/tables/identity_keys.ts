import { integerColumn, listColumn, textColumn } from '../column.ts'
import { handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'identity_keys',
  about:
    'One row per agent and key: strong keys make records one agent, ties only say that agents have an operator in common.',
  key: ['handle', 'kind', 'key'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select handle, 'strong' as kind, unnest(keys) as key, null::bigint as other_count, []::varchar[] as others from identities
    union all
    select handle, 'tie', tie.key, tie.other_count, tie.others from (select handle, unnest(ties) as tie from identities)`,
  columns: {
    handle: handleColumn,
    kind: textColumn('strong or tie', { required: true, values: ['strong', 'tie'] }),
    key: textColumn('The key, cleaned and cut', { required: true, thirdParty: { most: 300 } }),
    other_count: integerColumn('Of a tie: how many other agents have it', { unit: 'agents', minimum: 1 }),
    others: listColumn('Of a tie: handles of the first of them', { required: true }),
  },
})
