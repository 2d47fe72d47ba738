import { beforeAll, expect, test } from 'vitest'
import { LEGACY_TOOLS } from '../../core/interface/legacy_tools.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import { type GivenServer, givenServer } from '../mcp/given.ts'

// Clients pass the schemas of tools on to the API of their model, many unchanged. Allowed here is the intersection of
// the function declarations of Gemini (fields of its `Schema`), of OpenAI and of Anthropic, without their strict modes,
// whose requirements exclude each other: one wants `additionalProperties: false`, another rejects it.

type Schema = Record<string, unknown>

interface Listed {
  name: string
  inputSchema: Schema
  outputSchema: Schema
}

const KEYWORDS = new Set([
  ...['type', 'description', 'properties', 'required', 'items', 'enum', 'default', 'anyOf'],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern'],
])
const TYPES = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'])
const MAX_LEVELS = 5

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})

/** Returns what is wrong with a schema and each within it, with its path. */
function faults(schema: Schema, path: string, level = 1): string[] {
  const { type, anyOf, properties = {}, items, required = [], enum: choices, ...rest } = schema
  const within = [
    ...Object.entries(properties as Record<string, Schema>).map(([name, inner]) => [
      `${path}.${name}`,
      inner,
    ]),
    ...((anyOf ?? []) as Schema[]).map((kind, at) => [`${path}|${at}`, kind]),
    ...(items === undefined ? [] : [[`${path}[]`, items]]),
  ] as [string, Schema][]
  const rules: [boolean, string][] = [
    [level <= MAX_LEVELS, 'is nested too deep'],
    [Object.keys(schema).every((key) => KEYWORDS.has(key)), `has another keyword: ${Object.keys(rest)}`],
    [(typeof type === 'string' && TYPES.has(type)) !== (anyOf !== undefined), 'has one type, or anyOf alone'],
    [type !== 'array' || items !== undefined, 'is a list without items'],
    [
      type === 'object' || !('properties' in schema || 'required' in schema),
      'is no object, but has properties',
    ],
    [
      choices === undefined || (type === 'string' && (choices as unknown[]).every(Boolean)),
      'has choices that are no texts',
    ],
    [
      (required as string[]).every((name) => name in (properties as object)),
      'requires what it does not have',
    ],
    [
      Object.keys(properties as object).every((name) => /^[a-z][a-z0-9_]{0,63}$/.test(name)),
      'has an odd name',
    ],
  ]
  return [
    ...rules.flatMap(([holds, what]) => (holds ? [] : [`${path} ${what}`])),
    ...within.flatMap(([at, part]) => faults(part, at, level + 1)),
  ]
}

test.each(['mcp', 'legacy'] as const)(
  '%s: every schema stays within what all model APIs take',
  async (which) => {
    const { tools } = await server.ask<{ tools: Listed[] }>('tools/list', {}, which)
    expect(tools).toHaveLength((which === 'mcp' ? TOOLS : LEGACY_TOOLS).length)
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(name).toMatch(/^[a-z][a-z_]{1,40}$/)
      for (const schema of [inputSchema, outputSchema]) {
        expect(schema).toMatchObject({ type: 'object', properties: {} })
        expect(faults(schema, name)).toEqual([])
      }
      expect(JSON.stringify(inputSchema), name).not.toContain('anyOf')
    }
  },
)

test.each<[string, Schema, string]>([
  ['a list of types', { type: ['object', 'null'] }, 'x has one type, or anyOf alone'],
  [
    'closed objects',
    { type: 'object', additionalProperties: false },
    'x has another keyword: additionalProperties',
  ],
  ['a list of anything', { type: 'array' }, 'x is a list without items'],
  ['choices of numbers', { type: 'integer', enum: [1] }, 'x has choices that are no texts'],
  ['an empty choice', { type: 'string', enum: [''] }, 'x has choices that are no texts'],
  ['a format', { type: 'string', format: 'date' }, 'x has another keyword: format'],
  ['anything', { type: 'object', properties: { y: {} } }, 'x.y has one type, or anyOf alone'],
])('%s would be found', (_, schema, fault) => {
  expect(faults(schema, 'x')).toEqual([fault])
})
