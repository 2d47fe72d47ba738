import type { Parameter } from './endpoint.ts'
import { cleaned } from './errors.ts'
import { nearestName } from './nearest_name.ts'
import { isList, listValues, type Rule } from './rules.ts'

/** A query as the parameters of an endpoint read it. */
export interface Query {
  /** Parameter → its texts as they were given. A list has one, with commas, however its client wrote it. */
  given: ReadonlyMap<string, readonly string[]>
  /** Names that are no parameters, each once, in the order given. */
  unknown: readonly string[]
}

/** List marks in parameter names: `rails[]` (axios, PHP, jQuery), `rails[0]` (qs). */
const LIST_MARK = /\[\d{0,4}\]$/
/** Maximum unknown parameter names in a message. */
const MAX_UNKNOWN = 5

/** Reads a query: a list may be written with commas, by repeating its name, or with brackets behind it. */
export function readQuery(parameters: readonly Parameter[], query: URLSearchParams): Query {
  const given = new Map<string, string[]>()
  const unknown = new Set<string>()
  for (const [key, text] of query) {
    const name = matchName(parameters, key)
    if (name === null) unknown.add(key)
    else if (given.has(name)) given.get(name)?.push(text)
    else given.set(name, [text])
  }
  for (const { name, rule } of parameters) {
    const texts = given.get(name)
    if (texts !== undefined && isList(rule)) given.set(name, [texts.join(',')])
  }
  return { given, unknown: [...unknown] }
}

/** The parameter that a key of a query names, null for none. */
function matchName(parameters: readonly Parameter[], key: string): string | null {
  if (!key.endsWith(']')) return parameterNamed(parameters, key)?.name ?? null
  const list = parameterNamed(parameters, key.replace(LIST_MARK, ''))
  return list !== undefined && isList(list.rule) ? list.name : null
}

const parameterNamed = (parameters: readonly Parameter[], name: string): Parameter | undefined =>
  parameters.find((parameter) => parameter.name === name && parameter.in === 'query')

/**
 * The one spelling of a query: what the endpoint knows, by name, lists with commas. Where a list is a set of choices its
 * order makes no difference, and is that of the alphabet.
 */
export function canonicalQuery(parameters: readonly Parameter[], query: URLSearchParams): URLSearchParams {
  const { given } = readQuery(parameters, query)
  const canonical = new URLSearchParams()
  for (const { name, rule } of parameters)
    for (const text of given.get(name) ?? []) canonical.append(name, canonicalText(rule, text))
  canonical.sort()
  return canonical
}

function canonicalText(rule: Rule, text: string): string {
  if (rule.kind !== 'list') return text
  const values = listValues(text)
  return (rule.items.kind === 'choice' ? values.sort() : values).join(',')
}

/** The names of what an endpoint reads of a query. */
export const queryNames = (parameters: readonly Parameter[]): string[] =>
  parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)

/** Names the unknown parameters, the likely meant and the known ones; `where` is the endpoint that lacks them. */
export function unknownText(
  known: readonly string[],
  unknown: readonly string[],
  where = 'This address',
): string {
  const warnings = unknown.slice(0, MAX_UNKNOWN).map((name) => {
    const near = nearestName(known, name.replace(LIST_MARK, ''))
    return `"${cleaned(name)}"${near === null ? '' : ` (did you mean ${near}?)`}`
  })
  const rest = unknown.length - warnings.length
  const names = `${warnings.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
  const there = known.length === 0 ? 'takes no query parameters' : `takes ${known.join(', ')}`
  return `Unknown ${unknown.length === 1 ? 'parameter' : 'parameters'} ${names}. ${where} ${there}.`
}
