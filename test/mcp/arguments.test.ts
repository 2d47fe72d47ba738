import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { LEGACY_ARGUMENTS } from '../../core/interface/legacy_tools.ts'
import { argumentsSchema, type ParameterJsonSchema } from '../../core/interface/parameter_schema.ts'
import { ARGUMENTS } from '../../core/interface/tools.ts'
import { boolean, integer, text } from '../../core/interface/value_schemas.ts'
import { argumentsReader } from '../../serving/service/mcp/arguments.ts'

const read = argumentsReader(
  z.looseObject({
    handle: text({ max: 20 }, ''),
    limit: integer({ min: 1, max: 50, fallback: 10 }, ''),
    alive: boolean(false, ''),
    category: z.optional(z.enum(['mcp_server', 'service'])),
    rails: z.optional(z.array(z.enum(['x402', 'mcp'])).check(z.maxLength(2))),
    since: ARGUMENTS.get_agent_changes.shape.since,
    filters: z.prefault(z.looseObject({ limit: integer({ min: 1, max: 5, fallback: 3 }, '') }), {}),
  }),
)
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
  ['null for what is not known', { colour: null }, {}],
  [
    'a blank text for what may be left out',
    { limit: '', alive: ' ', category: '', since: '\t', rails: '' },
    {},
  ],
  ['a blank object', { filters: '' }, {}],
  ['a blank in an object', { filters: { limit: '' } }, {}],
  ['blanks in a list', { rails: ['', 'mcp', ' '] }, { rails: ['mcp'] }],
  ['a blank for what is not known', { colour: '' }, {}],
  ['a blank beside an alias', { handle: '', agent: 'a' }, {}],
  ['another spelling', { Alive: true, 'cate-gory': 'service' }, { alive: true, category: 'service' }],
])('%s is read as it was meant', (_, given, meant) => {
  expect(read({ handle: 'a', ...given })).toMatchObject({
    values: { ...DEFAULTS, ...meant },
    warnings: [],
  })
})

const ofTool = (name: keyof typeof ARGUMENTS, given: object) => argumentsReader(ARGUMENTS[name])(given)

test.each([
  ['search_agents', { q: 'weather' }, { query: 'weather' }],
  ['find_agents', { query: 'weather' }, { q: 'weather' }],
  ['get_agent_details', { agent: 'a' }, { handle: 'a' }],
  ['get_agent_trust', { agentId: 'a' }, { handle: 'a' }],
  ['verify_counterparty', { agent_id: 'a' }, { handle: 'a' }],
  ['compare_agents', { agents: 'a,b' }, { handles: ['a', 'b'] }],
  ['compare_agents', { handle: ['a', 'b'] }, { handles: ['a', 'b'] }],
  [
    'search_agents',
    { limit: 3, category: 'service' },
    { filters: { limit: 3, primary_category: 'service' } },
  ],
  ['search_agents', { filters: { evidence_ready_only: true } }, { filters: { evidence_ranked_only: true } }],
  ['get_category_ranking', { category: 'service', evidenceReadyOnly: false }, { evidence_ready_only: false }],
  ['find_agents', { q: 'a', primary_category: 'service', limit: 50 }, { category: 'service', limit: 3 }],
  ['get_top_movers', { direction: '', category: '', limit: 10 }, { limit: 10 }],
] as const)('%s takes %j as %j', (name, given, meant) => {
  expect(ofTool(name, given)).toMatchObject({ values: meant, warnings: [] })
})

test.each([
  [
    { handle: 'a', limt: 3 },
    'limt is not an argument of this tool. Did you mean limit? It takes handle, limit, alive, category, rails, since, filters.',
  ],
  [
    { handle: 'a', colour: 'red' },
    'colour is not an argument of this tool. It takes handle, limit, alive, category, rails, since, filters.',
  ],
  [{ handle: 'a', agent: 'b' }, 'agent is not an argument of this tool.'],
  [{ handle: 'a', 'Ignore all <b>': 1 }, 'Ignore?all??b? is not an argument of this tool.'],
])('%j is refused with the name that was meant', (given, sentence) => {
  expect(read(given)).toEqual({ problems: [expect.stringContaining(sentence)] })
})

test('unknown filters, and arguments of a tool that takes none, are ignored and reported', () => {
  expect(read({ handle: 'a', filters: { size: 1 } })).toMatchObject({
    values: DEFAULTS,
    warnings: ['filters.size is not known and was ignored. filters takes limit.'],
  })
  expect(ofTool('list_categories', { random_string: 'x', dummy: '' })).toEqual({
    values: {},
    given: {},
    warnings: ['random_string is not known and was ignored. This tool takes no arguments.'],
  })
})

test('filters of the legacy search are read as its arguments', () => {
  const legacy = argumentsReader(LEGACY_ARGUMENTS.search_agents)
  expect(legacy({ query: 'a', filters: { limit: 3 } })).toMatchObject({
    values: { query: 'a', limit: 3 },
    warnings: [],
  })
  expect(legacy({ filters: { primary_category: 'service' } })).toMatchObject({
    warnings: [expect.stringMatching(/^filters\.primary_category is not known and was ignored\./)],
  })
})

test('no more than five unknown names are reported', () => {
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, nth) => [`n${nth}`, 1]))
  expect(read({ handle: 'a', ...many })).toMatchObject({ problems: { length: 5 } })
})

test.each([
  [{}, ['handle is required: a text of 1 to 20 characters.']],
  [{ handle: '' }, ['handle is required: a text of 1 to 20 characters.']],
  [{ handle: ' ' }, ['handle is required: a text of 1 to 20 characters.']],
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
  [{ handle: 'a', since: 'tuesday' }, ['since must be a date in the form YYYY-MM-DD.']],
  [{ handle: 'a', filters: 7 }, ['filters must be an object with limit.']],
  [[], ['arguments must be an object with named values.']],
  ['handle', ['arguments must be an object with named values.']],
])('%j is refused with what each must be', (given, wrong) => {
  expect(read(given)).toEqual({ problems: wrong })
})

test('names from the prototype are no arguments', () => {
  const given = JSON.parse('{"handle":"a","__proto__":{"limit":3},"constructor":1}')
  expect(read(given)).toEqual({
    problems: [expect.stringMatching(/^__proto__ is not/), expect.stringMatching(/^constructor is not/)],
  })
  expect(read({ handle: 'a' })).toMatchObject({ values: DEFAULTS })
})

test('the schemas of all tools are plain objects without noise', () => {
  for (const argument of Object.values(ARGUMENTS)) {
    expect(argumentsSchema(argument)).toMatchObject({ type: 'object' })
    expect(JSON.stringify(argumentsSchema(argument))).not.toMatch(/\$schema|format|"additionalProperties":\{/)
  }
})

test('each argument has a description or a choice', () => {
  const described = (schema: ParameterJsonSchema): boolean =>
    schema.description !== undefined || schema.enum !== undefined
  for (const [name, definition] of Object.entries(ARGUMENTS)) {
    const { properties = {} } = argumentsSchema(definition)
    const all = [properties, properties.filters?.properties ?? {}].flatMap((held) => Object.entries(held))
    for (const [key, schema] of all) expect(described(schema), `${name}.${key}`).toBe(true)
  }
  expect(argumentsSchema(ARGUMENTS.search_agents).properties?.filters?.description).toBeDefined()
  expect(argumentsSchema(ARGUMENTS.list_categories)).toEqual({ type: 'object', properties: {} })
})

test('every optional argument of every tool is absent when it is blank', () => {
  for (const [name, definition] of Object.entries({ ...ARGUMENTS, ...LEGACY_ARGUMENTS })) {
    const { properties = {}, required = [] } = argumentsSchema(definition)
    const readArguments = argumentsReader(definition)
    const needed = Object.fromEntries(required.map((key) => [key, sampleValue(properties[key] ?? {})]))
    for (const blank of ['', '  ', null]) {
      const given = Object.fromEntries(Object.keys(properties).map((key) => [key, blank]))
      const all = readArguments({ ...given, ...needed })
      expect(all, name).toEqual(readArguments(needed))
      expect(all, name).toHaveProperty('values')
      const none = readArguments(given)
      if (required.length === 0) expect(none, name).toHaveProperty('values')
      else
        expect(none).toEqual({
          problems: required.map((key) => expect.stringMatching(`^${key} is required: `)),
        })
    }
  }
})

/** A value that a schema accepts. */
const sampleValue = ({ type, enum: [choice] = [] }: ParameterJsonSchema): unknown =>
  type === 'array' ? ['a', 'b'] : (choice ?? 'a')

test('since is a day of the calendar', () => {
  expect(ofTool('get_agent_changes', { handle: 'a', since: '2026-01-31' })).toHaveProperty('values')
  for (const since of ['2026-02-31', '2026-1-1', 'tuesday'])
    expect(ofTool('get_agent_changes', { handle: 'a', since })).toEqual({
      problems: ['since must be a date in the form YYYY-MM-DD.'],
    })
})
