import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicIp } from '../../pipeline/http/guard/judge.ts'
import { createReach, type Reach } from '../../pipeline/http/guard/transport.ts'
import type { VisitOptions } from '../../pipeline/http/guarded.ts'
import { fetchViaBase } from '../../pipeline/http/upstream_base.ts'
import { resolveWithoutDns, type Upstreams } from '../../pipeline/http/upstreams.ts'
import { JobProber } from '../../pipeline/ingest/jobs/job_prober.ts'
import type { KnownRow } from '../../pipeline/source/source.ts'
import endpointProbes from '../../pipeline/sources/endpoint_probes.ts'
import erc8004Files from '../../pipeline/sources/erc8004_files.ts'
import { createSampleUpstreams } from '../../sample/sample.ts'
import { fetchAll, selectRows } from '../sources/context.ts'
import { fakeHttp } from '../sources/recorded_http.ts'
import { openGuard } from './guard_harness.ts'

const JSON_EXPECTED: VisitOptions = { expect: 'json' }
let canary: Server
let control: Server
/** Connections to the canary; requests to the control server, whose connections are kept alive. */
const arrived = { canary: 0, control: 0 }
/** The reach behind the guard: requests to private addresses end at the canary, others at the control server. */
let reach: Reach

beforeAll(async () => {
  canary = createServer((_, response) => response.end('{"name":"canary"}'))
  control = createServer((request, response) => {
    const path = /^\/[^/]*(\/.*)$/.exec(request.url ?? '')?.[1] ?? ''
    const to = path.startsWith('/to/') ? decodeURIComponent(path.slice('/to/'.length)) : null
    if (to) response.writeHead(302, { location: to }).end()
    else response.end('{"name":"control","services":[]}')
  })
  canary.on('connection', () => arrived.canary++)
  control.on('request', () => arrived.control++)
  await Promise.all(
    [canary, control].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  )
  const [trap, outside] = [canary, control].map((server) =>
    createReach(fetchViaBase(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  ) as [Reach, Reach]
  reach = (url, ip, asked) => (isPublicIp(ip) ? outside : trap)(url, ip, asked)
})
beforeEach(() => Object.assign(arrived, { canary: 0, control: 0 }))
afterAll(() => {
  for (const server of [canary, control]) {
    server.closeAllConnections()
    server.close()
  }
})

const canaryPort = () => (canary.address() as AddressInfo).port
/** Every way to the canary, or to another forbidden address. */
const hostile = () => [
  ...[`http://127.0.0.1:${canaryPort()}/`, `https://127.0.0.1:${canaryPort()}/`, 'https://127.0.0.1/'],
  ...[
    'https://localhost/',
    'https://card.localhost/',
    'https://localhost./',
    'https://[::1]/',
    'https://0x7f000001/',
  ],
  ...['https://2130706433/', 'https://0177.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'https://intranet/'],
  ...[
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://printer.local/',
    'https://169.254.169.254/',
  ],
  ...['https://agent.example@127.0.0.1/', 'https://10.0.0.1/agent.json', 'file:///etc/passwd'],
  ...['javascript:fetch("https://127.0.0.1/")', 'data:text/html,<img src=https://127.0.0.1/>'],
]
const through = (url: string) => `https://agent.example/to/${encodeURIComponent(url)}`

describe('the canary is never connected to', () => {
  it('while the control is', async () => {
    const { guard } = openGuard({ reach })
    expect((await guard.visit('https://agent.example/', JSON_EXPECTED)).outcome).toBe('ok')
    expect((await guard.visit(through('https://other.example/'), JSON_EXPECTED)).json).toMatchObject({
      name: 'control',
    })
    expect(arrived).toEqual({ canary: 0, control: 3 })
  })

  it('and it would be, if an address were let through: by a judge of names that calls everything public', async () => {
    const { guard } = openGuard({ reach: (url, _ip, asked) => reach(url, '127.0.0.1', asked) })
    expect((await guard.visit('https://agent.example/', JSON_EXPECTED)).json).toEqual({ name: 'canary' })
    expect(arrived.canary).toBe(1)
  })

  it('from an address', async () => {
    const { guard } = openGuard({ reach })
    for (const url of hostile()) {
      const visit = await guard.visit(url, JSON_EXPECTED)
      expect(visit, url).toMatchObject({
        outcome: 'refused_unsafe',
        status: null,
        finalUrl: null,
        json: null,
      })
    }
    expect(guard.responses().length).toBe(hostile().length)
    expect(arrived).toEqual({ canary: 0, control: 0 })
  })

  it('from a redirect, however many there are before it', async () => {
    const { guard } = openGuard({ reach })
    for (const url of hostile()) {
      for (const address of [through(url), through(through(url))]) {
        const visit = await guard.visit(address, JSON_EXPECTED)
        expect(visit, address).toMatchObject({ outcome: 'refused_unsafe', status: 302, json: null })
      }
    }
    expect(arrived.canary).toBe(0)
    expect(arrived.control).toBeGreaterThan(0)
  })

  it('nor is any host after the third redirect', async () => {
    const four = through(through(through(through('https://other.example/'))))
    const visit = await openGuard({ reach }).guard.visit(four, JSON_EXPECTED)
    expect(visit).toMatchObject({ outcome: 'error', status: 302 })
    expect(arrived.control).toBeGreaterThan(0)
  })

  it.each([
    [['127.0.0.1']],
    [['45.0.0.1', '127.0.0.1']],
    [['10.0.0.1', '45.0.0.1']],
    [['2620:fe::fe', '::1']],
    [['::ffff:127.0.0.1']],
    [['fe80::1%eth0']],
    [['not an address']],
  ])('from a name that stands for %j', async (ips) => {
    const { guard } = openGuard({ reach, resolve: async () => ips })
    expect((await guard.visit('https://agent.example/', JSON_EXPECTED)).outcome).toBe('refused_unsafe')
    expect((await guard.visit('https://agent.example/2', JSON_EXPECTED)).outcome).toBe('refused_unsafe')
    expect(arrived).toEqual({ canary: 0, control: 0 })
  })

  it('from a name that resolves to another address the next time', async () => {
    const answers = [['45.0.0.1'], ['127.0.0.1'], ['127.0.0.1']]
    const asked: string[] = []
    const { guard } = openGuard({
      resolve: async () => answers.shift() ?? ['127.0.0.1'],
      reach: (url, ip, given) => {
        asked.push(ip)
        return reach(url, ip, given)
      },
    })
    await guard.visit('https://agent.example/', JSON_EXPECTED)
    await guard.visit(through('https://agent.example/'), JSON_EXPECTED)
    expect(asked.length).toBe(3)
    expect(asked.every(isPublicIp)).toBe(true)
    expect(arrived.canary).toBe(0)
  })
})

describe('the sources do not connect to the canary', () => {
  const provenance = { source_url: '', response_sha256: '', observed_at: '', observed_on: '2026-01-08' }
  const addresses = () => [...hostile(), ...hostile().map(through), 'https://fine.example/fine.json']
  const files = (): KnownRow[] =>
    addresses().flatMap((endpoint, i) =>
      ['A2A', 'MCP', 'web'].map((name) => ({
        ...{ chain: 'eip155:8453', agent_id: `${i}${name.length}`, outcome: 'ok', ...provenance },
        services: [{ name, endpoint, version: null }],
      })),
    )
  const listings = (): KnownRow[] =>
    addresses().map((resource) => ({ feed: 'cdp', type: 'http', resource, gone_since: null, ...provenance }))

  it('from registration files', async () => {
    const events = addresses().map((uri, i) => ({
      ...{ chain: 'eip155:8453', agent_id: String(i), kind: 'registered', uri, ...provenance },
      ...{ block_number: i, log_index: 0 },
    }))
    const { guard } = openGuard({ reach })
    const rows = selectRows(
      await fetchAll(
        erc8004Files,
        fakeHttp(() => undefined),
        { known: { erc8004_identity: events } },
        guard,
      ),
    )
    expect(rows.length).toBe(addresses().length)
    for (const row of rows) expect(erc8004Files.row.safeParse(row).success).toBe(true)
    expect(rows.filter((row) => row.outcome === 'ok').map((row) => row.uri)).toEqual([
      'https://fine.example/fine.json',
    ])
    expect(arrived.canary).toBe(0)
    expect(arrived.control).toBeGreaterThan(0)
  })

  it('from probes', async () => {
    const { guard, archive } = openGuard({ reach })
    const universe: Upstreams = { ...createSampleUpstreams('2026-01-08'), reach }
    const prober = new JobProber({ universe, archive, maxMs: 2_700_000 })
    const known = { erc8004_files: files(), x402_bazaar_cdp: listings() }
    const rows = selectRows(
      await fetchAll(
        endpointProbes,
        fakeHttp(() => undefined),
        { known, prober },
        guard,
      ),
    )
    for (const row of rows) expect(endpointProbes.row.safeParse(row).error).toBeUndefined()
    expect(rows.some((row) => row.outcome === 'unsafe')).toBe(true)
    expect(rows.some((row) => row.outcome === 'wrong_protocol')).toBe(true)
    expect(arrived.canary).toBe(0)
    expect(arrived.control).toBeGreaterThan(0)
  })
})

describe('the stand-in for lookups', () => {
  it.each(['agent.example', 'a.b.c.example', 'xn--bcher-kva.example'])(
    'gives %s one public address, always',
    async (name) => {
      const ips = await resolveWithoutDns(name)
      expect(ips.length).toBe(1)
      expect(ips.every(isPublicIp)).toBe(true)
      expect(await resolveWithoutDns(name.toUpperCase())).toEqual(ips)
    },
  )

  it.each(['localhost', 'a.localhost', 'metadata.google.internal', 'metadata.example', 'printer.local'])(
    'gives %s one that is not public',
    async (name) => expect((await resolveWithoutDns(name)).some(isPublicIp)).toBe(false),
  )

  it('knows no name under .invalid', async () => {
    await expect(resolveWithoutDns('agent.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
