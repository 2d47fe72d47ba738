import { z } from 'zod'
import { cleaned } from '../../../core/interface/errors.ts'
import { nearestName } from '../../../core/interface/nearest_name.ts'
import { namedValues } from './argument_names.ts'
import type { ArgumentSchema } from './argument_schema.ts'

/** The schema of arguments as lists of tools show it: without what says nothing to a caller. */
export function schemaOf(given: z.ZodObject): ArgumentSchema {
  const { $schema, ...schema } = z.toJSONSchema(given, {
    io: 'input',
    override: ({ jsonSchema }) => terse(jsonSchema),
  })
  return schema as ArgumentSchema
}

function terse(schema: Record<string, unknown>): void {
  const isEmpty = schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0
  if (isEmpty) schema.additionalProperties = false
  else delete schema.additionalProperties
}

/**
 * What was given, checked and with defaults, with what the caller said itself and a sentence for each name that was
 * ignored; or one sentence for each argument that cannot be used.
 */
export type Arguments =
  | { values: Record<string, unknown>; said: Record<string, unknown>; warnings: string[] }
  | { wrong: string[] }

/** A name that an object of the arguments does not know. */
interface Stranger {
  path: string[]
  known: string[]
}

/**
 * Reads the arguments of a call the way they were meant: numbers are brought into their range, `"5"` and `"true"` are
 * a number and a boolean, null is left out, a text is a list at its commas, the case of a choice does not matter, and
 * an alias is the argument that it stands for. Any other name is refused, since the answer would be to another question;
 * one within `filters`, which may grow, or for a tool without arguments is ignored, and told.
 */
export function readArguments(check: z.ZodObject, schema: ArgumentSchema, given: unknown): Arguments {
  const strangers: Stranger[] = []
  const said = repaired(schema, given ?? {}, [], strangers)
  const read = check.safeParse(said)
  const isRefused = ({ path, known }: Stranger) => path.length === 1 && known.length > 0
  const refused = strangers.filter(isRefused).slice(0, MOST_STRANGERS).map(refusal)
  if (read.success && refused.length === 0)
    return {
      ...{ values: read.data, said: said as Record<string, unknown> },
      warnings: strangers.slice(0, MOST_STRANGERS).map(warning),
    }
  const paths = new Map(read.error?.issues.map(({ path }) => [path.join('.'), path]))
  return { wrong: [...refused, ...[...paths].map(([name, path]) => sentence(name, schema, path, said))] }
}

/** How many unknown names are told. */
const MOST_STRANGERS = 5

const nameOf = ({ path }: Stranger): string => path.map(cleaned).join('.')

function refusal(one: Stranger): string {
  const near = nearestName(one.known, one.path.at(-1) ?? '')
  const meant = near === null ? '' : ` Did you mean ${near}?`
  return `${nameOf(one)} is not an argument of this tool.${meant} It takes ${one.known.join(', ')}.`
}

function warning(one: Stranger): string {
  const { path, known } = one
  const taken = path.length === 1 ? 'This tool takes no arguments' : `${path[0]} takes ${known.join(', ')}`
  return `${nameOf(one)} is not known and was ignored. ${taken}.`
}

function repaired(schema: ArgumentSchema, given: unknown, path: string[], strangers: Stranger[]): unknown {
  if (given === null || given === undefined) return undefined
  switch (schema.type) {
    case 'object':
      return mendedObject(schema, given, path, strangers)
    case 'array':
      return listed(given).map((one) => repaired(schema.items ?? {}, one, path, strangers))
    case 'integer':
      return mendedInteger(schema, given)
    case 'boolean':
      return mendedBoolean(given)
    default:
      return mendedText(schema, given)
  }
}

function mendedObject(
  { properties = {} }: ArgumentSchema,
  given: unknown,
  path: string[],
  strangers: Stranger[],
): unknown {
  const object = typeof given === 'string' ? parsed(given, '{') : given
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object
  const { values, unknown } = namedValues(properties, object as Record<string, unknown>)
  for (const inner of unknown) strangers.push({ path: [...path, ...inner], known: Object.keys(properties) })
  const meant: Record<string, unknown> = {}
  for (const name in values) {
    const value = repaired(properties[name] as ArgumentSchema, values[name], [...path, name], strangers)
    if (value !== undefined) meant[name] = value
  }
  return meant
}

function listed(given: unknown): unknown[] {
  const list = typeof given === 'string' ? parsed(given, '[') : given
  if (typeof list === 'string') return list.split(',').filter((one) => one.trim() !== '')
  return Array.isArray(list) ? list.filter((one) => one !== null) : [list]
}

/** Models write lists and objects as texts at times. */
function parsed(text: string, start: '[' | '{'): unknown {
  if (!text.trim().startsWith(start)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function mendedInteger({ minimum = -Infinity, maximum = Infinity }: ArgumentSchema, given: unknown): unknown {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof number !== 'number' || Number.isNaN(number)) return given
  return Math.min(maximum, Math.max(minimum, Math.trunc(number)))
}

function mendedBoolean(given: unknown): unknown {
  const text = typeof given === 'string' ? given.trim().toLowerCase() : given
  return text === 'true' ? true : text === 'false' ? false : given
}

function mendedText({ enum: choices }: ArgumentSchema, given: unknown): unknown {
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string') return text
  const asked = text.trim()
  if (choices === undefined) return asked
  const plain = asked.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return choices.find((one) => one === asked) ?? choices.find((one) => one.toLowerCase() === plain) ?? asked
}

function sentence(name: string, schema: ArgumentSchema, path: PropertyKey[], given: unknown): string {
  if (path.length === 0) return 'arguments must be an object with named values.'
  const [rule, value] = path.reduce<[ArgumentSchema, unknown]>(
    ([at, held], key) => [
      at.properties?.[String(key)] ?? at.items ?? {},
      (held as Record<PropertyKey, unknown> | undefined)?.[key],
    ],
    [schema, given],
  )
  return value === undefined
    ? `${name} is required: ${ruleText(rule)}.`
    : `${name} must be ${ruleText(rule)}.`
}

/** What an argument must be, in words. */
function ruleText(schema: ArgumentSchema): string {
  const { minimum, maximum, minLength = 0, maxLength, minItems, maxItems } = schema
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  if (schema.pattern !== undefined) return 'a date in the form YYYY-MM-DD'
  switch (schema.type) {
    case 'integer':
      return `a whole number from ${minimum} to ${maximum}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list of ${minItems ?? 0} to ${maxItems ?? 'any number of'} items, each ${ruleText(schema.items ?? {})}`
    case 'object':
      return `an object with ${Object.keys(schema.properties ?? {}).join(', ')}`
    default:
      return `a text of ${minLength} to ${maxLength} characters`
  }
}
