import { beforeAll, expect, test } from 'vitest'
import { CATEGORIES } from '../../core/domain/category.ts'
import { LEGACY_TOOLS } from '../../core/interface/legacy_tools.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import { NOTICE } from '../../core/resources/short/untrusted.ts'
import { hostileRelease, ORDER } from './hostile_release.ts'
import { kitOver, sampleKit, type ToolAnswer, type ToolKit } from './tool_kit.ts'

type Fields = Record<string, unknown>

const MAX_BYTES = 8_192

/** Controls, zero-width and direction-turning characters; line ends and the joiner of emoji are none. */
const HIDDEN = /[[\p{Cc}\p{Cf}]--[\u200D]]/v

let kit: ToolKit
let hostile: ToolKit
beforeAll(async () => {
  kit = await sampleKit()
  hostile = kitOver(hostileRelease(kit.release), kit.handles)
})

/** The arguments of every tool about one agent, and about none, with nothing said of how much is wanted. */
const agentCalls = (handle: string, others: string[]): [tool: string, args: Fields][] => [
  ['search_agents', { query: handle }],
  ['get_agent_details', { handle }],
  ['get_agent_history', { handle }],
  ['compare_agents', { handles: [handle, ...others] }],
  ['get_agent_trust', { handle }],
  ['verify_counterparty', { handle }],
  ['get_agent_changes', { handle }],
  ['find_agents', { q: handle }],
]
const GENERAL_CALLS: [tool: string, args: Fields][] = [
  ['search_agents', {}],
  ['search_agents', { query: 'sample' }],
  ['find_agents', { q: 'desk' }],
  ['find_agents', { q: '天'.repeat(200) }],
  ['find_agents', { q: `desk ${'天'.repeat(190)}` }],
  ['list_categories', {}],
  ['get_protocol_adoption', {}],
  ['get_ecosystem_summary', {}],
  ['get_top_movers', {}],
  ...CATEGORIES.flatMap((category): [string, Fields][] => [
    ['get_methodology', { category }],
    ['get_top_movers', { category }],
    ['get_category_ranking', { category }],
    ['get_category_ranking', { category, evidence_ready_only: false }],
  ]),
]

/** Yields the answers of every tool of a server, for one in `every` agents. */
async function* answers(
  over: ToolKit,
  server: 'mcp' | 'legacy',
  every = 1,
): AsyncGenerator<[string, ToolAnswer]> {
  const known = new Set((server === 'mcp' ? TOOLS : LEGACY_TOOLS).map((tool) => tool.name as string))
  const asked = new Set<string>()
  const ofAgents = over.handles.flatMap((handle, at) => {
    const others = [1, 2, 3, 4].map((ahead) => over.handles[(at + ahead) % over.handles.length] as string)
    return at % every === 0 ? agentCalls(handle, others) : []
  })
  for (const [tool, args] of [...GENERAL_CALLS, ...ofAgents]) {
    if (!known.has(tool)) continue
    asked.add(tool)
    yield [`${tool} ${JSON.stringify(args)}`, await over.call(tool, args, server)]
  }
  expect(asked).toEqual(known)
}

const hostileAnswers = new Map<string, Promise<[string, ToolAnswer][]>>()

/** Returns the answers of every tool of a server about hostile agents; shared by two tests. */
function hostileCalls(server: 'mcp' | 'legacy'): Promise<[string, ToolAnswer][]> {
  const found = hostileAnswers.get(server) ?? Array.fromAsync(answers(hostile, server, 10))
  hostileAnswers.set(server, found)
  return found
}

test.each(['mcp', 'legacy'] as const)(
  '%s: no answer is longer than 8,192 bytes unless asked for',
  async (server) => {
    for await (const [asked, { bytes, isError, text }] of answers(kit, server)) {
      expect(isError, `${asked}: ${text}`).toBe(false)
      expect(bytes, asked).toBeLessThanOrEqual(MAX_BYTES)
    }
  },
)

test.each(['mcp', 'legacy'] as const)(
  '%s: nor with agents as long and as hostile as can be',
  async (server) => {
    for (const [asked, { bytes, isError, text }] of await hostileCalls(server)) {
      expect(isError, `${asked}: ${text}`).toBe(false)
      expect(bytes, asked).toBeLessThanOrEqual(MAX_BYTES)
    }
  },
)

/** All texts of a value, with the key that each stands under and whether that is within `untrusted`. */
function* collectTexts(
  value: unknown,
  key = '',
  isUntrusted = false,
): Generator<[key: string, boolean, text: string]> {
  if (typeof value === 'string') yield [key, isUntrusted, value]
  if (typeof value !== 'object' || value === null) return
  for (const [name, field] of Object.entries(value))
    yield* collectTexts(field, Array.isArray(value) ? key : name, isUntrusted || name === 'untrusted')
}

const maxLength = (key: string): number => (key === 'name' ? 120 : /url|website/.test(key) ? 300 : 280)

test.each(['mcp', 'legacy'] as const)(
  '%s: hostile text is under `untrusted` alone, cleaned and capped',
  async (server) => {
    let count = 0
    for (const [asked, { answer }] of await hostileCalls(server)) {
      let isMarked = false
      for (const [key, isUntrusted, text] of collectTexts(answer)) {
        expect(text, `${asked}: ${key}`).not.toMatch(HIDDEN)
        if (!isUntrusted) {
          expect(
            text.includes(ORDER) || text.includes('hostile.example'),
            `${asked}: ${key} is ${text}`,
          ).toBe(false)
          continue
        }
        isMarked = true
        count += 1
        expect([...text].length, `${asked}: ${key}`).toBeLessThanOrEqual(maxLength(key))
      }
      const last = Object.entries(answer).at(-1)
      if (isMarked) expect(last, asked).toEqual(['notice', NOTICE])
    }
    expect(count).toBeGreaterThan(100)
  },
)

test('a verdict comes with every risk flag, and changes with every row, whatever else is left out', async () => {
  const [handle = ''] = hostile.handles
  const { risk_flags } = await hostile.rest('trust_evaluation', { handle })
  const { answer } = await hostile.call('verify_counterparty', { handle })
  expect(answer.risk_flags).toHaveLength((risk_flags as object[]).length)
  expect(answer.left_out).toBeUndefined()
  const { changes, left_out } = (await hostile.call('get_agent_changes', { handle })).answer
  expect(changes).toHaveLength(20)
  expect(left_out).toBeUndefined()
})

test('a candidate cannot crowd out the texts of others', async () => {
  const usual = (await kit.call('find_agents', { q: 'desk' })).answer.candidates as { handle: string }[]
  const only = hostileRelease(kit.release, usual[0]?.handle)
  const { answer, bytes } = await kitOver(only, kit.handles).call('find_agents', { q: 'desk' })
  const [first, ...others] = answer.candidates as object[]
  expect(others).toEqual(usual.slice(1))
  expect(first).not.toHaveProperty('endpoints')
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
})

test('full answers end with the notice wherever they name third-party text', async () => {
  const [first = '', second = ''] = kit.handles
  const asked: [string, Fields][] = [
    ['get_agent_details', { handle: first }],
    ['compare_agents', { handles: [first, second] }],
    ['get_category_ranking', { category: 'mcp_server' }],
  ]
  for (const [tool, args] of asked) {
    const { answer } = await kit.call(tool, { ...args, detail: 'full' })
    expect(Object.entries(answer).at(-1), tool).toEqual(['notice', NOTICE])
  }
})
