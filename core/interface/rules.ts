import type { core } from 'zod/mini'
import { MAX_KEY } from '../keys/key.ts'

/** Constraints of a schema, as far as parsing a value and printing its bounds need them. */
export type Rule =
  | { kind: 'integer'; min: number; max: number }
  | { kind: 'boolean' }
  /** With a fallback nothing is refused: an unknown value is read as the fallback. */
  | { kind: 'choice'; values: readonly string[]; fallback?: string }
  | { kind: 'text'; min: number; max: number }
  | { kind: Format; isValid: (text: string) => unknown }
  /** `max` is Infinity where there is none. */
  | { kind: 'list'; items: Rule; min: number; max: number }
  | { kind: 'object'; fields: Readonly<Record<string, Rule>> }

const FORMATS = ['page', 'handle', 'owner', 'key', 'wallet', 'amount', 'chain', 'date'] as const
type Format = (typeof FORMATS)[number]

/** Returns the rule of a schema. Throws for a schema that is none of `value_schemas.ts`. */
export function toRule(schema: core.$ZodType): Rule {
  const { def } = (schema as core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return toRule(def.innerType)
    case 'catch':
      return withFallback(def.innerType)
    case 'number':
      return { kind: 'integer', ...readBounds(schema) }
    case 'boolean':
      return { kind: 'boolean' }
    case 'enum':
      return { kind: 'choice', values: Object.values(def.entries).map(String) }
    case 'array':
      return { kind: 'list', items: toRule(def.element), ...readBounds(schema) }
    case 'object':
      return { kind: 'object', fields: fieldRules(def.shape) }
    case 'string':
      return textRule(schema, def)
    default:
      throw new Error(`no parameter or argument can be of zod's type ${def.type}`)
  }
}

/** Rule of a choice that refuses nothing: an unknown value is read as the default. */
function withFallback(schema: core.$ZodType): Rule {
  const { def } = (schema as core.$ZodTypes)._zod
  const rule = toRule(schema)
  if (rule.kind !== 'choice' || def.type !== 'default') throw new Error('a choice alone can have a fallback')
  return { ...rule, fallback: String(def.defaultValue) }
}

function textRule(schema: core.$ZodType, def: object): Rule {
  const { format, fn } = def as Partial<core.$ZodCustomStringFormatDef>
  const kind = FORMATS.find((name) => name === format)
  return kind === undefined || fn === undefined
    ? { kind: 'text', ...readBounds(schema) }
    : { kind, isValid: fn }
}

const fieldRules = (shape: core.$ZodShape): Record<string, Rule> =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, toRule(schema)]))

/** The bounds that the checks of a schema set: of a number, or of a length. */
function readBounds({ _zod: { def } }: core.$ZodType): { min: number; max: number } {
  const set = { minimum: 0, maximum: Number.POSITIVE_INFINITY }
  for (const check of (def.checks ?? []) as unknown as core.$ZodChecks[]) {
    const bound = check._zod.def
    if (bound.check === 'greater_than') set.minimum = Number(bound.value)
    if (bound.check === 'less_than') set.maximum = Number(bound.value)
    if (bound.check === 'min_length') set.minimum = bound.minimum
    if (bound.check === 'max_length') set.maximum = bound.maximum
  }
  return { min: set.minimum, max: set.maximum }
}

/** The value of a parameter. */
export type Value = number | boolean | string | string[]

/**
 * Returns what reads a value from a text of a path or a query: null for a text that the schema of the rule refuses. It
 * does what zod does, without its cost; a test compares both.
 */
export function createReader(rule: Rule): (text: string) => Value | null {
  switch (rule.kind) {
    case 'integer':
      return (text) => {
        const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
        return value >= rule.min && value <= rule.max ? value : null
      }
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : null)
    case 'list': {
      const isItem = createReader(rule.items)
      return (text) => {
        const list = listValues(text)
        const isFull = list.length >= rule.min && list.length <= rule.max
        return isFull && list.every((item) => isItem(item) !== null) ? list : null
      }
    }
    case 'choice':
      return (text) => (rule.values.includes(text) ? text : (rule.fallback ?? null))
    case 'text':
      return (text) => (text.trim() === '' || [...text].length > rule.max ? null : text)
    case 'object':
      throw new Error('no parameter is an object')
    default:
      return (text) => (rule.isValid(text) ? text : null)
  }
}

/** True if a parameter takes a list. */
export const isList = ({ kind }: Rule): boolean => kind === 'list'

/** Values of a list, unique and without empty ones. */
export const listValues = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  ),
]

const IN_HANDLES = 'of 1 to 64 letters, digits, underscores and hyphens'

/** Describes the constraints of a rule in words. */
export function valueText(rule: Rule): string {
  switch (rule.kind) {
    case 'integer':
      return `a whole number from ${rule.min} to ${rule.max}`
    case 'boolean':
      return 'true or false'
    case 'choice':
      return `one of ${rule.values.join(', ')}`
    case 'text':
      return `a text of ${rule.min} to ${rule.max} characters`
    case 'page':
      return 'the number of a page, from 1'
    case 'handle':
      return `a handle ${IN_HANDLES}`
    case 'owner':
      return 'the key of an owner, such as github:acme, domain:acme.example or wallet:0x… with 40 digits'
    case 'key':
      return `a key of an agent of 1 to ${MAX_KEY} characters: a handle, a wallet, a URL, an ERC-8004 id, a registry name, a repository or a package`
    case 'wallet':
      return 'the address of a wallet: 0x and 40 hexadecimal digits, a CAIP-10 id, or an address of Solana'
    case 'amount':
      return 'a number of US dollars such as 0.05'
    case 'chain':
      return 'a CAIP-2 chain id such as eip155:8453, or a short name such as base'
    case 'date':
      return 'a date in the form YYYY-MM-DD'
    case 'list':
      return `a list of ${rule.min} to ${rule.max === Number.POSITIVE_INFINITY ? 'any number of' : rule.max} items, each ${valueText(rule.items)}`
    case 'object':
      return `an object with ${Object.keys(rule.fields).join(', ')}`
  }
}

/** The same for a parameter in a path or a query, where lists are comma-separated and all else occurs once. */
export function ruleText(rule: Rule): string {
  if (rule.kind === 'list') return `${listText(rule)}, separated by commas or repeated`
  const description = valueText(rule).replace(/^a (?!text)/, 'one ')
  if (rule.kind === 'choice' && rule.fallback !== undefined)
    return `${description}; anything else is read as ${rule.fallback}`
  return ['boolean', 'choice', 'text'].includes(rule.kind) ? `${description}, given once` : description
}

const listText = ({ items, min, max }: Extract<Rule, { kind: 'list' }>): string =>
  items.kind === 'choice'
    ? `one or more of ${items.values.join(', ')}`
    : `${min} to ${max} different agents, each ${valueText(items)}`
