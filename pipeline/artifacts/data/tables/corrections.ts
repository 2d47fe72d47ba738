import { date, integer, text } from '../column.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'corrections',
  about: 'One row per correction since the first: what a record says, what is shown instead, and why.',
  key: ['line'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * from corrections',
  columns: {
    line: integer('Its number', { required: true, minimum: 1 }),
    corrected_on: date('Day of the correction', { required: true }),
    record_id: text('Record: source and key there', { required: true }),
    handle: text('Agent that the record speaks for'),
    field: text('Field that is corrected', { required: true }),
    original: text('What the record says, cleaned and cut', { thirdParty: { most: 300 } }),
    value: text('What is shown instead; null: nothing'),
    reason: text('Why it was corrected', { required: true }),
    source_url: text('Where that can be seen', { required: true }),
    feedback_id: text('Report that it follows'),
    status: text('Whether it is shown', { required: true, values: ['applied', 'superseded', 'not_applied'] }),
  },
})
