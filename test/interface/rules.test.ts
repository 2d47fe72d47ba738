import { expect, test } from 'vitest'
import type { ParameterRule } from '../../core/interface/endpoint.ts'
import { isDate, parseValue, ruleText, type Value } from '../../core/interface/rules.ts'

const AGES: ParameterRule = { kind: 'integer', min: 2, max: 10, fallback: 5 }
const COLOURS = ['red', 'blue'] as const

test.each<[ParameterRule, string, Value | null]>([
  [AGES, '2', 2],
  [AGES, '10', 10],
  [AGES, '010', 10],
  [AGES, '1', null],
  [AGES, '11', null],
  [AGES, 'x5', null],
  [AGES, '5x', null],
  [AGES, '0000000005', null],
  [AGES, '', null],
  [{ kind: 'boolean', fallback: false }, 'true', true],
  [{ kind: 'boolean', fallback: true }, 'false', false],
  [{ kind: 'boolean', fallback: true }, 'no', null],
  [{ kind: 'choice', values: COLOURS }, 'blue', 'blue'],
  [{ kind: 'choice', values: COLOURS }, 'green', null],
  [{ kind: 'choices', values: COLOURS }, 'blue, red,blue', ['blue', 'red']],
  [{ kind: 'choices', values: COLOURS }, 'blue,green', null],
  [{ kind: 'choices', values: COLOURS }, '', null],
  [{ kind: 'page' }, '12', '12'],
  [{ kind: 'page' }, '0', null],
  [{ kind: 'handle' }, 'Alder_1-b', 'Alder_1-b'],
  [{ kind: 'handle' }, 'a.b', null],
  [{ kind: 'handles', min: 2, max: 3 }, 'a,b', ['a', 'b']],
  [{ kind: 'handles', min: 2, max: 3 }, 'a,b,c', ['a', 'b', 'c']],
  [{ kind: 'handles', min: 2, max: 3 }, 'a,a', null],
  [{ kind: 'handles', min: 2, max: 3 }, 'a,b,c,d', null],
  [{ kind: 'handles', min: 2, max: 3 }, 'a,b.c', null],
  [{ kind: 'text', max: 3 }, ' a ', ' a '],
  [{ kind: 'text', max: 3 }, '🦊🦊🦊', '🦊🦊🦊'],
  [{ kind: 'text', max: 3 }, 'abcd', null],
  [{ kind: 'text', max: 3 }, '  ', null],
  [{ kind: 'chain' }, 'base', 'base'],
  [{ kind: 'chain' }, 'EIP155:1', null],
  [{ kind: 'date' }, '2026-02-28', '2026-02-28'],
  [{ kind: 'date' }, '2026-02-30', null],
])('%j takes %j for %j', (rule, text, value) => {
  expect(parseValue(rule, text)).toEqual(value)
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
  expect(isDate(text)).toBe(expected)
})

test.each<[ParameterRule, string]>([
  [AGES, 'one whole number from 2 to 10'],
  [{ kind: 'boolean', fallback: true }, 'true or false, given once'],
  [{ kind: 'choice', values: COLOURS }, 'one of red, blue, given once'],
  [{ kind: 'choices', values: COLOURS }, 'one or more of red, blue, separated by commas or repeated'],
  [{ kind: 'page' }, 'the number of a page, from 1'],
  [{ kind: 'handle' }, 'one handle of 1 to 64 letters, digits, underscores and hyphens'],
  [
    { kind: 'handles', min: 2, max: 3 },
    '2 to 3 different handles of 1 to 64 letters, digits, underscores and hyphens, separated by commas or repeated',
  ],
  [{ kind: 'text', max: 3 }, 'a text of 1 to 3 characters, given once'],
  [{ kind: 'chain' }, 'one CAIP-2 chain id such as eip155:8453, or a short name such as base'],
  [{ kind: 'date' }, 'one date in the form YYYY-MM-DD'],
])('%j is said as %j', (rule, text) => {
  expect(ruleText(rule)).toBe(text)
})
