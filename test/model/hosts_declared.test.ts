import { expect, test } from 'vitest'
import type { Database } from '../../pipeline/model/database.ts'
import { DAY } from './given.ts'
import { buildFrom, type Given } from './sql_harness.ts'

const table = (columns: string[], rows: object[]): Given => ({
  columns: Object.fromEntries(
    columns.map((name) => [name, name.endsWith('_since') || name.endsWith('_on') ? 'DATE' : 'VARCHAR']),
  ),
  rows,
})

/** What names hosts: registrations, hosts that name registrations back, and the lists of others. */
interface World {
  services?: { agent_key: string; host: string }[]
  proofs?: { agent_key: string; host: string }[]
  listings?: { host: string; gone_since: string | null }[]
  cards?: { host: string; last_ok_at: string | null }[]
  servers?: { name: string; departed_on: string | null }[]
  developers?: { id: string; website: string | null }[]
  bound?: string[]
}

async function built(world: World, model: string): Promise<Database> {
  const { services = [], proofs = [], listings = [], cards = [], servers = [], developers = [] } = world
  return buildFrom(
    {
      stg_erc8004_files__services: table(['agent_key', 'host'], services),
      stg_endpoint_probes__proofs: table(['agent_key', 'host'], proofs),
      stg_x402_bazaar__listings: table(['host', 'gone_since'], listings),
      stg_a2a_cards__cards: table(['host', 'last_ok_at'], cards),
      stg_mcp_registry__servers: table(['name', 'departed_on'], servers),
      stg_catalog__developers: table(['id', 'website'], developers),
      raw_shared_hosts: table(['host'], [{ host: 'pages.example' }]),
      int_records__bound: table(
        ['record_id', 'handle'],
        (world.bound ?? []).map((record_id) => ({ record_id, handle: 'a' })),
      ),
    },
    [model],
  )
}

/** How registration 1 stands to each host that it names. */
async function registered(world: World): Promise<object[]> {
  const db = await built(world, 'int_erc8004_hosts__declared')
  const rows = await db.rows<object>(
    "select host, is_proven, is_only from int_erc8004_hosts__declared where agent_key = '1' order by host",
  )
  db.close()
  return rows
}

const named = (agent_key: string, host: string) => ({ agent_key, host })

test('a host that names nobody proves nothing', async () => {
  expect(await registered({ services: [named('1', 'one.example')] })).toEqual([
    { host: 'one.example', is_proven: false, is_only: false },
  ])
})

test('a host that names this registration alone proves it, however often both say so', async () => {
  const twice = [named('1', 'one.example'), named('1', 'one.example')]
  expect(await registered({ services: twice, proofs: twice })).toEqual([
    { host: 'one.example', is_proven: true, is_only: true },
  ])
})

test('a host that names two registrations names none of them alone', async () => {
  const services = [named('1', 'one.example'), named('2', 'one.example')]
  expect(await registered({ services, proofs: services })).toEqual([
    { host: 'one.example', is_proven: true, is_only: false },
  ])
})

test('a host that names another registration, or that another host stands beside, proves nothing', async () => {
  const services = [named('1', 'one.example'), named('1', 'two.example')]
  const proofs = [named('2', 'one.example'), named('1', 'two.example')]
  expect(await registered({ services, proofs })).toEqual([
    { host: 'one.example', is_proven: false, is_only: false },
    { host: 'two.example', is_proven: true, is_only: true },
  ])
})

test('where anyone can have a page, nobody is named', async () => {
  const shared = [named('1', 'pages.example')]
  expect(await registered({ services: shared, proofs: shared })).toEqual([])
})

/** Host → how it stands to the agent `a`, whose records these are. */
async function hostsOf(bound: string[], world: World): Promise<Record<string, string>> {
  const db = await built({ ...world, bound }, 'int_agent_hosts__declared')
  const rows = await db.rows<{ host: string; how: string }>(
    'select host, how from int_agent_hosts__declared order by host',
  )
  db.close()
  return Object.fromEntries(rows.map(({ host, how }) => [host, how]))
}

test('a registration and its host: proven by a word back for it alone', async () => {
  const ask = (proofs: World['proofs']) =>
    hostsOf(['erc8004_identity:1'], { services: [named('1', 'one.example')], proofs: proofs ?? [] })
  expect(await ask([])).toEqual({ 'one.example': 'declared' })
  expect(await ask([named('1', 'one.example')])).toEqual({ 'one.example': 'proven' })
  expect(await ask([named('1', 'one.example'), named('2', 'one.example')])).toEqual({
    'one.example': 'declared',
  })
})

test('what is declared by one record and proven by another is proven', async () => {
  const world = { services: [named('1', 'one.example')], cards: [{ host: 'one.example', last_ok_at: DAY }] }
  expect(await hostsOf(['erc8004_identity:1', 'a2a_cards:one.example'], world)).toEqual({
    'one.example': 'proven',
  })
})

test('a seller is its host as long as it is listed, and no shared one', async () => {
  const ask = (host: string, gone_since: string | null) =>
    hostsOf([`x402_bazaar:${host}`], { listings: [{ host, gone_since }] })
  expect(await ask('one.example', null)).toEqual({ 'one.example': 'proven' })
  expect(await ask('one.example', DAY)).toEqual({})
  expect(await ask('pages.example', null)).toEqual({})
})

test('a card proves its host once it was read', async () => {
  const ask = (last_ok_at: string | null) =>
    hostsOf(['a2a_cards:one.example'], { cards: [{ host: 'one.example', last_ok_at }] })
  expect(await ask(DAY)).toEqual({ 'one.example': 'proven' })
  expect(await ask(null)).toEqual({})
})

test('a server of the registry has the host that its name spells backwards, unless that is GitHub', async () => {
  const ask = (name: string, departed_on: string | null = null) =>
    hostsOf([`mcp_registry:${name}`], { servers: [{ name, departed_on }] })
  expect(await ask('Com.Example.api/tool')).toEqual({ 'api.example.com': 'proven' })
  expect(await ask('com.example/tool', DAY)).toEqual({})
  expect(await ask('io.github.someone/tool')).toEqual({})
  expect(await ask('IO.GitHub.someone/tool')).toEqual({})
})

test('a developer of the catalogue has the host of its website, and none without one', async () => {
  const ask = (website: string | null) =>
    hostsOf(['catalog:developer/one'], { developers: [{ id: 'one', website }] })
  expect(await ask('https://www.One.example/about')).toEqual({ 'one.example': 'proven' })
  expect(await ask('https://one.example:8443/')).toEqual({ 'one.example': 'proven' })
  expect(await ask(null)).toEqual({})
  expect(await ask('mailto:one@one.example')).toEqual({})
})

test('a host stands for nobody whose record is not there', async () => {
  expect(await hostsOf([], { cards: [{ host: 'one.example', last_ok_at: DAY }] })).toEqual({})
})
