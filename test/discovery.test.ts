import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../core/interface/endpoints.ts'
import { STATELESS_VERSION } from '../core/interface/service.ts'
import type { agentCard } from '../pipeline/artifacts/discovery/agent_card.ts'
import type { aiCatalog } from '../pipeline/artifacts/discovery/ai_catalog.ts'
import type { mcpManifest, mcpServerCard } from '../pipeline/artifacts/discovery/mcp.ts'
import type { x402Manifest } from '../pipeline/artifacts/discovery/x402.ts'
import type { Task } from '../serving/service/a2a/task.ts'
import { type LocalService, localService } from './kit/local_service.ts'
import { sampleOutput } from './sample_output.ts'

const INDEXED = 'weather-tools'
const ALSO_INDEXED = 'bidi'

let folder: string
let service: LocalService
let manifest: ReturnType<typeof mcpManifest>
let card: ReturnType<typeof agentCard>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-discovery-'))
  service = await localService({ output: await sampleOutput(), folder })
  manifest = await document('/.well-known/mcp.json')
  card = await document('/.well-known/agent-card.json')
}, 120_000)

afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** An address of the release, at the service under test. */
const localAddress = (address: string): string => {
  expect(address.startsWith(service.baseUrl), `${address} is another service's`).toBe(true)
  return service.url + address.slice(service.baseUrl.length)
}

const text = async (path: string): Promise<string> => (await fetch(service.url + path)).text()
const document = async <T>(path: string): Promise<T> => JSON.parse(await text(path)) as T

interface Answer<T> {
  headers: Headers
  result: T
  error?: { code: number }
}

let callers = 0
/** A client address that no other test uses. */
function newClientAddress(): string {
  callers += 1
  return `203.0.113.${callers}`
}

async function rpc<T>(
  address: string,
  method: string,
  params: unknown = {},
  caller = newClientAddress(),
  more: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(localAddress(address), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': caller, ...more },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const body = (await response.json()) as { result: T; error?: { code: number } }
  return { headers: response.headers, ...body }
}

interface Initialized {
  protocolVersion: string
  serverInfo: { name: string; version: string }
}
const initialize = async (address: string, protocolVersion: string) =>
  (await rpc<Initialized>(address, 'initialize', { protocolVersion })).result

/** The versions that a server names to a client of the one without `initialize`. */
async function discover(address: string): Promise<string[]> {
  const headers = { 'MCP-Protocol-Version': STATELESS_VERSION, 'Mcp-Method': 'server/discover' }
  const meta = { protocolVersion: STATELESS_VERSION, clientCapabilities: {} }
  const _meta = Object.fromEntries(
    Object.entries(meta).map(([name, value]) => [`io.modelcontextprotocol/${name}`, value]),
  )
  const { result } = await rpc<{ supportedVersions: string[] }>(
    address,
    'server/discover',
    { _meta },
    newClientAddress(),
    headers,
  )
  return result.supportedVersions
}

interface ListedSkill {
  tools: { name: string; description: string }[]
}
const toolsAt = async (address: string) => (await rpc<ListedSkill>(address, 'tools/list')).result.tools

test('mcp.json: name, version, protocol and tools are those of the tool server at its endpoint', async () => {
  const { protocolVersion, serverInfo } = await initialize(manifest.endpoint, manifest.protocolVersion)
  expect(manifest).toMatchObject({
    name: serverInfo.name,
    version: serverInfo.version,
    protocolVersion,
    tools: (await toolsAt(manifest.endpoint)).map(({ name, description }) => ({ name, description })),
  })
  expect(card.version).toBe(manifest.version)
  expect((await fetch(localAddress(manifest.docs))).status).toBe(200)
})

test('mcp.json: the limit is the one that is counted, for the methods that it names and no others', async () => {
  const { requests, window_seconds, counts } = manifest.rate_limit
  const caller = newClientAddress()
  const left = async (method: string) => {
    const { headers } = await rpc(manifest.endpoint, method, { name: 'list_categories' }, caller)
    expect(headers.get('X-RateLimit-Limit')).toBe(String(requests))
    expect(Number(headers.get('X-RateLimit-Reset'))).toBeLessThanOrEqual(window_seconds)
    return Number(headers.get('X-RateLimit-Remaining'))
  }
  for (const method of ['initialize', 'tools/list']) await left(method)
  for (const method of counts) expect(await left(method), method).toBe(requests - 1)
})

test('mcp.json: the legacy endpoint has the tools that it is said to have', async () => {
  const { url, tools, description } = manifest.legacy_endpoint
  expect((await toolsAt(url)).map(({ name }) => name)).toEqual(tools)
  expect(description).toContain(`${tools.length} tools`)
})

test('the server card: every version that it names is agreed to at its address', async () => {
  const { version, remotes, description } = await document<ReturnType<typeof mcpServerCard>>(
    '/.well-known/mcp/server-card.json',
  )
  expect(description).toContain(`${manifest.tools.length} read-only tools`)
  expect(remotes.map(({ url }) => url)).toEqual([manifest.endpoint])
  for (const { url, supportedProtocolVersions } of remotes) {
    expect(supportedProtocolVersions.at(-1)).toBe(STATELESS_VERSION)
    expect(await discover(url)).toContain(STATELESS_VERSION)
    for (const protocolVersion of supportedProtocolVersions.slice(0, -1))
      expect(await initialize(url, protocolVersion)).toMatchObject({
        protocolVersion,
        serverInfo: { version },
      })
  }
})

const send = async (parts: object[], params: object = {}) =>
  (
    await rpc<Task>(card.url, 'message/send', {
      message: { kind: 'message', messageId: 'm', role: 'user', parts },
      ...params,
    })
  ).result

/** The message part of an example of the card, with agents that are indexed. */
const toMessagePart = (example: string): object => {
  const asked = example.replace('example-agent', INDEXED).replace('other-agent', ALSO_INDEXED)
  return asked.startsWith('{') ? { kind: 'data', data: JSON.parse(asked) } : { kind: 'text', text: asked }
}

/** The skill of a task; the paid ones are offered. */
const takenFor = ({ artifacts = [], status }: Task): string => {
  const [quote] = listQuotes(status)
  return quote === undefined
    ? (artifacts[0]?.name ?? '')
    : (new URL(quote.resource).pathname.split('/').at(-1) ?? '')
}

interface Terms {
  resource: string
  maxAmountRequired: string
}
const listQuotes = ({ message }: Task['status']): Terms[] =>
  (message?.metadata?.['x402.payment.required'] as { accepts: Terms[] } | undefined)?.accepts ?? []

test('the agent card: older clients find it at the address of before', async () => {
  expect(await document('/.well-known/agent.json')).toEqual(card)
})

test('the agent card: every example of a skill is answered by that skill', async () => {
  for (const { id, examples } of card.skills)
    for (const example of examples) expect(takenFor(await send([toMessagePart(example)])), example).toBe(id)
})

test('the agent card: it can what it says, and cannot what it denies', async () => {
  const { capabilities, additionalInterfaces, url } = card
  expect(additionalInterfaces).toEqual([{ url, transport: card.preferredTransport }])
  const code = async (method: string) => (await rpc(url, method, { id: 't' })).error?.code
  expect([capabilities.streaming, await code('message/stream')]).toEqual([false, -32004])
  expect([capabilities.pushNotifications, await code('tasks/pushNotificationConfig/get')]).toEqual([
    false,
    -32003,
  ])
  const parts = [{ kind: 'text', text: 'How many agents are alive?' }]
  for (const mode of card.defaultOutputModes) {
    const { artifacts = [] } = await send(parts, { configuration: { acceptedOutputModes: [mode] } })
    const kinds = artifacts.flatMap((artifact) => artifact.parts.map(({ kind }) => kind))
    expect(kinds, mode).toEqual([mode === 'text/plain' ? 'text' : 'data'])
  }
})

test('what is paid through A2A costs what the payment manifest says, and is declared in the card', async () => {
  const { endpoints } = await document<ReturnType<typeof x402Manifest>>('/.well-known/x402')
  const asks = [
    { skill: 'attest', metric: 'ghost_index' },
    { skill: 'find_agents', q: 'weather', limit: 20 },
    { skill: 'trust_eval', handle: INDEXED, depth: 'full' },
  ]
  const paths = new Set<string>()
  for (const data of asks) {
    const { status } = await send([{ kind: 'data', data }])
    expect(status.message?.extensions).toEqual(card.capabilities.extensions.map(({ uri }) => uri))
    const quotes = listQuotes(status)
    expect(quotes, data.skill).not.toEqual([])
    for (const { resource, maxAmountRequired } of quotes) {
      const { pathname } = new URL(resource)
      const amount = endpoints.find(({ path }) => path === pathname)?.price.amount
      expect(Number(maxAmountRequired) / 1e6, resource).toBe(Number(amount))
      paths.add(pathname)
    }
  }
  expect(paths.size).toBe(asks.length)
})

test('the catalogue leads to both interfaces: each of its addresses is answered with the type that it names', async () => {
  const { entries } = await document<ReturnType<typeof aiCatalog>>('/.well-known/ai-catalog.json')
  const found = (type: string) =>
    entries.find((entry) => entry.type === `application/${type}+json`)?.url ?? ''
  expect(await (await fetch(localAddress(found('a2a-agent-card')))).json()).toEqual(card)
  const { remotes } = (await (await fetch(localAddress(found('mcp-server-card')))).json()) as ReturnType<
    typeof mcpServerCard
  >
  expect(remotes.map(({ url }) => url)).toEqual([manifest.endpoint])
  for (const { url } of entries) expect((await fetch(localAddress(url))).status, url).toBe(200)
  const fetchContentType = async (address: string) => (await fetch(address)).headers.get('content-type')
  expect(await fetchContentType(localAddress(found('mcp-server-card')))).toBe(
    'application/mcp-server-card+json',
  )
  expect(await fetchContentType(`${service.url}/.well-known/ai-catalog.json`)).toBe(
    'application/ai-catalog+json',
  )
})

test('llms.txt names both interfaces, with their documents, versions and limits', async () => {
  const said = await text('/llms.txt')
  for (const address of [manifest.endpoint, manifest.legacy_endpoint.url, card.url])
    expect(said).toContain(`](${address})`)
  for (const path of ['/.well-known/mcp.json', '/.well-known/agent-card.json', '/openapi.json'])
    expect(said).toContain(`](${service.baseUrl}${path})`)
  expect(said).toContain(`MCP ${manifest.protocolVersion}`)
  expect(said).toContain('A2A 1.0 and 0.3')
  const { headers } = await rpc(card.url, 'tasks/get', { id: 't' })
  for (const limit of [manifest.rate_limit.requests, headers.get('X-RateLimit-Limit')])
    expect(said).toContain(`${limit} requests in`)
  for (const [, address = ''] of said.matchAll(/\]\((https?:[^){]+)\)/g))
    expect(ENDPOINTS.map(({ path }) => path)).toContain(new URL(address).pathname)
})
