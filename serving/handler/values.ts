import type { core } from 'zod/mini'
import type { Parameter } from '../../core/interface/endpoint.ts'
import { invalidParameter, missingParameter } from '../../core/interface/errors.ts'
import { type Query, queryNames, readQuery, unknownText } from '../../core/interface/query.ts'
import { ruleText } from '../../core/interface/rules.ts'

/** The checked parameters of a call. */
export class ParameterValues {
  readonly #values: ReadonlyMap<string, unknown>

  /** `values` has every parameter of the endpoint by name: undefined if not given and without a default. */
  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values
  }

  /** Returns the value of a parameter of the call's endpoint. */
  get<Schema extends core.$ZodType>({ name }: Parameter<Schema>): core.output<Schema> {
    if (!this.#values.has(name)) throw new Error(`the endpoint has no parameter ${name}`)
    return this.#values.get(name) as core.output<Schema>
  }
}

/**
 * Checks the path and reads the query of a call; throws HttpError 400 for a value that is missing, malformed, out of
 * range, or repeated without being a list. Unknown handles are left to the endpoint.
 */
export function readValues(
  parameters: readonly Parameter[],
  path: ReadonlyMap<string, string>,
  query: URLSearchParams,
): ParameterValues {
  const values = new Map<string, unknown>(path)
  const read = readQuery(parameters, query)
  for (const parameter of parameters) {
    if (parameter.in === 'path') checkPath(parameter, path.get(parameter.name) ?? '')
    else values.set(parameter.name, readValue(parameter, read) ?? defaultValue(parameter, parameters, read))
  }
  return new ParameterValues(values)
}

// A malformed handle is an agent that is not indexed, and so of an owner; a malformed number is a missing page: all are
// 404, thrown by the lookup.
function checkPath({ name, rule, read }: Parameter, text: string): void {
  if (!FOUND_BY_LOOKUP.has(rule.kind) && read(text) === null) throw invalidParameter(name, ruleText(rule))
}

const FOUND_BY_LOOKUP = new Set<string>(['handle', 'page', 'owner'])

/** Returns the given value, or null. */
function readValue({ name, rule, read }: Parameter, { given }: Query): unknown {
  const [text, ...more] = given.get(name) ?? []
  if (text === undefined) return null
  // A repeated value that is no list is invalid.
  const value = read(more.length > 0 ? '' : text)
  if (value === null) throw invalidParameter(name, ruleText(rule))
  return value
}

/** Returns the value of a parameter that was not given: undefined without a default. */
function defaultValue(
  { name, rule, isRequired, fallback }: Parameter,
  parameters: readonly Parameter[],
  { unknown }: Query,
): unknown {
  if (!isRequired) return fallback
  throw missingParameter(
    name,
    ruleText(rule),
    unknown.length === 0 ? '' : unknownText(queryNames(parameters), unknown),
  )
}
