import { expect, test } from 'vitest'
import { connectView } from '../../core/connect/connect_view.ts'
import { connect as schema } from '../../core/interface/schemas/connect.ts'
import { connectPart } from '../../core/pages/agent_connect.ts'
import type { AgentRecord } from '../../core/views/agent_record.ts'
import { toConnectRow } from '../../pipeline/artifacts/agents/connect_rows.ts'
import { writePayingClient } from '../../pipeline/connect/paying_client.ts'
import { createAgentRecord, createTrust } from '../views/given_agent_record.ts'
import { listed, npm, oci, remote, required } from './given.ts'

const URL = 'https://tides.sample.example/api?day=1&place=2'
const WALLET = `0x${'A'.repeat(40)}`

const paid = (given: Partial<AgentRecord['trust']>, url = URL): AgentRecord => {
  const trust = createTrust({ wallets: [{ chain: 'eip155:8453', wallet: WALLET }], ...given })
  const code = writePayingClient(url, trust)
  const none = { ways: [], more: 0, refused: [], models: [] }
  const connect = code === null ? null : { ...none, paying: { url, code } }
  return createAgentRecord('tides', { endpoints: [{ kind: 'x402', url }], trust, connect })
}

const listSettings = (agent: AgentRecord) => connectView(agent)?.ways[0]?.settings ?? []

test('a paid address has a curl line whose query is quoted, and a client with the limit of our advice', () => {
  const [curl, client] = listSettings(paid({ per_transaction: 0.25 }))
  expect(curl?.text).toBe('curl -i "https://tides.sample.example/api?day=1&place=2"')
  expect(client?.text).toContain("maxAmountPerPayment: '$0.25'")
  expect(client?.text).toContain(`const wallets = ["${WALLET.toLowerCase()}"]`)
  expect(client?.text).toContain('pay("https://tides.sample.example/api?day=1&place=2")')
})

test.each([
  ['a limit of 0', { per_transaction: 0 }],
  ['no limit', { per_transaction: null }],
  ['no wallet on Base', { wallets: [] }],
])('with %s no client that pays is offered, and the advice says so', (_, trust) => {
  const agent = paid({ advice: 'No payment is advised.', ...trust })
  expect(listSettings(agent).map(({ client }) => client)).toEqual(['curl'])
  expect(connectView(agent)?.ways[0]?.unchecked).toContain('No payment is advised.')
})

test.each([
  ['characters of a shell', 'https://tides.sample.example/$(id)'],
  ['a key', 'https://tides.sample.example/?token=abc'],
])('an address with %s has no line', (_, url) => {
  const view = connectView(paid({}, url))
  expect(view?.ways).toEqual([])
  expect(view?.refused).toEqual([{ what: url, reason: expect.stringContaining('characters that a shell') }])
})

test.each([
  [
    'https://tides.sample.example/.well-known/agent-card.json',
    `("https://tides.sample.example/.well-known/agent-card.json", '')`,
  ],
  ['https://tides.sample.example/a2a', '("https://tides.sample.example/a2a")'],
])('an A2A agent at %s is created from its card', (url, call) => {
  const agent = createAgentRecord('tides', { endpoints: [{ kind: 'a2a', url }] })
  const [curl, client] = listSettings(agent)
  expect(curl?.text).toContain(url.slice('https://'.length))
  expect(client?.text).toContain(`createFromUrl${call}`)
})

test('a family has the ids of its models, by service', () => {
  const models = ['openrouter:lab/one', 'openrouter:lab/two', 'huggingface:Lab/One']
  const agent = createAgentRecord('tides', { connect: toConnectRow([], [], models) })
  expect(listSettings(agent).map(({ client, text }) => [client, text])).toEqual([
    ['openrouter', 'lab/one\nlab/two'],
    ['huggingface', 'Lab/One'],
  ])
})

test('an address of another record is offered, unless the registry lists it', () => {
  const own = 'https://own.sample.example/mcp'
  const server = listed([], [remote({ url: 'https://mcp.sample.example/?api_key=a' })])
  const row = toConnectRow([server], [own, 'https://mcp.sample.example/?api_key=a'], [])
  expect(row?.ways.map((way) => way.kind === 'remote' && way.url)).toEqual([own])
  expect(row?.refused).toHaveLength(1)
})

test('addresses come first, each way once, and what is beyond four is counted', () => {
  const packages = ['a', 'b', 'c', 'd'].map((name) => npm({ identifier: `@sample/${name}` }))
  const row = toConnectRow(
    [
      listed(
        [...packages, packages[0] ?? {}],
        [remote({ type: 'sse' }), remote(), remote({ type: 'sse', url: 'https://old.sample.example/' })],
      ),
    ],
    [],
    [],
  )
  expect(row?.ways.map((way) => (way.kind === 'remote' ? way.transport : way.name))).toEqual([
    ...['streamable-http', '@sample/a', '@sample/b', '@sample/c'],
  ])
  expect(row?.more).toBe(2)
})

test.each([
  ['was read before settings were', { settings: null }, 'within four weeks'],
  ['lists nothing', { settings: { packages: [], remotes: [] } }, 'no package and no address'],
])('a server that %s has a reason', (_, changed, reason) => {
  const row = toConnectRow([{ ...listed([]), ...changed }], [], [])
  expect(row?.refused).toEqual([{ what: 'example.sample/tides', reason: expect.stringContaining(reason) }])
})

test('an agent of which nothing is known, and one that departed, have no settings', () => {
  expect(connectView(createAgentRecord('tides'))).toBeNull()
  expect(connectView({ ...paid({}), departed_on: '2026-03-30' })).toBeNull()
})

test('an answer has the fields of its schema, in its order', () => {
  const keyed = npm({ environmentVariables: [required('KEY'), { name: 'UNIT' }] })
  const server = listed(
    [keyed, oci(), npm({ version: 'latest' })],
    [remote({ headers: [required('X-Key')] })],
  )
  const endpoints = (['x402', 'a2a'] as const).map((kind) => ({ kind, url: URL }))
  const agent = createAgentRecord('tides', {
    endpoints,
    connect: toConnectRow([server], [], ['openrouter:a/b']),
  })
  const flags = [{ flag: 'wash', severity: 'critical' as const, reason: 'x', related: null }]
  for (const shown of [agent, { ...agent, trust: createTrust({ flags }) }]) {
    const view = connectView(shown)
    expect(JSON.stringify(schema.parse(view))).toBe(JSON.stringify(view))
  }
})

test('the page opens the first way with the settings of its first client, and names what is to be filled in', () => {
  const keyed = npm({ environmentVariables: [required('KEY'), { name: 'UNIT' }] })
  const part = connectPart(
    createAgentRecord('tides', { connect: toConnectRow([listed([keyed], [remote()])], [], []) }),
  )
  expect(
    part?.ways.map(({ folded, settings }) => [folded, settings.filter(({ open }) => open).length]),
  ).toEqual([
    [false, 1],
    [true, 1],
  ])
  expect(part?.ways[1]?.notes).toMatch(/^Fill in KEY\. Optional: UNIT\. The code of /)
})
