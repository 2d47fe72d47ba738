import { z } from 'zod'

export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns the reference of a schema in the document. */
export const schemaRef = (name: string): string => `#/components/schemas/${name}`

/**
 * Returns JSON Schema (draft 2020-12) of every zod schema by its name; a named schema inside another is a reference.
 * Objects are open: fields may be added without a new version, and a closed schema would break callers then.
 */
export function componentSchemas(schemas: Record<string, z.ZodType>): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    uri: schemaRef,
    override: ({ jsonSchema }) => plain(jsonSchema),
  })
  return Object.fromEntries(
    Object.keys(schemas)
      .sort()
      .map((id) => [id, withoutAddress(converted.schemas[id] as JsonSchema)]),
  )
}

/** Returns the schemas that a document refers to, directly or through others. */
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

// Removes the bounds of a safe integer, and a long pattern that a format repeats.
function plain(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format !== undefined) delete schema.pattern
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

function withoutAddress({ $schema: _, $id: __, ...schema }: JsonSchema): JsonSchema {
  return schema
}
