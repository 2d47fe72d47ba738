import { z } from 'zod'

/** A JSON Schema as far as the arguments of tools need one. */
export interface ArgumentSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'boolean'
  description?: string
  default?: unknown
  enum?: readonly string[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: ArgumentSchema
  properties?: Record<string, ArgumentSchema>
  required?: readonly string[]
}

/** The schema of arguments as lists of tools show it: without what says nothing to a caller. */
export function schemaOf(given: z.ZodObject): ArgumentSchema {
  const { $schema, ...schema } = z.toJSONSchema(given, {
    io: 'input',
    override: ({ jsonSchema }) => terse(jsonSchema),
  })
  return schema as ArgumentSchema
}

function terse(schema: Record<string, unknown>): void {
  delete schema.additionalProperties
  // The pattern of a date says what its format says.
  if (schema.format !== undefined) delete schema.pattern
}

/** What was given, checked and with defaults; or one sentence for each argument that cannot be used. */
export type Arguments = { values: Record<string, unknown> } | { wrong: string[] }

/**
 * Reads the arguments of a call the way they were meant: numbers are brought into their range, `"5"` and `"true"` are
 * a number and a boolean, null is left out, a text is a list at its commas, the case of a choice does not matter, and
 * what the schema does not name is passed over.
 */
export function readArguments(check: z.ZodObject, schema: ArgumentSchema, given: unknown): Arguments {
  const meant = mended(schema, given ?? {})
  const read = check.safeParse(meant)
  if (read.success) return { values: read.data }
  const paths = new Map(read.error.issues.map(({ path }) => [path.join('.'), path]))
  return { wrong: [...paths].map(([name, path]) => sentence(name, schema, path, meant)) }
}

function mended(schema: ArgumentSchema, given: unknown): unknown {
  if (given === null || given === undefined) return undefined
  switch (schema.type) {
    case 'object':
      return mendedObject(schema, given)
    case 'array':
      return listed(given).map((one) => mended(schema.items ?? {}, one))
    case 'integer':
      return mendedInteger(schema, given)
    case 'boolean':
      return mendedBoolean(given)
    default:
      return mendedText(schema, given)
  }
}

function mendedObject({ properties = {} }: ArgumentSchema, given: unknown): unknown {
  const object = typeof given === 'string' ? parsed(given, '{') : given
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object
  const values = object as Record<string, unknown>
  const meant: Record<string, unknown> = {}
  for (const name in properties) {
    const value = mended(properties[name] as ArgumentSchema, values[name])
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
  if (schema.format === 'date') return 'a date of the form YYYY-MM-DD'
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
