import { booleanColumn, numberColumn, textColumn, timeColumn } from '../column.ts'
import { handleColumn, sha256Column, signalKeyColumn } from '../common_columns.ts'
import { withheldKeys } from '../licences.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'signal_inputs',
  about:
    'One row per agent, signal, item and recorded response: what each value of the table signals was read from.',
  key: ['handle', 'key', 'item', 'value', 'value_at', 'source_url', 'observed_at', 'response_sha256'],
  kept: 'newest',
  parquet: 'v2',
  isParquetOnly: true,
  sql: `select * replace (case when key not in (${withheldKeys()}) then value end as value),
      key in (${withheldKeys()}) as is_withheld
    from signal_inputs`,
  columns: {
    handle: handleColumn,
    key: signalKeyColumn,
    item: textColumn('What the input is of: a package, a repository, a model'),
    value: numberColumn('Value; null for a time, and where it is withheld'),
    value_at: timeColumn('Value of an input that is a time'),
    is_withheld: booleanColumn('That the value may not be republished: its source shows it', {
      required: true,
    }),
    source_url: textColumn('Address of the recorded response', { required: true }),
    observed_at: textColumn('When it came, in UTC, written as ISO 8601 has it', { required: true }),
    response_sha256: sha256Column,
  },
})
