import { z } from 'zod'
import { cleaned } from '../../../core/interface/errors.ts'
import { nearestName } from '../../../core/interface/nearest_name.ts'
import { isBlank } from '../rpc/blank.ts'
import { namedValues } from './argument_names.ts'
import type { ArgumentSchema } from './argument_schema.ts'

/** The schema of arguments as lists of tools show it: without what says nothing to a caller, or what Gemini refuses. */
export function schemaOf(given: z.ZodObject): ArgumentSchema {
  const { $schema, ...schema } = z.toJSONSchema(given, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
    },
  })
  return schema as ArgumentSchema
}

/**
 * What was given, checked and with defaults, with what the caller said itself and a sentence for each name that was
 * ignored; or one sentence for each argument that cannot be used.
 */
export type Arguments =
  | { values: Record<string, unknown>; said: Record<string, unknown>; warnings: string[] }
  | { wrong: string[] }

/** A name that an object of the arguments does not know. */
interface UnknownKey {
  path: string[]
  known: string[]
}

/**
 * Reads the arguments of a call the way they were meant: numbers are brought into their range, `"5"` and `"true"` are
 * a number and a boolean, null and a blank text are left out, a text is a list at its commas, the case of a choice does not matter, and
 * an alias is the argument that it stands for. Any other name is refused, since the answer would be to another question;
 * one within `filters`, which may grow, or for a tool without arguments is ignored, and told.
 */
export function readArguments(check: z.ZodObject, schema: ArgumentSchema, given: unknown): Arguments {
  const unknownKeys: UnknownKey[] = []
  const said = coerce(schema, given, [], unknownKeys) ?? {}
  const read = check.safeParse(said)
  const isRefused = ({ path, known }: UnknownKey) => path.length === 1 && known.length > 0
  const refused = unknownKeys.filter(isRefused).slice(0, MAX_UNKNOWN_KEYS).map(refusal)
  if (read.success && refused.length === 0)
    return {
      ...{ values: read.data, said: said as Record<string, unknown> },
      warnings: unknownKeys.slice(0, MAX_UNKNOWN_KEYS).map(warning),
    }
  const paths = new Map(read.error?.issues.map(({ path }) => [path.join('.'), path]))
  return { wrong: [...refused, ...[...paths].map(([name, path]) => sentence(name, schema, path, said))] }
}

/** How many unknown names are told. */
const MAX_UNKNOWN_KEYS = 5

const nameOf = ({ path }: UnknownKey): string => path.map(cleaned).join('.')

function refusal(key: UnknownKey): string {
  const near = nearestName(key.known, key.path.at(-1) ?? '')
  const meant = near === null ? '' : ` Did you mean ${near}?`
  return `${nameOf(key)} is not an argument of this tool.${meant} It takes ${key.known.join(', ')}.`
}

function warning(key: UnknownKey): string {
  const { path, known } = key
  const taken = path.length === 1 ? 'This tool takes no arguments' : `${path[0]} takes ${known.join(', ')}`
  return `${nameOf(key)} is not known and was ignored. ${taken}.`
}

function coerce(schema: ArgumentSchema, given: unknown, path: string[], unknownKeys: UnknownKey[]): unknown {
  if (isBlank(given)) return undefined
  switch (schema.type) {
    case 'object':
      return coerceObject(schema, given, path, unknownKeys)
    case 'array':
      return listed(given).map((item) => coerce(schema.items ?? {}, item, path, unknownKeys))
    case 'integer':
      return coerceInteger(schema, given)
    case 'boolean':
      return coerceBoolean(given)
    default:
      return coerceText(schema, given)
  }
}

function coerceObject(
  { properties = {} }: ArgumentSchema,
  given: unknown,
  path: string[],
  unknownKeys: UnknownKey[],
): unknown {
  const object = typeof given === 'string' ? parsed(given, '{') : given
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object
  const { values, unknown } = namedValues(properties, object as Record<string, unknown>)
  for (const inner of unknown) unknownKeys.push({ path: [...path, ...inner], known: Object.keys(properties) })
  const meant: Record<string, unknown> = {}
  for (const name in values) {
    const value = coerce(properties[name] as ArgumentSchema, values[name], [...path, name], unknownKeys)
    if (value !== undefined) meant[name] = value
  }
  return meant
}

function listed(given: unknown): unknown[] {
  const list = typeof given === 'string' ? parsed(given, '[') : given
  const items: unknown[] = typeof list === 'string' ? list.split(',') : Array.isArray(list) ? list : [list]
  return items.filter((item) => !isBlank(item))
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

function coerceInteger({ minimum = -Infinity, maximum = Infinity }: ArgumentSchema, given: unknown): unknown {
  const number = typeof given === 'string' ? Number(given) : given
  if (typeof number !== 'number' || Number.isNaN(number)) return given
  return Math.min(maximum, Math.max(minimum, Math.trunc(number)))
}

function coerceBoolean(given: unknown): unknown {
  const text = typeof given === 'string' ? given.trim().toLowerCase() : given
  return text === 'true' ? true : text === 'false' ? false : given
}

function coerceText({ enum: choices }: ArgumentSchema, given: unknown): unknown {
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
