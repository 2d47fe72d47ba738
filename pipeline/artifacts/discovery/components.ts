import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Where a schema of the document stands. */
export const schemaRef = (name: string): string => `#/components/schemas/${name}`

/**
 * JSON Schema (draft 2020-12) of every zod schema by its name; a named schema inside another is a reference. Objects
 * stay open: fields may be added without a new version, and a description that forbids them would break callers then.
 */
export function componentSchemas(schemas: Record<string, z.ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const made = z.toJSONSchema(registry, { uri: schemaRef, override: ({ jsonSchema }) => plain(jsonSchema) })
  return Object.fromEntries(
    Object.keys(schemas)
      .sort()
      .map((id) => [id, withoutAddress(made.schemas[id] as JsonSchema)]),
  )
}

/** The schemas that a document refers to, directly or through others. */
export function usedSchemas(
  all: Record<string, JsonSchema>,
  document: unknown,
  seen = new Set<string>(),
): Record<string, JsonSchema> {
  for (const [, name = ''] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (seen.has(name)) continue
    seen.add(name)
    usedSchemas(all, all[name], seen)
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => seen.has(name)))
}

// The bounds of a safe integer say nothing, and a format says the same as the long pattern beside it.
function plain(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

function withoutAddress({ $schema: _, $id: __, ...schema }: JsonSchema): JsonSchema {
  return schema
}
