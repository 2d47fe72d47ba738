import { z } from 'zod'
import { ENDPOINTS } from '../../../core/interface/endpoints.ts'
import type { Tool } from '../../../core/interface/tools.ts'
import { RESOURCES } from '../../../core/resources/schemas.ts'
import {
  ERROR,
  type FieldType,
  NOT_FOUND,
  OMITTED,
  type ToolOutput,
  WARNINGS,
} from '../../../core/resources/short/outputs.ts'

/** A JSON Schema of one field, reduced to its kind of value. */
export type FieldSchema = { type: string; items?: FieldSchema } | { anyOf: [FieldSchema, { type: 'null' }] }

/**
 * Returns the schema of everything that a tool may answer: its short answer, the full one, fields for ignored names or
 * omitted rows, and its errors. No `type` is a list of types, which Gemini refuses.
 */
export function buildOutputSchema(tool: Tool): { type: 'object'; properties: Record<string, FieldSchema> } {
  const { output, arguments: given } = tool
  const short = toSchemas({ ...output, ...(hasRows(output) ? OMITTED : {}), ...warningOutput(given) })
  return { type: 'object', properties: { ...short, ...fullFields(tool), ...toSchemas(errorOutput(given)) } }
}

const toSchemas = (output: ToolOutput): Record<string, FieldSchema> =>
  Object.fromEntries(Object.entries(output).map(([name, type]) => [name, fieldSchema(type)]))

function fieldSchema(type: FieldType): FieldSchema {
  const name = type.replace(/\W+$/, '')
  if (type.endsWith('[]')) return { type: 'array', items: { type: name } }
  return type.endsWith('?') ? { anyOf: [{ type: name }, { type: 'null' }] } : { type: name }
}

/** True if rows of the output's lists may be omitted. */
const hasRows = (output: ToolOutput): boolean =>
  Object.entries(output).some(([name, type]) => name !== 'limitations' && type.endsWith('[]'))

/** Returns the field for ignored names: those in `filters` beside a limit, and all of a tool without arguments. */
const warningOutput = ({ shape }: Tool['arguments']): ToolOutput =>
  'filters' in shape || 'limit' in shape || Object.keys(shape).length === 0 ? WARNINGS : {}

function errorOutput({ shape }: Tool['arguments']): ToolOutput {
  if ('handle' in shape || 'handles' in shape) return NOT_FOUND
  return Object.keys(shape).length === 0 ? {} : ERROR
}

/** Returns the fields of the REST resource that a tool answers with at `detail=full`. */
function fullFields({ endpoint, arguments: { shape } }: Tool): Record<string, FieldSchema> {
  return 'detail' in shape && endpoint !== null ? resourceFields(endpoint) : {}
}

/** Returns the fields of the resource that a REST endpoint answers with. */
export function resourceFields(endpoint: string): Record<string, FieldSchema> {
  const name = ENDPOINTS.find(({ id }) => id === endpoint)?.answer
  const resource = RESOURCES[name ?? '']
  if (!(resource instanceof z.ZodObject))
    throw new Error(`the endpoint ${endpoint} has no resource with fields`)
  const { properties = {} } = z.toJSONSchema(resource, { io: 'output', reused: 'inline' })
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [
      field,
      toFieldSchema(schema as z.core.JSONSchema.BaseSchema),
    ]),
  )
}

/** Returns the kind of value of a schema; "or null" is written in either of two ways. */
function toFieldSchema({ type, anyOf, items }: z.core.JSONSchema.BaseSchema): FieldSchema {
  const types = (Array.isArray(type) ? type.map((name) => ({ type: name })) : anyOf) as
    | z.core.JSONSchema.BaseSchema[]
    | undefined
  const [kind, ...others] = types?.filter((schema) => schema.type !== 'null') ?? []
  if (kind !== undefined && others.length === 0) return { anyOf: [toFieldSchema(kind), { type: 'null' }] }
  if (typeof type !== 'string') throw new Error('a field of a resource has no single kind of value')
  if (type !== 'array') return { type }
  return { type, items: toFieldSchema(items as z.core.JSONSchema.BaseSchema) }
}
