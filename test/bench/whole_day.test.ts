import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeAbiParameters, encodeAbiParameters, numberToHex, parseAbiParameters } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CopiedWorld } from '../../lab/bench/whole_day/copied_world.ts'
import { fromCrowdAddress, toCrowdAddress } from '../../lab/bench/whole_day/crowd_hosts.ts'
import { IDENTITY_REGISTRY } from '../../pipeline/catalog/chains.ts'
import { REGISTRY_QUERY } from '../../pipeline/chain/registry_query.ts'

const URI = parseAbiParameters('string uri')
const FILE = {
  name: 'Tide desk',
  services: [{ name: 'MCP', endpoint: 'https://tides.example/mcp' }],
  registrations: [{ agentId: 7 }],
}
const SERVER = { server: { name: 'example.tides/desk', remotes: [{ url: 'https://tides.example/mcp' }] } }
const [REGISTERED = ''] = REGISTRY_QUERY[0]?.topics?.[0] ?? []
const word = (value: number): `0x${string}` => numberToHex(value, { size: 32 })
const toLog = (agentId: number, uri: string) => ({
  address: IDENTITY_REGISTRY.toLowerCase(),
  topics: [REGISTERED, word(agentId), word(0xabc0)],
  data: encodeAbiParameters(URI, [uri]),
  logIndex: 5,
})

/** Answers as the replay does, for two agents and a server; the last body that was sent to it. */
let replay: Server
let sent = ''
let world: CopiedWorld
let root: string

beforeAll(async () => {
  replay = createServer(async (request, response) => {
    sent = await text(request)
    const url = request.url ?? ''
    const logs = [toLog(7, 'https://files.example/7.json'), toLog(8, 'ipfs://lost')]
    const answers: [RegExp, () => string][] = [
      [/finalized-stream$/, () => `${JSON.stringify({ header: { number: 1 }, logs })}\n`],
      [/files\.example\/7\.json$/, () => JSON.stringify(FILE)],
      [/mainnet\.base\.org/, () => JSON.stringify({ jsonrpc: '2.0', id: 1, result: word(1) })],
      [/v0\.1\/servers/, () => JSON.stringify({ servers: [SERVER], asked: url })],
      [/tides\.example\/mcp/, () => '{"tools":[{"name":"tide","description":"Finds tides."}]}'],
    ]
    const [, answer] = answers.find(([pattern]) => pattern.test(url)) ?? []
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(answer?.() ?? '')
  })
  await new Promise<void>((resolve) => replay.listen(0, '127.0.0.1', resolve))
  world = new CopiedWorld(`http://127.0.0.1:${(replay.address() as AddressInfo).port}`, {
    agents: 3,
    servers: 4,
  })
  root = `${await world.listen()}/!hosts/@2`
})
afterAll(() => {
  world.close()
  replay.close()
})

const post = async (path: string, body: object): Promise<string> =>
  (await fetch(`${root}${path}`, { method: 'POST', body: JSON.stringify(body) })).text()
const get = async (path: string): Promise<Response> => fetch(`${root}${path}`)

test('registrations are copied under neighbouring ids, with wallets, indexes and addresses of their own', async () => {
  const answer = await post('/portal.sqd.dev/datasets/binance-mainnet/finalized-stream', {
    logs: [{ address: [IDENTITY_REGISTRY] }],
  })
  const { logs } = JSON.parse(answer) as { logs: ReturnType<typeof toLog>[] }
  expect(logs.map(({ topics }) => Number(topics[1]))).toEqual([21, 22, 23, 24, 25, 26])
  expect(new Set(logs.slice(0, 3).flatMap(({ topics }) => topics[2])).size).toBe(3)
  expect(logs.map(({ logIndex }) => logIndex)).toEqual([15, 16, 17, 15, 16, 17])
  const uris = logs.map(({ data }) => decodeAbiParameters(URI, data)[0])
  const files = [uris[0], uris[2]].map((uri) =>
    JSON.parse(Buffer.from(uri?.split(',')[1] ?? '', 'base64').toString()),
  )
  expect(files.map(({ registrations }) => registrations[0].agentId)).toEqual([21, 23])
  expect(files[1].services[0].endpoint).toMatch(
    /^https:\/\/crowd-agents-\d+\.example\/tides\.example\/2\/mcp$/,
  )
  // The second copy's file is at a host of files, and what IPFS does not have stays there for copies written into the chain.
  const { host, pathname } = new URL(uris[1] ?? '')
  expect(await (await get(`/${host}${pathname}`)).json()).toMatchObject({ registrations: [{ agentId: 22 }] })
  expect(uris[3]).toBe('ipfs://lost')
})

test('the owner of a copied id is that of the id which it is a copy of', async () => {
  const data = `0x6352211e${word(23).slice(2)}`
  await post('/mainnet.base.org/', {
    ...{ jsonrpc: '2.0', id: 1, method: 'eth_call' },
    params: [{ to: IDENTITY_REGISTRY, data }, 'latest'],
  })
  expect(JSON.parse(sent).params[0].data).toBe(`0x6352211e${word(7).slice(2)}`)
})

test('a page of servers has as many as one without copies; each has an address and tools of its own', async () => {
  const list = '/registry.modelcontextprotocol.io/v0.1/servers'
  const { servers, asked } = (await (await get(`${list}?limit=100&cursor=a`)).json()) as {
    servers: (typeof SERVER)[]
    asked: string
  }
  expect(asked).toMatch(/\?limit=25&cursor=a$/)
  expect(servers.map(({ server }) => server.name)).toEqual([
    'example.tides/desk',
    ...[1, 2, 3].map((copy) => `example.tides/desk-copy${copy}`),
  ])
  const { host, pathname } = new URL(servers[3]?.server.remotes[0]?.url ?? '')
  expect(await (await get(`/${host}${pathname}`)).text()).toContain('"description":"(3) Finds tides."')
  const versions = await (await get(`${list}/example.tides%2Fdesk-copy2/versions`)).json()
  expect(versions).toMatchObject({
    servers: [{ server: { name: 'example.tides/desk-copy2' } }],
    asked: expect.stringContaining('/example.tides%2Fdesk/versions'),
  })
})

test('an address of the crowd leads back to what answers for it, and a path that is none to nobody', async () => {
  const address = new URL(toCrowdAddress('https://a.example/b/c?d=1', 2, 'agents'))
  expect(fromCrowdAddress(address.host, `${address.pathname}${address.search}`)).toEqual({
    ...{ crowd: 'agents', host: 'a.example', path: '/b/c?d=1', copy: 2 },
  })
  expect(fromCrowdAddress(address.host, '/robots.txt')).toBeNull()
  expect(fromCrowdAddress('a.example', '/')).toBeUndefined()
  expect((await get('/crowd-agents-1.example/robots.txt')).status).toBe(404)
  expect(toCrowdAddress('ipfs://b', 1, 'agents')).toBe('ipfs://b')
  // Copies share ten addresses.
  expect(toCrowdAddress('https://a.example/', 12, 'agents')).toBe(address.href.replace('/b/c?d=1', '/'))
})
