import { date, integer, text } from '../column.ts'
import { defineTable } from '../table.ts'

const RECORD = { required: true, thirdParty: { most: 300 } } as const

export default defineTable({
  name: 'identity_overrides',
  about: 'One row per decision of a person that two records are the same agent, or different ones, and why.',
  key: ['line'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select * exclude (unknown_records) from identity_overrides',
  columns: {
    line: integer('Its number', { required: true, minimum: 1 }),
    decided_on: date('Day of the decision', { required: true }),
    record_a: text('Record: source and key there', RECORD),
    record_b: text('The other record', RECORD),
    handle_a: text('Agent of record_a; null: no source ever listed the record'),
    handle_b: text('Agent of record_b; null: no source ever listed the record'),
    verdict: text('Whether the two are one agent', { required: true, values: ['same', 'different'] }),
    reason: text('Why it was decided', { required: true }),
    source_url: text('Where that can be seen', { required: true }),
    status: text('Whether it is applied', {
      required: true,
      values: ['applied', 'record_departed', 'record_unknown'],
    }),
  },
})
