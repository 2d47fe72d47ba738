import { CATEGORIES } from '../../../../core/domain/category.ts'
import { dateColumn, textColumn } from '../column.ts'
import { handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'records',
  about:
    'One row per record of a source and the agent that it is one with: identities, and why they were merged.',
  key: ['handle', 'source', 'record_key'],
  kept: 'daily',
  parquet: 'v1',
  sql: `select bound.handle, records.source, records.source_key as record_key, records.source_key as name, records.category,
      records.record_url as url, bound.bound_on, bound.reason, records.departed_on
    from int_records__handles as bound
    join int_records as records using (record_id)`,
  columns: {
    handle: handleColumn,
    source: textColumn('Source that lists the record, as in the table sources', { required: true }),
    record_key: textColumn('Key of the record at its source, as it stands there', { required: true }),
    name: textColumn('The same as pages show it, cleaned and cut', { thirdParty: { most: 100 } }),
    category: textColumn('Category of the record', { required: true, values: CATEGORIES }),
    url: textColumn('Where the record can be seen'),
    bound_on: dateColumn('Day on which it was found to be this agent', { required: true }),
    reason: textColumn('Why it is taken to be this agent', { required: true }),
    departed_on: dateColumn('Day on which the source no longer listed it'),
  },
})
