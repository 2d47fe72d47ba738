import { dateColumn, integerColumn, textColumn } from '../column.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'corrections',
  about: 'One row per correction since the first: what a record says, what is shown instead, and why.',
  key: ['line'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from corrections',
  columns: {
    line: integerColumn('Its number', { required: true, minimum: 1 }),
    corrected_on: dateColumn('Day of the correction', { required: true }),
    record_id: textColumn('Record: source and key there', { required: true }),
    handle: textColumn('Agent that the record speaks for'),
    field: textColumn('Field that is corrected', { required: true }),
    original: textColumn('What the record says, cleaned and cut', { thirdParty: { most: 300 } }),
    value: textColumn('What is shown instead; null: nothing'),
    reason: textColumn('Why it was corrected', { required: true }),
    source_url: textColumn('Where that can be seen', { required: true }),
    feedback_id: textColumn('Report that it follows'),
    status: textColumn('Whether it is shown', {
      required: true,
      values: ['applied', 'superseded', 'not_applied'],
    }),
  },
})
