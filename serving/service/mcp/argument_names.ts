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
export const fieldsOf = (rule: Rule): Fields => (rule.kind === 'object' ? rule.fields : {})

/**
 * Reads the names of given values: a field's name, the same in another spelling, an alias, or the name of a value that
 * belongs in an object among the fields. A name that was given itself is not replaced by an alias.
 */
export function namedValues(fields: Fields, given: Readonly<Record<string, unknown>>): NamedValues {
  const values: Record<string, unknown> = {}
  const others: [path: string[], value: unknown][] = []
  for (const [path, value] of entriesOf(fields, given)) {
    const name = path.at(-1) as string
    if (isBlank(value)) continue
    if (Object.hasOwn(fields, name)) values[name] = value
    else others.push([path, value])
  }
  const isUnknown = ([path, value]: [string[], unknown]) =>
    !place(values, fields, path.at(-1) as string, value)
  return { values, unknown: others.filter(isUnknown).map(([path]) => path) }
}

/** Returns the given values; a tool with a limit but no field `filters`, as the legacy ones, gets those flattened. */
const entriesOf = (
  fields: Fields,
  given: Readonly<Record<string, unknown>>,
): [path: string[], value: unknown][] =>
  Object.entries(given).flatMap(([name, value]): [string[], unknown][] => {
    const isFlat = name === 'filters' && !Object.hasOwn(fields, name) && fields.limit !== undefined
    if (!isFlat || typeof value !== 'object' || value === null) return [[[name], value]]
    return Object.entries(value).map(([inner, one]) => [[name, inner], one])
  })

function place(values: Record<string, unknown>, fields: Fields, name: string, value: unknown): boolean {
  const meant = nameFor(fields, name)
  if (meant !== null && !Object.hasOwn(values, meant)) {
    values[meant] = value
    return true
  }
  for (const [outer, rule] of Object.entries(fields)) {
    const inner = nameFor(fieldsOf(rule), name)
    const held = values[outer] ?? {}
    if (inner === null || typeof held !== 'object' || Object.hasOwn(held, inner)) continue
    values[outer] = { ...held, [inner]: value }
    return true
  }
  return false
}

const nameFor = (fields: Fields, name: string): string | null => meantName(Object.keys(fields), name)
