import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { toFields } from '../rpc/messages.ts'

/** Fields of a tool that a model is told; the rest, such as icons, changes nothing that a tool does. */
const FIELDS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\\.?'
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?'
/** Dates, with the time that follows them: `2026-03-19T10:00:00Z`, `March 19, 2026`, `Thu Mar 19 2026 10:00:00 GMT`. */
const DATES = new RegExp(
  `(?:\\b\\d{4}-\\d{2}-\\d{2}|\\b\\d{4}/\\d{2}/\\d{2}|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}|\\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{1,2}(?:st|nd|rd|th)? ${MONTH} \\d{4}))(?:(?:T|,? (?:at )?)${CLOCK})?(?: ?(?:Z\\b|UTC\\b|GMT\\b|[+-]\\d{2}:?\\d{2}\\b))*`,
  'g',
)
/** Most texts have no such number, and need no search for dates. */
const HAS_YEAR = /\d{4}/

/**
 * Returns the SHA-256 (hex) of a list of tools as a set: RFC 8785 JSON, sorted by name, without repetitions, dates and
 * differences of white space. Characters that show nothing stay: they can hide instructions.
 */
export function hashCanonicalTools(tools: Record<string, unknown>[]): string {
  const named = tools.map((tool) => ({ name: String(tool.name), text: canonicalizeTool(tool) }))
  named.sort((a, b) => compare(a.name, b.name) || compare(a.text, b.text))
  const set = new Set(named.map(({ text }) => text))
  return createHash('sha256')
    .update(`[${[...set].join(',')}]`)
    .digest('hex')
}

/** By code units, whatever the language of the machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function canonicalizeTool(tool: Record<string, unknown>): string {
  const fields = FIELDS.filter((field) => Object.hasOwn(tool, field))
  return canonicalize(Object.fromEntries(fields.map((field) => [field, normalize(tool[field])]))) ?? '{}'
}

/** Normalizes all strings of a value, the keys of objects too. */
function normalize(value: unknown): unknown {
  if (typeof value === 'string') return normalizeText(value)
  if (Array.isArray(value)) return value.map(normalize)
  // JSON has numbers beyond the largest double, which are written as null.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(toFields(value)).map(([key, field]) => [key.toWellFormed(), normalize(field)]),
  )
}

function normalizeText(text: string): string {
  const undated = HAS_YEAR.test(text) ? text.replaceAll(DATES, '') : text
  return undated.replaceAll(/\s+/g, ' ').trim().toWellFormed()
}

/** True if arrays and objects are nested at most `maxDepth` deep. */
export const isShallow = (value: unknown, maxDepth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (maxDepth > 0 && Object.values(value).every((inner) => isShallow(inner, maxDepth - 1)))
