import { expect, test } from 'vitest'
import { runCheck } from './given.ts'
import { table } from './given_tables.ts'
import { buildFrom, type Given } from './sql_harness.ts'

interface World {
  remotes?: string[]
  services?: { kind: string; endpoint: string }[]
  resources?: string[]
  card?: string
  probes?: { url: string; outcome: string }[]
  departed?: true
}

/** One agent `alder` with the addresses of its records; probes name their host by their address. */
function given({
  remotes = [],
  services = [],
  resources = [],
  card,
  probes = [],
  departed,
}: World): Record<string, Given> {
  const records = [
    'mcp_registry:s',
    'mcp_registry:gone',
    'erc8004_identity:k',
    'x402_bazaar:a.example',
    'a2a_cards:a.example',
  ]
  return {
    liveness: table('handle:varchar', departed ? [] : [{ handle: 'alder' }]),
    int_records__handles: table(
      'record_id:varchar handle:varchar',
      records.map((record_id) => ({ record_id, handle: 'alder' })),
    ),
    stg_mcp_registry__servers: table('name:varchar remotes:json departed_on:date', [
      { name: 's', remotes: remotes.map((url) => ({ type: 'streamable-http', url })) },
      { name: 'gone', remotes: [{ type: 'sse', url: 'https://gone.example/' }], departed_on: '2026-03-01' },
    ]),
    stg_erc8004_files__services: table(
      'agent_key:varchar kind:varchar endpoint:varchar',
      services.map((service) => ({ agent_key: 'k', ...service })),
    ),
    stg_endpoint_probes__cards: table(
      'host:varchar outcome:varchar source_url:varchar last_ok_at:timestamp',
      card ? [{ host: 'a.example', outcome: 'ok', source_url: card, last_ok_at: '2026-03-30' }] : [],
    ),
    stg_x402_bazaar__listings: table('host:varchar resource:varchar gone_since:date', [
      ...resources.map((resource) => ({ host: 'a.example', resource })),
      { host: 'a.example', resource: 'https://a.example/withdrawn', gone_since: '2026-03-01' },
    ]),
    stg_endpoint_probes__probes: table(
      'url:varchar host:varchar outcome:varchar',
      probes.map((probe) => ({ ...probe, host: new URL(probe.url).hostname })),
    ),
  }
}

async function endpoints(world: World): Promise<string[]> {
  const db = await buildFrom(given(world), ['endpoints'])
  const rows = await db.rows<{ kind: string; url: string }>(
    'select kind, url from endpoints order by position, url',
  )
  expect(await runCheck(db, 'endpoints_may_be_shown')).toEqual([])
  db.close()
  return rows.map(({ kind, url }) => `${kind} ${url}`)
}

test('every kind of record gives its addresses, each once, and withdrawn ones none', async () => {
  const world = {
    remotes: ['https://a.example/mcp', 'https://a.example/mcp/'],
    services: [
      { kind: 'mcp', endpoint: 'https://a.example/mcp' },
      { kind: 'a2a', endpoint: 'https://a.example/a2a' },
      { kind: 'web', endpoint: 'https://a.example/' },
      { kind: 'ens', endpoint: 'https://a.example/ens' },
    ],
    resources: ['https://a.example/paid'],
    card: 'https://a.example/.well-known/agent-card.json',
  }
  expect(await endpoints(world)).toEqual([
    'mcp https://a.example/mcp',
    'a2a https://a.example/.well-known/agent-card.json',
    'a2a https://a.example/a2a',
    'x402 https://a.example/paid',
    'web https://a.example/',
  ])
  expect(await endpoints({ ...world, departed: true })).toEqual([])
})

test.each([
  'http://a.example/mcp',
  'https://{tenant}.example/mcp',
  'https://a.example/{id}',
  'https://a.example/:tenant/mcp',
  'https://a.example/%7Bid%7D',
  'https://a.example/[slug]',
  'https://a.example/x?city=%7Bcity%7D',
  'https://a.example/*',
  'https://localhost/mcp',
  'https://x.localhost/mcp',
  'https://metadata.internal/mcp',
  'https://printer.LOCAL/mcp',
  'https://127.0.0.1/mcp',
  'https://[::1]/mcp',
  'https://2130706433/mcp',
  'https://user@a.example/mcp',
  'https://user:word@a.example/mcp',
  'https://a.example\\@b.example/',
  'https://a.example/a b',
  'https://a.example/\nb',
  'https://a.example/"><b>',
  'javascript:alert(1)',
  `https://a.example/${'x'.repeat(500)}`,
])('an address such as %s is not shown', async (url) => {
  expect(await endpoints({ remotes: [url] })).toEqual([])
})

test.each([
  'https://a.example/models/gpt:free',
  'https://a.example:8443/mcp',
  'https://a.example/urn:isbn:1',
])('a colon makes no pattern of %s', async (url) => {
  expect(await endpoints({ remotes: [url] })).toEqual([`mcp ${url}`])
})

test('an address of 500 characters is shown, and one of 501 is not', async () => {
  const long = (length: number) => 'https://a.example/'.padEnd(length, 'x')
  expect(await endpoints({ remotes: [long(500), long(501)] })).toEqual([`mcp ${long(500)}`])
})

test('what the guard refused is not shown, and no address of a host of which it refused all', async () => {
  const world = {
    remotes: ['https://a.example/mcp', 'https://a.example/INSIDE', 'https://bad.example/mcp'],
    probes: [
      { url: 'https://a.example/Inside/', outcome: 'unsafe' },
      { url: 'https://a.example/other', outcome: 'timeout' },
      { url: 'https://bad.example/paid', outcome: 'unsafe' },
    ],
  }
  expect(await endpoints(world)).toEqual(['mcp https://a.example/mcp'])
})

test('an agent has 10 at most, and many of one kind leave the others their place', async () => {
  const many = Array.from({ length: 30 }, (_, at) => `https://a.example/${String(at).padStart(2, '0')}`)
  const shown = await endpoints({
    remotes: many,
    resources: many,
    services: [{ kind: 'web', endpoint: 'https://w.example/' }],
  })
  expect(shown).toHaveLength(10)
  expect(shown.map((text) => text.split(' ')[0])).toEqual([
    ...Array(5).fill('mcp'),
    ...Array(4).fill('x402'),
    'web',
  ])
  expect(shown[0]).toBe('mcp https://a.example/00')
})
