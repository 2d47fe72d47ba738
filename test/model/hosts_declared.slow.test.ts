import { expect, test } from 'vitest'
import { DAY } from './given.ts'
import { readRows, toGivenTables } from './given_tables.ts'

const TABLES = {
  stg_erc8004_files__services: 'agent_key host',
  stg_endpoint_probes__proofs: 'agent_key host',
  stg_endpoint_probes__quotes: 'host pay_to',
  stg_endpoint_probes__sellers: 'host',
  int_erc8004_wallets__owners: 'agent_key wallet',
  stg_x402_bazaar__listings: 'host gone_since:date',
  stg_endpoint_probes__cards: 'host last_ok_at:timestamp',
  stg_mcp_registry__servers: 'name departed_on:date',
  stg_catalog__developers: 'id website',
  raw_shared_hosts: 'host',
  int_records__handles: 'record_id handle',
}

/** Declarations of hosts: registrations, hosts that name registrations back, and the lists of others. */
interface World {
  services?: { agent_key: string; host: string }[]
  proofs?: { agent_key: string; host: string }[]
  quotes?: { host: string; pay_to: string }[]
  sellers?: { host: string }[] | undefined
  held?: { agent_key: string; wallet: string }[]
  listings?: { host: string; gone_since: string | null }[]
  cards?: { host: string; last_ok_at: string | null }[]
  servers?: { name: string; departed_on: string | null }[]
  developers?: { id: string; website: string | null }[]
  bound?: string[]
}

const tables = ({
  services,
  proofs,
  quotes,
  sellers,
  held,
  listings,
  cards,
  servers,
  developers,
  bound = [],
}: World) =>
  toGivenTables(TABLES, {
    stg_erc8004_files__services: services ?? [],
    stg_endpoint_probes__proofs: proofs ?? [],
    stg_endpoint_probes__quotes: quotes ?? [],
    stg_endpoint_probes__sellers: sellers ?? [],
    int_erc8004_wallets__owners: held ?? [],
    stg_x402_bazaar__listings: listings ?? [],
    stg_endpoint_probes__cards: cards ?? [],
    stg_mcp_registry__servers: servers ?? [],
    stg_catalog__developers: developers ?? [],
    raw_shared_hosts: [{ host: 'pages.example' }],
    int_records__handles: bound.map((record_id) => ({ record_id, handle: 'a' })),
  })

/** The relation of registration 1 to each host that it names. */
async function declaredHosts(world: World): Promise<object[]> {
  const wanted = 'host, is_proven, is_only, agent_key'
  const rows = await readRows<{ agent_key: string }>(tables(world), 'int_erc8004_agents__hosts', wanted)
  return rows.filter(({ agent_key }) => agent_key === '1').map(({ agent_key: _, ...row }) => row)
}

const named = (agent_key: string, host: string) => ({ agent_key, host })

test('a host that names no registration proves nothing', async () => {
  expect(await declaredHosts({ services: [named('1', 'one.example')] })).toEqual([
    { host: 'one.example', is_proven: false, is_only: false },
  ])
})

test('a host that names this registration alone proves it, however often both say so', async () => {
  const twice = [named('1', 'one.example'), named('1', 'one.example')]
  expect(await declaredHosts({ services: twice, proofs: twice })).toEqual([
    { host: 'one.example', is_proven: true, is_only: true },
  ])
})

test('a host that names two registrations names none of them alone', async () => {
  const services = [named('1', 'one.example'), named('2', 'one.example')]
  expect(await declaredHosts({ services, proofs: services })).toEqual([
    { host: 'one.example', is_proven: true, is_only: false },
  ])
})

test('a host that names another registration, or that another host stands beside, proves nothing', async () => {
  const services = [named('1', 'one.example'), named('1', 'two.example')]
  const proofs = [named('2', 'one.example'), named('1', 'two.example')]
  expect(await declaredHosts({ services, proofs })).toEqual([
    { host: 'one.example', is_proven: false, is_only: false },
    { host: 'two.example', is_proven: true, is_only: true },
  ])
})

test.each<[string, World, boolean]>([
  ['at its wallet', {}, true],
  ['at the wallet of another', { quotes: [{ host: 'one.example', pay_to: '0xother' }] }, false],
  ['at its wallet, but on another host', { quotes: [{ host: 'two.example', pay_to: '0xmine' }] }, false],
  ['at its wallet, and names another registration', { proofs: [named('2', 'one.example')] }, false],
  [
    'at a wallet that two registrations have which name it',
    {
      services: [named('1', 'one.example'), named('2', 'one.example')],
      held: ['1', '2'].map((agent_key) => ({ agent_key, wallet: '0xmine' })),
    },
    false,
  ],
  [
    'at its wallet, and elsewhere at that of another',
    {
      quotes: [
        { host: 'one.example', pay_to: '0xmine' },
        { host: 'one.example', pay_to: '0xother' },
      ],
    },
    false,
  ],
  [
    'at its wallet, and on a chain with other addresses',
    {
      quotes: [
        { host: 'one.example', pay_to: '0xmine' },
        { host: 'one.example', pay_to: 'So1ana' },
      ],
    },
    true,
  ],
  [
    'at its wallet, and a registration of another wallet names it too',
    { services: [named('1', 'one.example'), named('2', 'one.example')] },
    true,
  ],
])('a host that asks to be paid confirms a registration or not: %s', async (_, world, is_paid) => {
  const given: World = {
    services: [named('1', 'one.example')],
    quotes: [{ host: 'one.example', pay_to: '0xmine' }],
    held: [{ agent_key: '1', wallet: '0xmine' }],
    ...world,
  }
  const wanted = 'is_paid, agent_key, host'
  const rows = await readRows<{ agent_key: string; is_paid: boolean }>(
    tables(given),
    'int_erc8004_agents__hosts',
    wanted,
  )
  expect(rows.filter((row) => row.agent_key === '1').map((row) => row.is_paid)).toEqual([is_paid])
  const hosts = await agentHosts(['erc8004_identity:1'], given)
  expect(hosts).toEqual({ 'one.example': is_paid ? 'proven' : 'declared' })
})

test('a host on which anyone can have a page names no agent', async () => {
  const shared = [named('1', 'pages.example')]
  expect(await declaredHosts({ services: shared, proofs: shared })).toEqual([])
})

/** Host → its relation to the agent `a`, which has these records. */
async function agentHosts(bound: string[], world: World): Promise<Record<string, string>> {
  const given = tables({ ...world, bound })
  const rows = await readRows<{ host: string; how: string }>(given, 'int_agents__hosts', 'host, how')
  return Object.fromEntries(rows.map(({ host, how }) => [host, how]))
}

test('a registration and its host: proven by a word back for it alone', async () => {
  const ask = (proofs: World['proofs']) =>
    agentHosts(['erc8004_identity:1'], { services: [named('1', 'one.example')], proofs: proofs ?? [] })
  expect(await ask([])).toEqual({ 'one.example': 'declared' })
  expect(await ask([named('1', 'one.example')])).toEqual({ 'one.example': 'proven' })
  expect(await ask([named('1', 'one.example'), named('2', 'one.example')])).toEqual({
    'one.example': 'declared',
  })
})

test('what is declared by one record and proven by another is proven', async () => {
  const world = { services: [named('1', 'one.example')], cards: [{ host: 'one.example', last_ok_at: DAY }] }
  expect(await agentHosts(['erc8004_identity:1', 'a2a_cards:one.example'], world)).toEqual({
    'one.example': 'proven',
  })
})

test('a listed seller is its host as long as it is listed, and no shared one; proven once it asks for payment', async () => {
  const ask = (host: string, gone_since: string | null, sellers?: World['sellers']) =>
    agentHosts([`x402_bazaar:${host}`], { listings: [{ host, gone_since }], sellers })
  expect(await ask('one.example', null)).toEqual({ 'one.example': 'listed' })
  expect(await ask('one.example', null, [{ host: 'one.example' }])).toEqual({ 'one.example': 'proven' })
  expect(await ask('one.example', null, [{ host: 'two.example' }])).toEqual({ 'one.example': 'listed' })
  expect(await ask('one.example', DAY)).toEqual({})
  expect(await ask('pages.example', null)).toEqual({})
})

test('a card proves its host once it was read', async () => {
  const ask = (last_ok_at: string | null) =>
    agentHosts(['a2a_cards:one.example'], { cards: [{ host: 'one.example', last_ok_at }] })
  expect(await ask(DAY)).toEqual({ 'one.example': 'proven' })
  expect(await ask(null)).toEqual({})
})

test('a server of the registry has the host that its name spells backwards, unless that is GitHub', async () => {
  const ask = (name: string, departed_on: string | null = null) =>
    agentHosts([`mcp_registry:${name}`], { servers: [{ name, departed_on }] })
  expect(await ask('Com.Example.api/tool')).toEqual({ 'api.example.com': 'proven' })
  expect(await ask('com.example/tool', DAY)).toEqual({})
  expect(await ask('io.github.someone/tool')).toEqual({})
  expect(await ask('IO.GitHub.someone/tool')).toEqual({})
})

test('a developer of the catalogue has the host of its website, and none without one', async () => {
  const ask = (website: string | null) =>
    agentHosts(['catalog:developer/one'], { developers: [{ id: 'one', website }] })
  expect(await ask('https://www.One.example/about')).toEqual({ 'one.example': 'proven' })
  expect(await ask('https://one.example:8443/')).toEqual({ 'one.example': 'proven' })
  expect(await ask(null)).toEqual({})
  expect(await ask('mailto:one@one.example')).toEqual({})
})

test('a host without a record belongs to no agent', async () => {
  expect(await agentHosts([], { cards: [{ host: 'one.example', last_ok_at: DAY }] })).toEqual({})
})
