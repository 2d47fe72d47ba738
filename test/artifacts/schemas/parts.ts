// Parts of the schemas in this folder. Each restates a published schema in our own words: what it requires and how it
// types what we write, without its descriptions. A field that it does not name is refused, so that nothing is written that
// nobody defined; where a schema lets documents have more, what we add is named in its file.

/** A schema of JSON. */
export type JsonSchema = Record<string, unknown>

/** A published schema, with what tells it from others. */
export interface PublishedSchema {
  /** Its name and version. */
  name: string
  /** The day of that version, YYYY-MM-DD. */
  published: string
  schema: JsonSchema
}

export const TEXT = { type: 'string', minLength: 1 }
export const FLAG = { type: 'boolean' }
export const URI = { type: 'string', format: 'uri' }

/** A text with bounds. */
export const text = (maximum: number, minimum = 1): JsonSchema => ({
  ...{ type: 'string', minLength: minimum, maxLength: maximum },
})

/** A list with at least so many items. */
export const list = (items: JsonSchema, minimum = 0): JsonSchema => ({
  ...{ type: 'array', items, minItems: minimum },
})

/** An object with these fields and no others. */
export const closed = (required: string[], properties: Record<string, unknown>): JsonSchema => ({
  ...{ type: 'object', required, properties, additionalProperties: false },
})

/** An object that may have others. */
export const open = (required: string[], properties: Record<string, unknown>): JsonSchema => ({
  ...{ type: 'object', required, properties },
})
