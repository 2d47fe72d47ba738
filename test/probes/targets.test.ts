import { expect, test } from 'vitest'
import { type DeclaredAddress, type DeclaringRows, listAddresses } from '../../pipeline/probes/targets.ts'

const seen = (day: string) => ({ observed_on: '2026-03-19', first_seen_on: day })
const list = (rows: Partial<DeclaringRows>) =>
  listAddresses({ mcp_registry: [], erc8004_files: [], bazaar: [], ...rows })
const server = (name: string, remotes: object[], more = {}) => ({
  ...{ name, status: 'active', remotes },
  ...seen('2026-03-02'),
  ...more,
})
const file = (agent_id: string, services: object[], more = {}) => ({
  ...{ chain: 'eip155:1', agent_id, services },
  ...seen('2026-03-05'),
  ...more,
})
const listing = (resource: string, more = {}) => ({
  ...{ resource, type: 'http', method: null, accepts: [] },
  ...seen('2026-03-10'),
  ...more,
})

/** True but for proofs and cards that a host may have. */
const isDeclared = ({ declarers }: DeclaredAddress) => !declarers.every((name) => name.startsWith('host:'))

test('every record declares its addresses', () => {
  const { targets, unprobed } = list({
    mcp_registry: [
      server('com.shop/mcp', [
        { type: 'streamable-http', url: 'https://mcp.shop.com/mcp' },
        { type: 'sse', url: 'https://mcp.shop.com/sse' },
        { type: 'stdio', url: 'https://mcp.shop.com/none' },
      ]),
      server('com.shop/old', [{ type: 'sse', url: 'https://old.shop.com/' }], { status: 'deleted' }),
    ],
    erc8004_files: [
      file('7', [
        { name: 'MCP server', endpoint: 'https://agent.com/mcp' },
        { name: 'A2A', endpoint: 'https://agent.com/a2a' },
        { name: 'OASF', endpoint: 'https://agent.com/oasf' },
        { name: 'web', endpoint: ' https://Agent.com#about ' },
        { name: 'x402', endpoint: 'https://other.com/pay' },
        { name: 'email', endpoint: 'mailto:agent@agent.com' },
        { name: 'local', endpoint: 'http://localhost:8080/admin' },
      ]),
    ],
    bazaar: [
      listing('https://api.com/price', {
        ...{ method: 'post' },
        accepts: [{ pay_to: '0xB2566abd1165Fe3621AC45b019F12eeE359bE7Ab' }, { pay_to: null }],
      }),
      listing('https://api.com/mcp', { type: 'mcp' }),
      listing('https://gone.com/', { gone_since: '2026-03-11' }),
    ],
  })
  expect(unprobed).toEqual([])
  expect(targets.map(({ kind, url }) => `${kind} ${url}`)).toEqual(
    [
      'other http://localhost:8080/admin',
      'proof https://agent.com/.well-known/agent-registration.json',
      'a2a https://agent.com/.well-known/agent-card.json',
      'a2a https://api.com/.well-known/agent-card.json',
      'a2a https://agent.com/a2a',
      'mcp https://agent.com/mcp',
      'oasf https://agent.com/oasf',
      'web https://agent.com/',
      'mcp https://api.com/mcp',
      'x402 https://api.com/price',
      'mcp https://mcp.shop.com/mcp',
      'mcp https://mcp.shop.com/sse',
      'proof https://other.com/.well-known/agent-registration.json',
      'other https://other.com/pay',
    ].sort((a, b) => ((a.split(' ')[1] ?? '') < (b.split(' ')[1] ?? '') ? -1 : 1)),
  )
  expect(targets.find(({ url }) => url === 'https://api.com/price')).toMatchObject({
    ...{ url: 'https://api.com/price', kind: 'x402', method: 'POST', host: 'api.com', platform: 'api.com' },
    ...{ since: '2026-03-10', declarers: ['wallet:0xb2566abd1165fe3621ac45b019f12eee359be7ab'] },
  })
})

test('an address is one, whoever declares it: of the first kind, with the oldest record first', () => {
  const { targets } = list({
    erc8004_files: [
      file('1', [{ name: 'web', endpoint: 'https://h.com' }]),
      file('2', [{ name: 'a2a', endpoint: 'https://H.com/#x' }], seen('2026-03-01')),
      file('1', [{ name: 'web', endpoint: 'https://h.com:443/' }]),
    ],
    bazaar: [
      listing('https://h.com/', { method: 'POST', accepts: [{ pay_to: 'S1' }] }),
      listing('https://h.com/', { method: 'GET', accepts: [{ pay_to: 'S2' }, { pay_to: 'S1' }] }),
    ],
  })
  expect(targets.filter(isDeclared)).toMatchObject([
    {
      ...{ url: 'https://h.com/', kind: 'x402', method: 'GET', host: 'h.com', platform: 'h.com' },
      since: '2026-03-01',
      declarers: ['agent:eip155:1/2', 'agent:eip155:1/1', 'wallet:S1', 'wallet:S2'],
    },
  ])
  expect(targets.filter(({ kind }) => kind === 'proof')).toHaveLength(1)
})

test.each([
  'https://{tenant}.h.com/mcp',
  'https://<tenant>.h.com/mcp',
  'https://[slug].h.com/mcp',
  'https://h.com/:id/mcp',
  'https://h.com/%7Bkey%7D',
  'https://h.com/[slug]/sse',
  'https://h.com/v1?city={city}',
])('%s is a template of any source, and as it is written', (url) => {
  const { targets, unprobed } = list({
    mcp_registry: [server('com.h/mcp', [{ type: 'sse', url }])],
    erc8004_files: [file('1', [{ name: 'web', endpoint: url }])],
    bazaar: [listing(url)],
  })
  expect(targets.filter(isDeclared)).toEqual([])
  expect(unprobed.map(({ url, kind, reason }) => ({ url, kind, reason }))).toEqual([
    { url, kind: 'mcp', reason: 'template' },
  ])
})

test('a host on which anybody has a page is a platform, without a proof', () => {
  const { targets, unprobed } = list({
    erc8004_files: [file('1', [{ name: 'web', endpoint: 'https://www.github.com/agent' }])],
  })
  expect(targets).toEqual([])
  expect(unprobed.map(({ url, reason }) => ({ url, reason }))).toEqual([
    { url: 'https://www.github.com/agent', reason: 'platform' },
  ])
})

test('rows of any shape are read', () => {
  const rows = [
    ...[server('a/b', 'no list' as never), server('a/b', [{ type: 'sse' }, 'text' as never])],
    server('a/b', [{ type: 'sse', url: 'https://' }]),
  ]
  const long = `https://h.com/${'x'.repeat(2_000)}`
  const { targets, unprobed } = list({ mcp_registry: rows, bazaar: [listing(null as never), listing(long)] })
  expect([...targets.filter(isDeclared), ...unprobed]).toEqual([])
})

test('20,000 agents that declare one address cost no more than 20,000 addresses', () => {
  const files = Array.from({ length: 20_000 }, (_, n) =>
    file(String(n), [{ name: 'web', endpoint: 'https://h.com/' }]),
  )
  const started = performance.now()
  const { targets } = list({ erc8004_files: files })
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(targets.map(({ declarers }) => declarers.length).sort()).toEqual([1, 20_000])
})
