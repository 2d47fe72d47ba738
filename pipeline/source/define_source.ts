import { judgeCounts } from './counts.ts'
import { deriveRowSchemas } from './row_schema.ts'
import type { Source, SourceDefinition } from './source.ts'

/** Declares a source; a file in `pipeline/sources/` exports the result as its default. */
export function defineSource(definition: SourceDefinition): Source {
  const { strict, tolerant } = deriveRowSchemas(definition.row)
  const fetch = definition.counts ? judgeCounts(definition, definition.counts) : definition.fetch
  return { ...definition, row: tolerant, strictRow: strict, fetch }
}
