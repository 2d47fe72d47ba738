import { dateColumn, integerColumn, textColumn } from '../column.ts'
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
    line: integerColumn('Its number', { required: true, minimum: 1 }),
    decided_on: dateColumn('Day of the decision', { required: true }),
    record_a: textColumn('Record: source and key there', RECORD),
    record_b: textColumn('The other record', RECORD),
    handle_a: textColumn('Agent of record_a; null: no source ever listed the record'),
    handle_b: textColumn('Agent of record_b; null: no source ever listed the record'),
    verdict: textColumn('Whether the two are one agent', { required: true, values: ['same', 'different'] }),
    reason: textColumn('Why it was decided', { required: true }),
    source_url: textColumn('Where that can be seen', { required: true }),
    status: textColumn('Whether it is applied', {
      required: true,
      values: ['applied', 'record_departed', 'record_unknown'],
    }),
  },
})
