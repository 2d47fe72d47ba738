import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CATEGORIES } from '../../core/domain/category.ts'
import { LEGACY_TOOLS } from '../../core/interface/legacy_tools.ts'
import { TOOLS, type Tool } from '../../core/interface/tools.ts'
import { OPERATORS } from '../../sample/chain/operators.ts'
import { LISTINGS } from '../../sample/market/listings.ts'
import { legacyMcp, mcp } from '../../serving/service/mcp/mcp.ts'
import { buildOutputSchema, resourceFields } from '../../serving/service/mcp/output_schema.ts'
import { httpWith } from '../mcp/given.ts'
import { hostileRelease } from './hostile_release.ts'
import { kitOver, sampleKit, type ToolKit } from './tool_kit.ts'

type Fields = Record<string, unknown>

interface Listed {
  name: string
  inputSchema: Fields
  outputSchema: { type: string; properties: Fields; additionalProperties?: unknown }
}

type Served = Listed & { fits: ValidateFunction }

/** Fields that a tool shows otherwise than REST. */
const OTHERWISE: Record<string, string[]> = { find_agents: ['hint'] }

/** A wallet that is paid and that no record names. */
const PAYEE = OPERATORS.at(-1)?.address ?? ''
const UNKNOWN_WALLET = `0x${'1'.repeat(40)}`
const BY_KEY = [
  ...['get_agent_details', 'get_agent_history', 'get_agent_trust'],
  ...['verify_counterparty', 'get_agent_changes'],
]

let kit: ToolKit
let hostile: ToolKit
beforeAll(async () => {
  kit = await sampleKit()
  hostile = kitOver(hostileRelease(kit.release), kit.handles)
})

const SERVERS = { mcp, legacy: legacyMcp } as const
type Server = keyof typeof SERVERS

async function listed(server: Server): Promise<Listed[]> {
  const context = { http: httpWith(), release: kit.release, today: '2026-01-03' }
  return JSON.parse((await SERVERS[server].methods['tools/list']?.({}, context)) ?? '').tools
}

/** Arguments of each tool, among them the maximum ones. */
function* allCalls(server: Server, every = 1): Generator<[tool: string, args: Fields]> {
  for (const [tool, args] of validCalls(kit.handles.filter((_, at) => at % every === 0))) {
    const { detail, filters, ...rest } = args
    if (server === 'mcp') yield [tool, args]
    else if (LEGACY_TOOLS.some(({ name }) => name === tool) && detail !== 'full') yield [tool, rest]
  }
}

function* validCalls(handles: string[]): Generator<[tool: string, args: Fields]> {
  for (const handle of handles) {
    for (const tool of ['get_agent_trust', 'verify_counterparty']) yield [tool, { handle }]
    yield ['verify_counterparty', { handle, wallet: UNKNOWN_WALLET, amount_usd: '0.05' }]
    yield ['search_agents', { query: handle }]
    yield ['find_agents', { q: handle }]
    yield ['get_agent_history', { handle, days: 90 }]
    yield ['get_agent_changes', { handle, limit: 100 }]
    for (const detail of ['concise', 'full']) yield ['get_agent_details', { handle, detail }]
  }
  for (const detail of ['concise', 'full']) {
    for (let at = 0; at + 5 <= handles.length; at += 5)
      yield ['compare_agents', { handles: handles.slice(at, at + 5), detail }]
    yield ['get_ecosystem_summary', { detail }]
    for (const category of CATEGORIES) {
      yield ['get_methodology', { category, detail }]
      for (const evidence_ready_only of [true, false])
        for (const limit of [10, 100])
          yield ['get_category_ranking', { category, detail, limit, evidence_ready_only }]
    }
  }
  const [first = '', second = ''] = handles.map((handle) => `@${handle}`)
  for (const tool of BY_KEY) yield [tool, { handle: first }]
  yield ['compare_agents', { handles: [first, second] }]
  yield ['find_agents', { q: LISTINGS[0]?.resource }]
  for (const tool of ['list_categories', 'get_protocol_adoption', 'get_top_movers']) yield [tool, {}]
  yield ['get_top_movers', { limit: 50 }]
  yield ['search_agents', { query: 'sample', filters: { limit: 50, size: 3 } }]
  yield ['search_agents', { query: 'sample', limit: 50 }]
  yield ['find_agents', { q: 'nothing has this word' }]
}

test.each(['mcp', 'legacy'] as const)('%s: ajv in strict mode takes every schema', async (server) => {
  const tools = await listed(server)
  expect(tools).toHaveLength((server === 'mcp' ? TOOLS : LEGACY_TOOLS).length)
  for (const { name, inputSchema, outputSchema } of tools) {
    const ajv = new Ajv2020({ strict: true })
    expect(() => ajv.compile(inputSchema), name).not.toThrow()
    expect(() => ajv.compile(outputSchema), name).not.toThrow()
    expect(outputSchema.type, name).toBe('object')
    expect(outputSchema.additionalProperties, name).toBeUndefined()
  }
})

/** Arguments that each tool refuses, or ignores and tells so. */
function* invalidCalls(server: Server): Generator<[tool: string, args: Fields]> {
  const [first = '', second = ''] = kit.handles
  const tools = server === 'mcp' ? TOOLS : LEGACY_TOOLS
  for (const { name } of tools) {
    for (const args of [{ nonsense: 1 }, { filters: { nonsense: 1 } }, { category: 'people' }])
      yield [name, args]
    for (const handle of ['nobody-at-all', 'Tide Desk', `${first.slice(0, -1)}`, PAYEE])
      yield [name, { handle }]
    for (const handles of [
      [PAYEE, 'nobody-at-all'],
      ['Tide Desk', 'no-one'],
      [first, 'nobody-at-all'],
      [first, first],
      [first, second],
    ])
      yield [name, { handles }]
  }
  if (server === 'legacy') return
  const filters = { nonsense: 1 }
  yield ['get_category_ranking', { category: 'service', filters }]
  yield ['get_agent_changes', { handle: first, filters }]
  yield ['find_agents', { q: 'desk', filters }]
  yield ['get_category_ranking', { category: 'mcp_server', limit: 100, detail: 'full' }]
  yield ['find_agents', { q: 'wether' }]
}

/** Fields that no agent of the sample makes an answer long enough for. */
const WHERE_LONG = ['left_out', 'left_out_hint']

test.each(['mcp', 'legacy'] as const)(
  '%s: every field of every answer and error stands in the schema of its tool, and every other way round',
  async (server) => {
    const ajv = new Ajv2020({ strict: true })
    const tools = new Map<string, Served>(
      (await listed(server)).map((tool) => [tool.name, { ...tool, fits: ajv.compile(tool.outputSchema) }]),
    )
    const answered = new Map<string, Set<string>>([...tools.keys()].map((name) => [name, new Set()]))
    for (const over of [kit, hostile])
      for (const [name, args] of [...allCalls(server, over === kit ? 1 : 10), ...invalidCalls(server)]) {
        const { fits, outputSchema } = tools.get(name) as Served
        const { answer } = await over.call(name, args, server)
        const call = `${name} ${JSON.stringify(args)}`
        expect(fits(answer), `${call}: ${ajv.errorsText(fits.errors)}`).toBe(true)
        for (const field of Object.keys(answer)) {
          expect(outputSchema.properties, call).toHaveProperty(field)
          answered.get(name)?.add(field)
        }
      }
    for (const [name, { outputSchema }] of tools) {
      const never = Object.keys(outputSchema.properties).filter((field) => !answered.get(name)?.has(field))
      expect(
        never.filter((field) => !WHERE_LONG.includes(field)),
        name,
      ).toEqual([])
    }
  },
)

test("a short answer has every field of its tool's schema, but for those that depend on the results", async () => {
  const optional: Record<string, string[]> = {
    find_agents: ['hint', 'untrusted'],
    verify_counterparty: ['wallet_matches', 'within_limit'],
  }
  for (const [name, args] of allCalls('mcp', 20)) {
    const { output } = TOOLS.find((tool) => tool.name === name) as (typeof TOOLS)[number]
    const { answer, isError } = await kit.call(name, args)
    if (isError || args.detail === 'full') continue
    const missing = Object.keys(output).filter((field) => !(field in answer))
    expect(
      missing.filter((field) => field !== 'resolved_from' && !optional[name]?.includes(field)),
      name,
    ).toEqual([])
  }
})

test('a field that a tool shares with its REST resource has the type that it has there', () => {
  for (const { name, endpoint, output } of TOOLS) {
    if (endpoint === null) continue
    const { properties } = buildOutputSchema({ ...TOOLS[0], output, arguments: z.object({}) } as Tool)
    const twin = resourceFields(endpoint)
    for (const field of Object.keys(output))
      if (field in twin && !OTHERWISE[name]?.includes(field))
        expect(properties[field], `${name}.${field}`).toEqual(twin[field])
  }
})

test.each(['mcp', 'legacy'] as const)(
  '%s: no answer has 100,000 characters, however much is asked for and however long the names are',
  async (server) => {
    for (const over of [kit, hostile])
      for (const [name, args] of allCalls(server, 20)) {
        const { characters } = await over.call(name, args, server)
        expect(characters, `${name} ${JSON.stringify(args)}`).toBeLessThan(100_000)
      }
  },
)

test('an answer that would be too long is refused with a smaller request, which is then answered', async () => {
  const args = { category: 'mcp_server', limit: 100, detail: 'full' }
  for (const over of [kit, hostile]) {
    const { isError, answer, text } = await over.call('get_category_ranking', args)
    expect(isError).toBe(true)
    expect(answer.error).toBe('answer_too_long')
    const limit = Number(/^Ask again with limit (\d+) or less/.exec(text.split('sent. ')[1] ?? '')?.[1])
    expect(limit).toBeGreaterThan(1)
    const again = await over.call('get_category_ranking', { ...args, limit })
    expect(again.isError).toBe(false)
    expect(again.answer.count).toBe(limit)
    expect((await over.call('get_category_ranking', { ...args, limit: limit + 1 })).isError).toBe(true)
  }
  expect((await kit.call('get_category_ranking', { ...args, detail: 'concise' })).isError).toBe(false)
})

test('an ignored filter is told in the answer, before the notice', async () => {
  const { answer } = await kit.call('search_agents', { query: 'weather', filters: { size: 3 } })
  expect(answer.warnings).toEqual([
    'filters.size is not known and was ignored. filters takes primary_category, evidence_ranked_only, limit.',
  ])
  expect(Object.keys(answer).at(-1)).toBe('notice')
})
