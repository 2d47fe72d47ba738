import * as z from 'zod/mini'
import { cleaned } from '../../../core/interface/errors.ts'
import { nearestName } from '../../../core/interface/nearest_name.ts'
import { type Rule, toRule, valueText } from '../../../core/interface/rules.ts'
import { isBlank } from '../rpc/blank.ts'
import { getFields, namedValues } from './argument_names.ts'

/**
 * The arguments, checked and with defaults, with those that the caller gave and a sentence for each ignored name; or a
 * sentence for each argument that cannot be used.
 */
export type Arguments =
  | { values: Record<string, unknown>; given: Record<string, unknown>; warnings: string[] }
  | { problems: string[] }

/** A name unknown to an object of the arguments. */
interface UnknownKey {
  path: string[]
  known: string[]
}

/**
 * Returns a lenient reader of a call's arguments: numbers are clamped to their range, `"5"` and `"true"` become a
 * number and a boolean, null and blank text are omitted, text is split at commas into a list, choices ignore case, and
 * an alias is its argument. Any other name is refused, since the answer would be to another question; one within
 * `filters`, which may grow, or for a tool without arguments is ignored, with a warning.
 */
export function argumentsReader(schema: z.ZodMiniObject): (given: unknown) => Arguments {
  const rule = toRule(schema)
  return (given) => {
    const unknownKeys: UnknownKey[] = []
    const coerced = coerce(rule, given, [], unknownKeys) ?? {}
    const read = z.safeParse(schema, coerced)
    const refused = unknownKeys.filter(isRefused).slice(0, MAX_UNKNOWN_KEYS).map(describeRefusal)
    if (read.success && refused.length === 0)
      return {
        ...{ values: read.data, given: coerced as Record<string, unknown> },
        warnings: unknownKeys.slice(0, MAX_UNKNOWN_KEYS).map(describeWarning),
      }
    const paths = new Map(read.error?.issues.map(({ path }) => [path.join('.'), path]))
    return {
      problems: [...refused, ...[...paths].map(([name, path]) => sentence(name, rule, path, coerced))],
    }
  }
}

const isRefused = ({ path, known }: UnknownKey): boolean => path.length === 1 && known.length > 0

/** Maximum number of unknown names listed. */
const MAX_UNKNOWN_KEYS = 5

const formatPath = ({ path }: UnknownKey): string => path.map(cleaned).join('.')

function describeRefusal(key: UnknownKey): string {
  const near = nearestName(key.known, key.path.at(-1) ?? '')
  const meant = near === null ? '' : ` Did you mean ${near}?`
  return `${formatPath(key)} is not an argument of this tool.${meant} It takes ${key.known.join(', ')}.`
}

function describeWarning(key: UnknownKey): string {
  const { path, known } = key
  const taken = path.length === 1 ? 'This tool takes no arguments' : `${path[0]} takes ${known.join(', ')}`
  return `${formatPath(key)} is not known and was ignored. ${taken}.`
}

function coerce(rule: Rule, given: unknown, path: string[], unknownKeys: UnknownKey[]): unknown {
  if (isBlank(given)) return undefined
  switch (rule.kind) {
    case 'object':
      return coerceObject(rule.fields, given, path, unknownKeys)
    case 'list':
      return toList(given).map((item) => coerce(rule.items, item, path, unknownKeys))
    case 'integer':
      return coerceInteger(rule, given)
    case 'boolean':
      return coerceBoolean(given)
    default:
      return coerceText(rule.kind === 'choice' ? rule.values : null, given)
  }
}

function coerceObject(
  fields: Readonly<Record<string, Rule>>,
  given: unknown,
  path: string[],
  unknownKeys: UnknownKey[],
): unknown {
  const object = typeof given === 'string' ? parseIfJson(given, '{') : given
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object
  const { values, unknown } = namedValues(fields, object as Record<string, unknown>)
  for (const inner of unknown) unknownKeys.push({ path: [...path, ...inner], known: Object.keys(fields) })
  const meant: Record<string, unknown> = {}
  for (const name in values) {
    const value = coerce(fields[name] as Rule, values[name], [...path, name], unknownKeys)
    if (value !== undefined) meant[name] = value
  }
  return meant
}

function toList(given: unknown): unknown[] {
  const list = typeof given === 'string' ? parseIfJson(given, '[') : given
  const items: unknown[] = typeof list === 'string' ? list.split(',') : Array.isArray(list) ? list : [list]
  return items.filter((item) => !isBlank(item))
}

/** Models sometimes write lists and objects as text. */
function parseIfJson(text: string, start: '[' | '{'): unknown {
  if (!text.trim().startsWith(start)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function coerceInteger({ min, max }: { min: number; max: number }, given: unknown): unknown {
  const number = typeof given === 'string' ? Number(given) : given
  if (typeof number !== 'number' || Number.isNaN(number)) return given
  return Math.min(max, Math.max(min, Math.trunc(number)))
}

function coerceBoolean(given: unknown): unknown {
  const text = typeof given === 'string' ? given.trim().toLowerCase() : given
  return text === 'true' ? true : text === 'false' ? false : given
}

function coerceText(choices: readonly string[] | null, given: unknown): unknown {
  const text = typeof given === 'number' ? String(given) : given
  if (typeof text !== 'string') return text
  const trimmed = text.trim()
  if (choices === null) return trimmed
  const plain = trimmed.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return (
    choices.find((choice) => choice === trimmed) ??
    choices.find((choice) => choice.toLowerCase() === plain) ??
    trimmed
  )
}

function sentence(name: string, rule: Rule, path: PropertyKey[], given: unknown): string {
  if (path.length === 0) return 'arguments must be an object with named values.'
  const [broken, value] = path.reduce<[Rule, unknown]>(
    ([at, inner], key) => [
      at.kind === 'list' ? at.items : (getFields(at)[String(key)] ?? at),
      (inner as Record<PropertyKey, unknown> | undefined)?.[key],
    ],
    [rule, given],
  )
  return `${name} ${value === undefined ? 'is required:' : 'must be'} ${valueText(broken)}.`
}
