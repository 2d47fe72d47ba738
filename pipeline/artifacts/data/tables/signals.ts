import { booleanColumn, numberColumn, textColumn, timeColumn } from '../column.ts'
import { countColumn, handleColumn, sha256Column, signalKeyColumn } from '../common_columns.ts'
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
    handle: handleColumn,
    key: signalKeyColumn,
    value: numberColumn('Value, in the unit of the row; null for a time, and where it is withheld'),
    value_at: timeColumn('Value of a signal that is a time'),
    is_withheld: booleanColumn('That the value may not be republished: its source shows it', {
      required: true,
    }),
    unit: textColumn('Unit of the value', { required: true }),
    source: textColumn('Source, or sources, as in the table sources', { required: true }),
    source_url: textColumn('Address of the recorded response that decides', { required: true }),
    observed_at: timeColumn('When that response came', { required: true }),
    response_sha256: sha256Column,
    input_count: countColumn('Inputs that the value was made of', 'inputs'),
  },
})
