import type { Parameter, ParameterRule } from '../interface/endpoint.ts'
import { CHAIN, HANDLE } from '../interface/parameters.ts'
import { invalidParameter, missingParameter } from './errors.ts'

type Value = number | boolean | string | string[] | null

/** The checked parameters of a call: those that were not given have their default, or null. */
export class Values {
  readonly #values: ReadonlyMap<string, Value>

  constructor(values: ReadonlyMap<string, Value>) {
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

/** Checks the path and reads the query of a call; throws HttpError 400 for a value that is missing, malformed, out of range or repeated. */
export function readValues(
  parameters: readonly Parameter[],
  path: ReadonlyMap<string, string>,
  query: URLSearchParams,
): Values {
  const values = new Map<string, Value>(path)
  for (const parameter of parameters) {
    if (parameter.in === 'query') values.set(parameter.name, readValue(parameter, query))
    else checkPath(parameter, path.get(parameter.name) ?? '')
  }
  return new Values(values)
}

// A handle that is none is an agent that is not indexed: that is 404, and said where agents are looked up.
function checkPath({ name, rule }: Parameter, text: string): void {
  if (rule.kind !== 'handle' && parse(rule, text) === null) throw invalidParameter(name, ruleText(rule))
}

function readValue({ name, rule, isRequired }: Parameter, query: URLSearchParams): Value {
  const given = query.getAll(name)
  const [text] = given
  if (text === undefined) {
    if (isRequired) throw missingParameter(name, ruleText(rule))
    return fallbackOf(rule)
  }
  const value = given.length > 1 ? null : parse(rule, text)
  if (value === null) throw invalidParameter(name, ruleText(rule))
  return value
}

const fallbackOf = (rule: ParameterRule): Value => ('fallback' in rule ? rule.fallback : null)

/** The value that a text stands for, or null where the rule refuses it. */
function parse(rule: ParameterRule, text: string): Value {
  switch (rule.kind) {
    case 'integer': {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= rule.min && value <= rule.max ? value : null
    }
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'choice':
      return rule.values.includes(text) ? text : null
    case 'choices':
      return within(distinct(text), 1, rule.values.length, (one) => rule.values.includes(one))
    case 'handle':
      return HANDLE.test(text) ? text : null
    case 'handles':
      return within(distinct(text), rule.min, rule.max, (one) => HANDLE.test(one))
    case 'text': {
      const length = [...text].length
      return text.trim() === '' || length > rule.max ? null : text
    }
    case 'chain':
      return CHAIN.test(text) ? text : null
    case 'date':
      return isDate(text) ? text : null
  }
}

const distinct = (text: string): string[] => [...new Set(text.split(',').map((one) => one.trim()))]

const within = (
  list: string[],
  min: number,
  max: number,
  isValid: (one: string) => boolean,
): string[] | null => (list.length >= min && list.length <= max && list.every(isValid) ? list : null)

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** What a rule asks for, as an error message and the documentation say it. */
export function ruleText(rule: ParameterRule): string {
  switch (rule.kind) {
    case 'integer':
      return `one whole number from ${rule.min} to ${rule.max}`
    case 'boolean':
      return 'either true or false, given once'
    case 'choice':
      return `one of ${rule.values.join(', ')}, given once`
    case 'choices':
      return `one or more of ${rule.values.join(', ')}, separated by commas, given once`
    case 'handle':
      return 'one handle of 1 to 64 letters, digits, underscores and hyphens'
    case 'handles':
      return `${rule.min} to ${rule.max} different handles of 1 to 64 letters, digits, underscores and hyphens, separated by commas, given once`
    case 'text':
      return `a text of 1 to ${rule.max} characters, given once`
    case 'chain':
      return 'one CAIP-2 chain id such as eip155:8453, or a short name such as base'
    case 'date':
      return 'one date of the form YYYY-MM-DD'
  }
}
