import type { Parameter } from '../../core/interface/endpoint.ts'
import { invalidParameter, missingParameter } from '../../core/interface/errors.ts'
import { type Query, queryNames, readQuery, unknownText } from '../../core/interface/query.ts'
import { parseValue, ruleText, type Value } from '../../core/interface/rules.ts'

/** The checked parameters of a call: those that were not given have their default, or null. */
export class Values {
  readonly #values: ReadonlyMap<string, Value | null>

  constructor(values: ReadonlyMap<string, Value | null>) {
    this.#values = values
  }

  integer(name: string): number {
    return this.#values.get(name) as number
  }

  boolean(name: string): boolean {
    return this.#values.get(name) as boolean
  }

  text(name: string): string {
    return this.#values.get(name) as string
  }

  optionalText(name: string): string | null {
    return this.#values.get(name) as string | null
  }

  list(name: string): string[] {
    return this.#values.get(name) as string[]
  }

  optionalList(name: string): string[] | null {
    return this.#values.get(name) as string[] | null
  }
}

/**
 * Checks the path and reads the query of a call; throws HttpError 400 for a value that is missing, malformed, out of
 * range, or repeated where it is no list. What is unknown is left to who answers.
 */
export function readValues(
  parameters: readonly Parameter[],
  path: ReadonlyMap<string, string>,
  query: URLSearchParams,
): Values {
  const values = new Map<string, Value | null>(path)
  const read = readQuery(parameters, query)
  for (const parameter of parameters) {
    if (parameter.in === 'path') checkPath(parameter, path.get(parameter.name) ?? '')
    else values.set(parameter.name, givenValue(parameter, read) ?? absentValue(parameter, parameters, read))
  }
  return new Values(values)
}

// A handle that is none is an agent that is not indexed, and a number that is none a page that is not there: that is 404,
// and said where they are looked up.
function checkPath({ name, rule }: Parameter, text: string): void {
  if (rule.kind !== 'handle' && rule.kind !== 'page' && parseValue(rule, text) === null)
    throw invalidParameter(name, ruleText(rule))
}

/** The value that was given, null where none was. */
function givenValue({ name, rule }: Parameter, { given }: Query): Value | null {
  const [text, ...more] = given.get(name) ?? []
  if (text === undefined) return null
  // What is given twice, and no list, says nothing.
  const value = parseValue(rule, more.length > 0 ? '' : text)
  if (value === null) throw invalidParameter(name, ruleText(rule))
  return value
}

/** What stands for a parameter that was not given. */
function absentValue(
  { name, rule, isRequired }: Parameter,
  parameters: readonly Parameter[],
  { unknown }: Query,
): Value | null {
  if (!isRequired) return 'fallback' in rule ? rule.fallback : null
  throw missingParameter(
    name,
    ruleText(rule),
    unknown.length === 0 ? '' : unknownText(queryNames(parameters), unknown),
  )
}
