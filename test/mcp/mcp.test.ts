import { beforeAll, describe, expect, test } from 'vitest'
import { LEGACY_TOOLS } from '../../core/interface/legacy_tools.ts'
import { MCP } from '../../core/interface/service.ts'
import { TOOLS } from '../../core/interface/tools.ts'
import { legacyMcp, mcp, toolServer } from '../../serving/service/mcp/mcp.ts'
import { type CallResult, type GivenServer, givenServer, httpWith } from './given.ts'

interface ListedTool {
  tools: {
    name: string
    description: string
    inputSchema: { type: string }
    outputSchema: object
    annotations: Record<string, unknown>
  }[]
}

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})

test.each([
  ['2024-11-05', '2024-11-05'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['2025-03-26', '2025-03-26'],
  ['2026-07-28', '2025-11-25'],
  ['2099-01-01', '2025-11-25'],
  ['2024-10-07', '2025-11-25'],
  ['', '2025-11-25'],
  [undefined, '2025-11-25'],
  [20241105, '2025-11-25'],
])('a client that asks for version %s gets %s', async (protocolVersion, agreed) => {
  const result = await server.ask<Record<string, unknown>>('initialize', { protocolVersion })
  expect(result).toMatchObject({
    protocolVersion: agreed,
    capabilities: { tools: {} },
    serverInfo: { name: 'Assay', title: 'Assay', version: '1.0.0', websiteUrl: 'https://assay.example/' },
  })
  expect(result.instructions).toMatch(/find_agents.*verify_counterparty.*made-up sample data/)
})

test('the newest version that is served is the last of all', () => {
  expect(MCP.protocolVersions.at(-1)).toBe(MCP.newestVersion)
})

describe.each(['mcp', 'legacy'] as const)('what the server %s has none of', (which) => {
  const ask = (method: string, params = {}) => server.ask(method, params, which)

  test('lists are empty, so that clients that ask without being told to stay', async () => {
    expect(await ask('ping')).toEqual({})
    expect(await ask('prompts/list')).toEqual({ prompts: [] })
    expect(await ask('resources/list')).toEqual({ resources: [] })
    expect(await ask('resources/templates/list')).toEqual({ resourceTemplates: [] })
    expect(await ask('completion/complete', { ref: {}, argument: {} })).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    })
    expect(await ask('logging/setLevel', { level: 'warning' })).toEqual({})
  })

  test('a page, a prompt, a resource or a level that there is none of is refused', async () => {
    for (const what of ['prompts', 'resources', 'resources/templates', 'tools'])
      await expect(ask(`${what}/list`, { cursor: 'page-2' })).rejects.toMatchObject({ code: -32602 })
    await expect(ask('prompts/get', { name: 'x' })).rejects.toMatchObject({ code: -32602 })
    await expect(ask('logging/setLevel', { level: 'loud' })).rejects.toMatchObject({ code: -32602 })
    await expect(ask('resources/read', { uri: 'x:y' })).rejects.toMatchObject({ code: -32002 })
  })

  test('no other feature is declared, or served', async () => {
    expect(await ask('initialize')).toMatchObject({ capabilities: { tools: {} } })
    const { methods } = which === 'mcp' ? mcp : legacyMcp
    expect(Object.keys(methods)).not.toContain('resources/subscribe')
  })
})

test.each([
  ['tools/call', '2026-07-28', true],
  ['server/discover', '2026-07-28', true],
  ['initialize', '2026-07-28', false],
  ...['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map((version): [string, string, boolean] => [
    'tools/list',
    version,
    false,
  ]),
  ['tools/list', null, false],
])('%s with the version header %s: refused is %s', (method, version, isRefused) => {
  const http = httpWith(version === null ? {} : { 'mcp-protocol-version': version })
  const refused = mcp.refuse?.(http, method, {}) ?? null
  expect(refused !== null).toBe(isRefused)
  if (refused === null) return
  expect(refused.status).toBe(400)
  expect(refused.error.message).toContain(MCP.protocolVersions.join(', '))
})

test('only calls and what cannot be read count in the window of the tool server', () => {
  for (const { window } of [mcp, legacyMcp])
    expect(
      ['tools/call', null, 'initialize', 'notifications/initialized', 'tools/list', 'nonsense'].map(
        (method) => window(method).name,
      ),
    ).toEqual(['mcp', 'mcp', 'mcp_setup', 'mcp_setup', 'mcp_setup', 'mcp_setup'])
})

test('the list has every tool in its order, read-only, in few bytes', async () => {
  const { tools } = await server.ask<ListedTool>('tools/list')
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  for (const { name, description, inputSchema, annotations } of tools) {
    expect(inputSchema.type, name).toBe('object')
    expect(description.length, name).toBeLessThanOrEqual(300)
    expect(annotations, name).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    })
  }
  // Half of it are the schemas of the answers, which clients do not pass on to their models.
  expect(JSON.stringify({ tools }).length).toBeLessThan(21_500)
  expect(JSON.stringify(tools.map(({ outputSchema, ...told }) => told)).length).toBeLessThan(10_500)
  const legacy = await server.ask<ListedTool>('tools/list', {}, 'legacy')
  expect(legacy.tools.map(({ name }) => name)).toEqual(LEGACY_TOOLS.map(({ name }) => name))
  expect(JSON.stringify(legacy)).not.toMatch(/categor/i)
})

test('a page that was never given is refused, no page is the first', async () => {
  await expect(server.ask('tools/list', { cursor: 'page-2' })).rejects.toMatchObject({ code: -32602 })
  expect(await server.ask('tools/list', { cursor: null })).toEqual(await server.ask('tools/list'))
})

test.each([undefined, 7, 'delete_agents', '__proto__'])('the tool %s is unknown', async (name) => {
  await expect(server.ask('tools/call', { name })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('search_agents, get_agent_details'),
  })
})

test('what is wrong with the arguments is said in the result', async () => {
  expect(await server.call('get_agent_history', { days: 'soon' })).toEqual({
    isError: true,
    content: [
      {
        type: 'text',
        text: 'handle is required: a text of 1 to 300 characters. days must be a whole number from 1 to 90.',
      },
    ],
    structuredContent: {
      error: 'invalid_arguments',
      message: 'handle is required: a text of 1 to 300 characters. days must be a whole number from 1 to 90.',
    },
  })
})

test('an agent that is not indexed is answered with those that are near', async () => {
  const { isError, content, structuredContent } = await server.call('get_agent_details', {
    handle: 'snow reprt',
  })
  expect(isError).toBe(true)
  const handles = (structuredContent.suggestions as { handle: string }[]).map(({ handle }) => handle)
  expect(handles.length).toBeGreaterThan(0)
  expect(content[0]?.text).toContain(`Did you mean one of: ${handles.join(', ')}?`)
  expect(structuredContent).toMatchObject({
    error: 'agent_not_found',
    untrusted_fields: ['suggestions.name'],
  })
  expect(Object.keys(structuredContent).at(-1)).toBe('notice')
})

test('the text of a result is its object', async () => {
  const { content, structuredContent, isError } = await server.call('list_categories')
  expect(isError).toBe(false)
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent)
})

/** Calls the tool `made`, which has the arguments of search_agents, on a server of its own. */
function callSearchTool(run: () => Promise<object>) {
  const tool = { ...TOOLS[0], name: 'made' } as (typeof TOOLS)[number]
  const call = toolServer([{ tool, run }], '').methods['tools/call']
  return async (args: unknown): Promise<CallResult> => {
    const context = { http: httpWith(), release: server.release, today: '2026-01-03' }
    return JSON.parse((await call?.({ name: 'made', arguments: args }, context)) ?? '')
  }
}

test('an answer is kept small, unless the caller says how many rows it wants', async () => {
  const agents = Array.from({ length: 20 }, (_, nth) => ({ nth, name: '"天气"'.repeat(20) }))
  const call = callSearchTool(async () => ({ count: 20, agents, notice: 'data' }))
  const free = await call({ filters: {} })
  expect(Buffer.byteLength(JSON.stringify(free))).toBeLessThan(8_000)
  expect(free.structuredContent.left_out).toEqual({ agents: 20 - (free.structuredContent.count as number) })
  // The same number as the default, but explicit.
  const asked = await call({ filters: { limit: 8 } })
  expect(asked.structuredContent).toEqual({ count: 20, agents, notice: 'data' })
})

test('handles that are not indexed are listed beside the comparison, cleaned', async () => {
  const rows = await server.release.json<[handle: string, name: string][]>('private', 'agents-index.json')
  const [first = '', second = ''] = (rows ?? []).map(([handle]) => handle)
  const handles = [first, second, 'no-such-agent', 'Ignore all <b>']
  for (const detail of ['concise', 'full']) {
    const { structuredContent, content } = await server.call('compare_agents', { handles, detail })
    expect((structuredContent.agents as { handle: string }[]).map(({ handle }) => handle)).toEqual([
      first,
      second,
    ])
    expect(content[0]?.text).not.toContain('<b>')
    if (detail === 'concise')
      expect(structuredContent.not_found).toEqual(['no-such-agent', 'Ignore all &lt;b&gt;'])
  }
  const same = await server.call('compare_agents', { handles: [first, first.toUpperCase()] })
  expect(same).toMatchObject({
    isError: true,
    content: [{ text: 'handles must be 2 to 5 different agents.' }],
  })
})

test('a fault of ours is thrown on', async () => {
  await expect(callSearchTool(() => Promise.reject(new TypeError('broken')))({})).rejects.toThrow(TypeError)
})
