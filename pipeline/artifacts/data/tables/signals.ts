import { boolean, number, text, time } from '../column.ts'
import { count, handle, sha256, signalKey } from '../common_columns.ts'
import { withheldKeys } from '../licences.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'signals',
  about:
    'One row per agent and signal that was observed, with its provenance. A signal that was not observed has no row.',
  key: ['handle', 'key'],
  kept: 'daily',
  parquet: 'v1',
  sql: `select * replace (case when key not in (${withheldKeys()}) then value end as value),
      key in (${withheldKeys()}) as is_withheld
    from signals`,
  columns: {
    handle,
    key: signalKey,
    value: number('Value, in the unit of the row; null for a time, and where it is withheld'),
    value_at: time('Value of a signal that is a time'),
    is_withheld: boolean('That the value may not be republished: its source shows it', { required: true }),
    unit: text('Unit of the value', { required: true }),
    source: text('Source, or sources, as in the table sources', { required: true }),
    source_url: text('Address of the recorded response that decides', { required: true }),
    observed_at: time('When that response came', { required: true }),
    response_sha256: sha256,
    input_count: count('Inputs that the value was made of', 'inputs'),
  },
})
