import type { Parameter, ParameterRule } from '../../core/interface/endpoint.ts'
import { invalidParameter, missingParameter } from '../../core/interface/errors.ts'
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
 * range or repeated.
 */
export function readValues(
  parameters: readonly Parameter[],
  path: ReadonlyMap<string, string>,
  query: URLSearchParams,
): Values {
  const values = new Map<string, Value | null>(path)
  for (const parameter of parameters) {
    if (parameter.in === 'query') values.set(parameter.name, readValue(parameter, query))
    else checkPath(parameter, path.get(parameter.name) ?? '')
  }
  return new Values(values)
}

// A handle that is none is an agent that is not indexed, and a number that is none a page that is not there: that is 404,
// and said where they are looked up.
function checkPath({ name, rule }: Parameter, text: string): void {
  if (rule.kind !== 'handle' && rule.kind !== 'page' && parseValue(rule, text) === null)
    throw invalidParameter(name, ruleText(rule))
}

function readValue({ name, rule, isRequired }: Parameter, query: URLSearchParams): Value | null {
  const given = query.getAll(name)
  const [text] = given
  if (text === undefined) {
    if (isRequired) throw missingParameter(name, ruleText(rule))
    return fallbackOf(rule)
  }
  const value = given.length > 1 ? null : parseValue(rule, text)
  if (value === null) throw invalidParameter(name, ruleText(rule))
  return value
}

const fallbackOf = (rule: ParameterRule): Value | null => ('fallback' in rule ? rule.fallback : null)
