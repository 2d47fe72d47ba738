import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listPackages } from './claims.ts'
import { fileInAddress } from './readers/inline.ts'
import { OFFICIAL, readServers } from './readers/mcp_registry.ts'
import type { Reading } from './readers/reading.ts'
import { filledIn, servicesIn } from './readers/registrations.ts'
import type { Recorded, RecordedArchive, RecordedDay } from './recorded.ts'
import { isTemplate } from './templates.ts'
import { listedAgain } from './tokens_again.ts'

const FILE = { name: 'Sample Courier', description: 'moves 100% on time' }
const JSON_TEXT = JSON.stringify(FILE)
const BASE64 = Buffer.from(JSON_TEXT).toString('base64')

it.each([
  ['JSON', JSON_TEXT],
  ['JSON with a mark', `\uFEFF${JSON_TEXT}`],
  ['base64', `data:application/json;base64,${BASE64}`],
  ['base64 with codes', `data:application/json;base64,${BASE64.replaceAll('=', '%3D')}`],
  ['JSON that says base64', `data:application/json;base64,${JSON_TEXT}`],
  ['base64 that does not say so', `data:application/json,${BASE64}`],
  ['a bare percent sign', `data:application/json,${JSON_TEXT}`],
  ['codes', `data:application/json;utf8,${encodeURIComponent(JSON_TEXT)}`],
  ['nothing but a scheme', `data:${JSON_TEXT}`],
  ['gzip', `data:application/json;enc=gzip;level=6;base64,${gzipSync(JSON_TEXT).toString('base64')}`],
  ['bare base64', BASE64],
])('a file in its address is read as %s', (_, address) => {
  expect(fileInAddress(address)).toEqual(FILE)
})

it.each(['', 'undefined/agents/442', '0x2222222222222222222222222222222222222222', 'data:,x'])(
  'an address like %s holds no file',
  (address) => {
    expect(fileInAddress(address)).toBeNull()
  },
)

it('a file of more than a mebibyte is not unpacked', () => {
  const packed = gzipSync(JSON.stringify({ name: 'x'.repeat(2_000_000) })).toString('base64')
  expect(fileInAddress(`data:application/json;base64,${packed}`)).toBeNull()
})

describe('services of a file', () => {
  const web = [{ kind: 'web', endpoint: 'https://a.example' }]

  it.each([
    ['a list', { services: [{ name: 'web', endpoint: 'https://a.example' }] }],
    ['a map', { services: { web: 'https://a.example' } }],
    ['a map of entries', { endpoints: { Web: { url: 'https://a.example' } } }],
    ['snake case', { services: [{ type: 'WEB', service_endpoint: 'https://a.example' }] }],
    ['one entry', { services: { name: 'web', endpoint: 'https://a.example' } }],
  ])('are read as %s', (_, file) => {
    expect(servicesIn(file)).toEqual(web)
  })

  it('count as a part, as trust does in snake case', () => {
    expect(filledIn({ services: { web: 'https://a.example' }, supported_trust: 'reputation' })).toBe(2)
  })
})

it.each([
  'https://a.example/v1/:id',
  'https://a.example/v1/%7Bid%7D/x',
  'https://a.example/{id}',
  'https://a.example/[id]',
  'https://{tenant}.a.example/mcp',
  'https://a.example/*',
  'https://a.example/find?q={query}',
])('%s is a template', (address) => expect(isTemplate(address)).toBe(true))

it.each([
  'https://a.example:8443/mcp',
  'https://a.example/models/gpt:free',
  'https://a.example/find?filter[status]=new',
  'https://a.example/?select=*',
  'https://a.example/?q={"a":1}',
  'https://[2001:db8::1]/mcp',
])('%s is an address', (address) => expect(isTemplate(address)).toBe(false))

describe('a coin', () => {
  const coin = (id: string, changes: object = {}): [string, Reading] => [
    id,
    {
      item: { id, name: 'Sample', symbol: 'smp', current_price: 2, market_cap: 1_000, ...changes },
      response: {} as Recorded,
      goneOn: null,
      firstOn: '2026-01-01',
    },
  ]

  it('is listed again with its name, price and value, and not with its name alone', () => {
    const listed = new Map([
      coin('sample'),
      coin('sample-2', { name: 'SAMPLE', symbol: 'SMP', current_price: 2.01 }),
      coin('sample-other', { current_price: 9 }),
      coin('else', { name: 'Else' }),
    ])
    expect([...listedAgain(listed)]).toEqual([['sample-2', 'sample']])
  })
})

it('a package of another registry is no package of the public one', () => {
  const server = (registryType: string, registryBaseUrl?: unknown): Reading => ({
    item: { server: { packages: [{ registryType, identifier: 'tool', registryBaseUrl }] } },
    response: {} as Recorded,
    goneOn: null,
    firstOn: '2026-01-01',
  })
  expect(listPackages(server('npm'))).toEqual(['npm/tool'])
  expect(listPackages(server('npm', 'https://registry.npmjs.org'))).toEqual(['npm/tool'])
  expect(listPackages(server('npm', 'https://registry.npmjs.org.evil.example'))).toEqual([])
  expect(listPackages(server('pypi', 7))).toEqual([])
  expect(listPackages(server('oci', 'https://ghcr.io'))).toEqual(['oci/ghcr.io/tool'])
  expect(listPackages(server('oci', 'https://docker.io'))).toEqual(['oci/tool'])
})

describe('a server that is looked up by name', () => {
  const BASE = 'https://registry.modelcontextprotocol.io/v0.1/servers?limit=100'
  const item = (name: string, version: string, status: string, isLatest: boolean) => ({
    server: { name, version },
    _meta: { [OFFICIAL[1]]: { status, isLatest } },
  })
  /** Returns the readings after a day on which these addresses answered. */
  const readDay = (answers: Record<string, unknown[]>): Map<string, Reading> => {
    const responses = Object.keys(answers).map(
      (query) => ({ url: `${BASE}&${query}`, sha256: query, status: 200, date: '2026-01-02' }) as Recorded,
    )
    const archive = { body: (query: string) => ({ servers: answers[query] }) } as unknown as RecordedArchive
    const servers = new Map<string, Reading>()
    const day = { date: '2026-01-02', source: 'mcp_registry', outcome: 'ok', responses } as RecordedDay
    readServers({ servers, firstVersions: new Map() }, archive, day, () => false)
    return servers
  }
  const changed = {
    'updated_since=x': [
      item('a/promoted', '2', 'deleted', false),
      item('b/gone', '2', 'deleted', false),
      item('c/old', '1', 'active', false),
    ],
  }

  it('is its newest version now, each by a look-up of its own', () => {
    const servers = readDay({
      ...changed,
      'search=a/promoted': [item('a/promoted', '1', 'active', true)],
      'search=b/gone': [],
    })
    expect([...servers].map(([name, { item: found }]) => [name, found])).toEqual([
      ['a/promoted', item('a/promoted', '1', 'active', true)],
      ['b/gone', item('b/gone', '2', 'deleted', false)],
    ])
  })
})
