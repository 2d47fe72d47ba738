import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createReader, ruleText, toRule } from '../../core/interface/rules.ts'
import * as v from '../../core/interface/value_schemas.ts'

const AGES = v.integer({ min: 2, max: 10, fallback: 5 }, '')
const COLOURS = ['red', 'blue'] as const
const COLOUR = v.choice(COLOURS, '')
const SOME_COLOURS = v.choices(COLOURS, '')
const AGENTS = v.keys({ min: 2, max: 3 }, '')
const SHORT = v.text({ max: 3 }, '')

test.each<[z.ZodMiniType, string, unknown]>([
  [AGES, '2', 2],
  [AGES, '10', 10],
  [AGES, '010', 10],
  [AGES, '1', null],
  [AGES, '11', null],
  [AGES, 'x5', null],
  [AGES, '5x', null],
  [AGES, '0000000005', null],
  [AGES, '', null],
  [v.boolean(false, ''), 'true', true],
  [v.boolean(true, ''), 'false', false],
  [v.boolean(true, ''), 'no', null],
  [COLOUR, 'blue', 'blue'],
  [COLOUR, 'green', null],
  [SOME_COLOURS, 'blue, red,blue', ['blue', 'red']],
  [SOME_COLOURS, 'blue,green', null],
  [SOME_COLOURS, '', null],
  [v.pageNumber(''), '12', '12'],
  [v.pageNumber(''), '0', null],
  [v.handle(''), 'Alder_1-b', 'Alder_1-b'],
  [v.handle(''), 'a.b', null],
  [AGENTS, 'a,b', ['a', 'b']],
  [AGENTS, 'a,b,c', ['a', 'b', 'c']],
  [AGENTS, 'a,a', null],
  [AGENTS, 'a,b,c,d', null],
  [AGENTS, 'a,b.c', ['a', 'b.c']],
  [SHORT, ' a ', ' a '],
  [SHORT, '🦊🦊🦊', '🦊🦊🦊'],
  [SHORT, 'abcd', null],
  [SHORT, '  ', null],
  [v.chain(''), 'base', 'base'],
  [v.chain(''), 'EIP155:1', null],
  [z.optional(v.date('')), '2026-02-28', '2026-02-28'],
  [z.optional(v.date('')), '2026-02-30', null],
])('a text is read by its schema (%#)', (schema, text, value) => {
  expect(createReader(toRule(schema))(text)).toEqual(value)
})

test.each([
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-01', false],
  ['x2026-01-01', false],
  ['2026-01-01T00:00:00Z', false],
  ['12026-01-01', false],
  ['2026-01-012', false],
])('%s is a day of the calendar: %s', (text, expected) => {
  expect(v.isDate(text)).toBe(expected)
})

test.each<[z.ZodMiniType, string]>([
  [AGES, 'one whole number from 2 to 10'],
  [v.boolean(true, ''), 'true or false, given once'],
  [COLOUR, 'one of red, blue, given once'],
  [SOME_COLOURS, 'one or more of red, blue, separated by commas or repeated'],
  [v.pageNumber(''), 'the number of a page, from 1'],
  [v.handle(''), 'one handle of 1 to 64 letters, digits, underscores and hyphens'],
  [
    AGENTS,
    '2 to 3 different agents, each a key of an agent of 1 to 300 characters: a handle, a wallet, a URL, an ERC-8004 id, a registry name, a repository or a package, separated by commas or repeated',
  ],
  [SHORT, 'a text of 1 to 3 characters, given once'],
  [v.chain(''), 'one CAIP-2 chain id such as eip155:8453, or a short name such as base'],
  [z.optional(v.date('')), 'one date in the form YYYY-MM-DD'],
])('a schema is told (%#)', (schema, text) => {
  expect(ruleText(toRule(schema))).toBe(text)
})
