import * as z from 'zod/mini'
import { DATE } from './value_schemas.ts'

/** A JSON Schema of which no part is a mere true or false. */
export type ParameterJsonSchema = z.core.JSONSchema.BaseSchema & {
  properties?: Record<string, ParameterJsonSchema>
  items?: ParameterJsonSchema
}

/** Returns the JSON Schema of a parameter's value, its type first and its default last. */
export function parameterSchema(parameter: z.core.$ZodType): ParameterJsonSchema {
  const {
    $schema,
    description,
    type,
    default: fallback,
    ...bounds
  } = z.toJSONSchema(parameter, {
    io: 'input',
    // Who reads OpenAPI knows the format of a date, and none of ours.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== 'date') delete jsonSchema.format
    },
  })
  return { type, ...bounds, ...(fallback === undefined ? {} : { default: fallback }) } as ParameterJsonSchema
}

/** Returns the JSON Schema of a tool's arguments: without what says nothing to a caller, or what Gemini refuses. */
export function argumentsSchema(given: z.core.$ZodType): ParameterJsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(given, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
      // Strict validators know no formats.
      if (jsonSchema.format === 'date') jsonSchema.pattern = DATE.source
      delete jsonSchema.format
    },
  })
  return schema as ParameterJsonSchema
}
