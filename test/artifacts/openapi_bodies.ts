import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Json = Record<string, unknown>

/** The parts of an OpenAPI document that define its bodies. */
export interface Described {
  paths: Record<string, Record<string, { responses: Record<string, Json> }>>
  components: { schemas: Record<string, Json>; responses: Record<string, Json> }
}

/**
 * Checks bodies against an OpenAPI document: the problems of a JSON body that an operation answered with a status, empty
 * when it fits. Beyond the document, objects are closed, so that a field that it does not name is a problem too.
 */
export class OpenapiBodies {
  readonly #document: Described
  readonly #ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })

  constructor(document: Described) {
    this.#document = document
    formats.default(this.#ajv)
    this.#ajv.addVocabulary(['components'])
    this.#ajv.addSchema({
      $id: 'openapi',
      components: { schemas: closed(document.components.schemas) } as never,
    })
  }

  /** The names of all schemas. */
  get names(): string[] {
    return Object.keys(this.#document.components.schemas)
  }

  /** The problems of a value that a named schema describes; throws for a schema that does not compile. */
  problemsOf(name: string, value: unknown): string[] {
    return this.#problems({ $ref: `#/components/schemas/${name}` }, value)
  }

  /** The problems of a body; `path` is written as in the document. */
  problems(method: string, path: string, status: number, body: unknown): string[] {
    const operation = this.#document.paths[path]?.[method.toLowerCase()]
    if (operation === undefined) return [`${method} ${path} is not described`]
    const response = this.#resolved(operation.responses[status] ?? operation.responses.default)
    const content = response?.content as Record<string, { schema?: Json }> | undefined
    const schema = content?.['application/json']?.schema
    return schema === undefined
      ? [`${method} ${path} ${status} describes no JSON`]
      : this.#problems(schema, body)
  }

  #resolved(response: Json | undefined): Json | undefined {
    const name = /^#\/components\/responses\/(\w+)$/.exec(String(response?.$ref))?.[1]
    return name === undefined ? response : this.#document.components.responses[name]
  }

  #problems(schema: Json, value: unknown): string[] {
    const check = this.#compiled(schema)
    if (check(value)) return []
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
  }

  #compiled(schema: Json): ValidateFunction {
    if (typeof schema.$ref !== 'string') return this.#ajv.compile(schema)
    const check = this.#ajv.getSchema(`openapi${schema.$ref}`)
    if (check === undefined) throw new Error(`${schema.$ref} is not in the document`)
    return check
  }
}

/** The schema with every object that lists its properties closed, except those declared open. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = inner.type === 'object' && typeof inner.properties === 'object'
  return isObject && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}
