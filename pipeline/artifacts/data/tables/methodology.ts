import { SIGNALS } from '../../../../core/domain/signals.ts'
import { literal } from '../../../model/database.ts'
import { integerColumn, textColumn } from '../column.ts'
import { categoryColumn, signalKeyColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

const names = Object.entries(SIGNALS)
  .map(([key, { name }]) => `(${literal(key)}, ${literal(name)})`)
  .join(', ')

export default defineTable({
  name: 'methodology',
  about:
    'One row per category and signal that its score weighs. What the parts of a score do with them is in /api/methodology/{category}/llm-summary.',
  key: ['category', 'position'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select weighed.category, weighed.position + 1 as position, weighed.key, named.name, definitions.unit, definitions.source,
      weighed.part, weighed.weight, methodologies.version as methodology_version
    from methodology_signals as weighed
    join methodologies using (category)
    join signal_definitions as definitions using (key)
    join (values ${names}) as named (key, name) using (key)`,
  columns: {
    category: categoryColumn,
    position: integerColumn('Place in the methodology', { required: true, minimum: 1 }),
    key: signalKeyColumn,
    name: textColumn('Name of the signal', { required: true }),
    unit: textColumn('Unit of its value', { required: true }),
    source: textColumn('Source, or sources, as in the table sources', { required: true }),
    part: textColumn('Part of the score that it belongs to', { required: true }),
    weight: integerColumn('Weight', { required: true, unit: 'of 100', minimum: 0, maximum: 100 }),
    methodology_version: textColumn('Version of the methodology', { required: true }),
  },
})
