import { z } from 'zod'
import type { Endpoint, Parameter } from '../../../core/interface/endpoint.ts'
import { EXAMPLE_QUERY } from '../../../core/interface/example_query.ts'
import { parameterSchema } from '../../../core/interface/parameter_schema.ts'
import { RESOURCES } from '../../../core/resources/schemas.ts'

type Json = Record<string, unknown>

/** Values in the examples of a listing; none is from a caller. */
const EXAMPLES: Readonly<Record<string, string>> = {
  q: EXAMPLE_QUERY,
  handle: 'example-agent',
  metric: 'liveness',
}

/**
 * Returns the `bazaar` extension of x402: call and answer of a paid endpoint, for facilitators that list it. It is the
 * same for every call. A quote is in a header, so that it only has the answer's fields and their types.
 */
export function bazaarExtension({ method, path, parameters, answer }: Endpoint): Json {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    info: {
      input: { type: 'http', method, ...buildParts(inQuery, inPath, buildExamples) },
      output: { type: 'json' },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'http' },
            method: { type: 'string', enum: [method] },
            ...buildParts(inQuery, inPath, buildSchema),
          },
          required: ['type', 'method'],
          additionalProperties: false,
        },
        output: {
          type: 'object',
          properties: { type: { type: 'string' }, example: buildFieldTypes(answer ?? '') },
          required: ['type'],
        },
      },
      required: ['input'],
    },
    ...(inPath.length === 0 ? {} : { routeTemplate: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
  }
}

/**
 * Returns the same for version 1, in `outputSchema` of a requirement: with the answer's schema as `output`, and a flag
 * that it may be listed.
 */
export function v1OutputSchema({ method, parameters, answer }: Endpoint): Json {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  return {
    input: { type: 'http', method, discoverable: true, ...buildParts(inQuery, [], buildExamples) },
    output: buildFieldTypes(answer ?? ''),
  }
}

/** Returns the result of `of` for the query and path parameters, under the extension's names. */
const buildParts = (
  inQuery: Parameter[],
  inPath: Parameter[],
  of: (parameters: Parameter[]) => Json,
): Json => ({
  ...(inQuery.length === 0 ? {} : { queryParams: of(inQuery) }),
  ...(inPath.length === 0 ? {} : { pathParams: of(inPath) }),
})

const buildExamples = (parameters: Parameter[]): Json =>
  Object.fromEntries(parameters.flatMap(({ name }) => (name in EXAMPLES ? [[name, EXAMPLES[name]]] : [])))

const buildSchema = (parameters: Parameter[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, parameterSchema(schema)])),
  required: parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name),
})

/** Returns the fields of an answer with their JSON types; an array also has the type of its items, which linters ask for. */
function buildFieldTypes(answer: string): Json {
  const schema = RESOURCES[answer]
  if (schema === undefined) return { type: 'object' }
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  const fields = Object.entries(properties).map(([name, field]) => [name, jsonType(field as Json)])
  return { type: 'object', properties: Object.fromEntries(fields) }
}

function jsonType({ type, items, anyOf, const: only }: Json): Json {
  if (type === 'array') return { type, items: jsonType((items ?? {}) as Json) }
  if (type !== undefined) return { type }
  if (only !== undefined) return { type: typeof only }
  const types = (Array.isArray(anyOf) ? anyOf : []).flatMap((json: Json) => json.type ?? [])
  return types.length === 0 ? {} : { type: [...new Set(types)] }
}
