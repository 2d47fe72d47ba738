import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import type { Parameter } from '../../core/interface/endpoint.ts'
import { ENDPOINTS } from '../../core/interface/endpoints.ts'
import { parameterSchema } from '../../core/interface/parameter_schema.ts'
import { isList, listValues, type Rule } from '../../core/interface/rules.ts'

const ajv = addFormats.default(new Ajv.default())

const PARAMETERS = [...new Set(ENDPOINTS.flatMap(({ parameters }) => parameters))]

/** Texts close to what the rules accept. */
const TEXTS = [
  ...'0 1 01 100 101 365 999999 999999999 1e1 +1 -1 1.5 ９ true TRUE base eip155:8453 EIP155:1'.split(' '),
  ...'developer Developer mcp_server evidence_ranked tier x402 mcp;x402 , a,b a,a a,b.c alder'.split(' '),
  ...['', ' ', 'mcp, x402,', '2024-02-29', '2026-02-30', '2026-1-5', 'x'.repeat(64), 'x'.repeat(65)],
  ...['x'.repeat(200), '🦊'.repeat(200), '🦊'.repeat(201)],
]

const anyText = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
  fc
    .array(fc.constantFrom('a', 'b', 'x402', 'mcp', 'a2a', ' '), { maxLength: 60 })
    .map((list) => list.join(',')),
)

/** The value that a text denotes, allowed or not. */
function writtenIn(text: string, rule: Rule): unknown {
  if (isList(rule)) return listValues(text)
  if (rule.kind === 'integer') return /^\d{1,9}$/.test(text) ? Number(text) : text
  return rule.kind === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

const formatParameter = ({ in: place, name, description }: Parameter): string =>
  `${place} ${name}: ${description}`

test.each(PARAMETERS.map((parameter) => [formatParameter(parameter), parameter] as const))(
  '%s – REST reads what its schema takes, and nothing else',
  (_, { read, rule, schema }) => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { data = null } = safeParse(schema, writtenIn(text, rule))
        expect(read(text)).toEqual(data)
      }),
    )
  },
)

test.each(PARAMETERS.map((parameter) => [formatParameter(parameter), parameter] as const))(
  '%s – the published JSON Schema takes what REST reads',
  (_, { read, schema, rule, fallback }) => {
    const isValid = ajv.compile(parameterSchema(schema))
    if (fallback !== undefined) expect(read(String(fallback))).toBe(fallback)
    fc.assert(
      fc.property(anyText, (text) => {
        const value = read(text)
        // A value that falls back is not refused, and differs from the text.
        const isRead = value !== null && (Array.isArray(value) || value === writtenIn(text, rule))
        // JSON Schema cannot express a blank text, nor a year before the first.
        const isBeyond = text.trim() === '' || rule.kind === 'date'
        if (isRead || !isBeyond) expect(isValid(writtenIn(text, rule))).toBe(isRead)
      }),
    )
  },
)
