import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { setDatesAside } from './dates_aside.ts'
import { isJsonObject, type McpTool } from './read_tools.ts'

/** Fields of a tool whose change is a change of the tool; `_meta` and `icons` say nothing of what it does. */
export const COMPARED_FIELDS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const

export type ComparedField = (typeof COMPARED_FIELDS)[number]

/** Lists of JSON Schema that are sets. */
const SETS = new Set(['required', 'enum', 'type', 'anyOf', 'oneOf', 'allOf'])
/** Values of JSON Schema that are data: their lists are no sets. */
const DATA = new Set(['default', 'const', 'examples', 'enum'])

const writeCanonical = (value: unknown): string => canonicalize(value) ?? ''

const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** Sorts a list by the canonical text of its values. */
const sortCanonically = (values: readonly unknown[]): unknown[] =>
  values
    .map((value) => ({ value, text: writeCanonical(value) }))
    .sort((left, right) => compareText(left.text, right.text))
    .map(({ value }) => value)

const normalizeText = (text: string): string => setDatesAside(text).replace(/\s+/g, ' ').trim()

/** Returns the value without what does not count: white space, dates, and the order of sets of a schema. */
function normalizeValue(value: unknown, key: string | null, isData: boolean): unknown {
  if (typeof value === 'string') return normalizeText(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => normalizeValue(item, null, isData || DATA.has(key ?? '')))
    return key !== null && SETS.has(key) && !isData ? sortCanonically(items) : items
  }
  return isJsonObject(value) ? normalizeObject(value, key, isData) : value
}

function normalizeObject(object: Record<string, unknown>, key: string | null, isData: boolean): unknown {
  const entries = Object.entries(object).map(([name, value]) => [
    normalizeText(name),
    // Below `properties` stand names of parameters, and none of them is a keyword.
    normalizeValue(value, key === 'properties' && !isData ? null : name, isData || DATA.has(key ?? '')),
  ])
  return Object.fromEntries(entries)
}

/** Returns the RFC 8785 text of a field, white space, dates and order aside; empty if the tool has no such field. */
export const writeField = ({ declared }: McpTool, field: ComparedField): string =>
  declared[field] == null ? '' : writeCanonical(normalizeValue(declared[field], null, false))

/** Returns the fields of a tool that count, in RFC 8785 form. */
export function writeTool(tool: McpTool): string {
  const fields = COMPARED_FIELDS.flatMap((field) => {
    const text = writeField(tool, field)
    return text === '' ? [] : [[field, text]]
  })
  return writeCanonical({ name: tool.declared.name, ...Object.fromEntries(fields) })
}

/**
 * Returns the SHA-256 of a list of tools as a set: RFC 8785, sorted by name, without repetitions, white space and dates
 * aside. Fields that are kept are those whose change is a change of a tool.
 */
export function canonicalHash(tools: readonly McpTool[]): string {
  const texts = tools.map((tool) => ({ name: tool.declared.name, text: writeTool(tool) }))
  texts.sort((left, right) => compareText(left.name, right.name) || compareText(left.text, right.text))
  return hash('sha256', `[${[...new Set(texts.map(({ text }) => text))].join(',')}]`)
}
