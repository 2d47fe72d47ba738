import { expect, test } from 'vitest'
import { z } from 'zod'
import { ARGUMENTS } from '../../interface/tools.ts'
import { readArguments, schemaOf } from '../../service/mcp/arguments.ts'

const check = z.looseObject({
  handle: z.string().min(1).max(20),
  limit: z.int().min(1).max(50).default(10),
  alive: z.boolean().default(false),
  category: z.enum(['mcp_server', 'service']).optional(),
  rails: z
    .array(z.enum(['x402', 'mcp']))
    .max(2)
    .optional(),
  since: z.iso.date().optional(),
  filters: z.looseObject({ limit: z.int().min(1).max(5).default(3) }).prefault({}),
})
const schema = schemaOf(check)
const read = (given: unknown) => readArguments(check, schema, given)
const DEFAULTS = { handle: 'a', limit: 10, alive: false, filters: { limit: 3 } }

test.each([
  ['nothing but what is needed', {}, {}],
  ['a number above its range', { limit: 500 }, { limit: 50 }],
  ['a number below its range', { limit: -3 }, { limit: 1 }],
  ['a number with a fraction', { limit: 7.9 }, { limit: 7 }],
  ['a number as text', { limit: ' 5 ' }, { limit: 5 }],
  ['a number too large to be one', { limit: '1e999' }, { limit: 50 }],
  ['a boolean as text', { alive: 'True' }, { alive: true }],
  ['null for what may be left out', { limit: null, category: null }, {}],
  ['a choice in another case', { category: 'MCP_Server' }, { category: 'mcp_server' }],
  ['a choice with a space', { category: 'mcp server' }, { category: 'mcp_server' }],
  ['a list at its commas', { rails: 'x402, mcp' }, { rails: ['x402', 'mcp'] }],
  ['a list as JSON', { rails: '["MCP"]' }, { rails: ['mcp'] }],
  ['one text for a list', { rails: 'mcp' }, { rails: ['mcp'] }],
  ['null in a list', { rails: ['mcp', null] }, { rails: ['mcp'] }],
  ['an object as JSON', { filters: '{"limit": 9}' }, { filters: { limit: 5 } }],
  ['a number for a text', { handle: 42 }, { handle: '42' }],
  ['space around a text', { handle: ' a ' }, {}],
  ['what nobody asked for', { colour: 'red', filters: { size: 1 } }, {}],
])('%s is read as it was meant', (_, given, meant) => {
  expect(read({ handle: 'a', ...given })).toEqual({ values: { ...DEFAULTS, ...meant } })
})

test.each([
  [{}, ['handle is required: a text of 1 to 20 characters.']],
  [{ handle: '' }, ['handle must be a text of 1 to 20 characters.']],
  [{ handle: {} }, ['handle must be a text of 1 to 20 characters.']],
  [
    { handle: 'a', limit: 'many', alive: 'yes' },
    ['limit must be a whole number from 1 to 50.', 'alive must be true or false.'],
  ],
  [{ handle: 'a', category: 'robots' }, ['category must be one of mcp_server, service.']],
  [{ handle: 'a', rails: ['smoke'] }, ['rails.0 must be one of x402, mcp.']],
  [
    { handle: 'a', rails: ['mcp', 'mcp', 'mcp'] },
    ['rails must be a list of 0 to 2 items, each one of x402, mcp.'],
  ],
  [{ handle: 'a', since: 'tuesday' }, ['since must be a date of the form YYYY-MM-DD.']],
  [{ handle: 'a', filters: 7 }, ['filters must be an object with limit.']],
  [[], ['arguments must be an object with named values.']],
  ['handle', ['arguments must be an object with named values.']],
])('%j is refused with what each must be', (given, wrong) => {
  expect(read(given)).toEqual({ wrong })
})

test('names from the prototype are no arguments', () => {
  const given = JSON.parse('{"handle":"a","__proto__":{"limit":3},"constructor":1}')
  expect(read(given)).toEqual({ values: DEFAULTS })
})

test('the schemas of all tools are plain objects without noise', () => {
  for (const one of Object.values(ARGUMENTS)) {
    expect(schemaOf(one)).toMatchObject({ type: 'object' })
    expect(JSON.stringify(schemaOf(one))).not.toMatch(/\$schema|additionalProperties|pattern/)
  }
})
