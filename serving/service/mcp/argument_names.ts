import { meantName } from '../../../core/interface/nearest_name.ts'
import { isBlank } from '../rpc/blank.ts'
import type { ArgumentSchema } from './argument_schema.ts'

/** An object's values under the names that its schema knows, and the paths of those that mean nothing to it. */
export interface NamedValues {
  values: Record<string, unknown>
  unknown: string[][]
}

type Properties = Readonly<Record<string, ArgumentSchema>>

/**
 * Reads the names of given values: a name of the schema, the same in another spelling, an alias, or the name of a
 * value that belongs into an object of the schema. A name that was given itself is not taken from an alias.
 */
export function namedValues(properties: Properties, given: Readonly<Record<string, unknown>>): NamedValues {
  const values: Record<string, unknown> = {}
  const others: [path: string[], value: unknown][] = []
  for (const [path, value] of entriesOf(properties, given)) {
    const name = path.at(-1) as string
    if (isBlank(value)) continue
    if (Object.hasOwn(properties, name)) values[name] = value
    else others.push([path, value])
  }
  const isUnknown = ([path, value]: [string[], unknown]) =>
    !place(values, properties, path.at(-1) as string, value)
  return { values, unknown: others.filter(isUnknown).map(([path]) => path) }
}

/** The given values; filters are read as arguments by a tool that takes these beside its others, as the legacy ones do. */
const entriesOf = (
  properties: Properties,
  given: Readonly<Record<string, unknown>>,
): [path: string[], value: unknown][] =>
  Object.entries(given).flatMap(([name, value]): [string[], unknown][] => {
    const isFlat = name === 'filters' && !Object.hasOwn(properties, name) && properties.limit !== undefined
    if (!isFlat || typeof value !== 'object' || value === null) return [[[name], value]]
    return Object.entries(value).map(([inner, one]) => [[name, inner], one])
  })

function place(
  values: Record<string, unknown>,
  properties: Properties,
  name: string,
  value: unknown,
): boolean {
  const meant = nameFor(properties, name)
  if (meant !== null && !Object.hasOwn(values, meant)) {
    values[meant] = value
    return true
  }
  for (const [outer, schema] of Object.entries(properties)) {
    const inner = nameFor(schema.properties ?? {}, name)
    const held = values[outer] ?? {}
    if (inner === null || typeof held !== 'object' || Object.hasOwn(held, inner)) continue
    values[outer] = { ...held, [inner]: value }
    return true
  }
  return false
}

const nameFor = (properties: Properties, name: string): string | null =>
  meantName(Object.keys(properties), name)
