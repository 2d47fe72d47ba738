import { meantName } from '../../../core/interface/nearest_name.ts'
import type { Rule } from '../../../core/interface/rules.ts'
import { isBlank } from '../rpc/blank.ts'

/** An object's values under the names of its fields, and the paths of unknown names. */
export interface NamedValues {
  values: Record<string, unknown>
  unknown: string[][]
}

type Fields = Readonly<Record<string, Rule>>

/** Returns the fields of an object; none for other rules. */
export const getFields = (rule: Rule): Fields => (rule.kind === 'object' ? rule.fields : {})

/**
 * Reads the names of given values: a field's name, the same in another spelling, an alias, or the name of a value that
 * belongs in an object among the fields. A name that was given itself is not replaced by an alias.
 */
export function namedValues(fields: Fields, given: Readonly<Record<string, unknown>>): NamedValues {
  const values: Record<string, unknown> = {}
  const others: [path: string[], value: unknown][] = []
  for (const [path, value] of listEntries(fields, given)) {
    const name = path.at(-1) as string
    if (isBlank(value)) continue
    if (Object.hasOwn(fields, name)) values[name] = value
    else others.push([path, value])
  }
  const isUnknown = ([path, value]: [string[], unknown]) =>
    !placeValue(values, fields, path.at(-1) as string, value)
  return { values, unknown: others.filter(isUnknown).map(([path]) => path) }
}

/** Returns the given values; a tool with a limit but no field `filters`, as the legacy ones, gets those flattened. */
const listEntries = (
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
): [path: string[], value: unknown][] =>
  Object.entries(given).flatMap(([name, value]): [string[], unknown][] => {
    const isFlat = name === 'filters' && !Object.hasOwn(fields, name) && fields.limit !== undefined
    if (!isFlat || typeof value !== 'object' || value === null) return [[[name], value]]
    return Object.entries(value).map(([inner, innerValue]) => [[name, inner], innerValue])
  })

function placeValue(values: Record<string, unknown>, fields: Fields, name: string, value: unknown): boolean {
  const fieldName = nameFor(fields, name)
  if (fieldName !== null && !Object.hasOwn(values, fieldName)) {
    values[fieldName] = value
    return true
  }
  for (const [outer, rule] of Object.entries(fields)) {
    const inner = nameFor(getFields(rule), name)
    const outerValues = values[outer] ?? {}
    if (inner === null || typeof outerValues !== 'object' || Object.hasOwn(outerValues, inner)) continue
    values[outer] = { ...outerValues, [inner]: value }
    return true
  }
  return false
}

const nameFor = (fields: Fields, name: string): string | null => meantName(Object.keys(fields), name)
