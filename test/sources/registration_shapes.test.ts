import { expect, it } from 'vitest'
import source from '../../pipeline/sources/erc8004_files.ts'
import { checkRow, fetchAll } from './context.ts'
import { registered } from './given_agents.ts'
import { fakeGuarded, fakeHttp } from './recorded_http.ts'

const REGISTRY = `eip155:56:0x${'8'.repeat(40)}`
const WEB = 'https://a.sample.example'
const web = { name: 'web', endpoint: WEB, version: null }
const WALLET = `0x${'3'.repeat(40)}`

type Fields = Record<string, unknown>

/** A file as it is written, after a name; its dropped fields; and the values of its row. */
const SHAPES: [label: string, file: Fields, dropped: string[], holds: Fields][] = [
  [
    'plain',
    { services: [{ name: 'web', endpoint: WEB, version: '1' }] },
    [],
    { services: [{ ...web, version: '1' }] },
  ],
  ['services by name', { services: { web: WEB } }, [], { services: [web] }],
  [
    'services by name as objects',
    { services: { web: { endpoint: WEB, version: '2' } } },
    [],
    { services: [{ ...web, version: '2' }] },
  ],
  [
    'services by name as lists',
    { services: { web: [WEB, `${WEB}/2`] } },
    [],
    { services: [web, { ...web, endpoint: `${WEB}/2` }] },
  ],
  ['services by number', { services: { 0: { name: 'web', endpoint: WEB } } }, [], { services: [web] }],
  ['one service', { services: { name: 'web', endpoint: WEB } }, [], { services: [web] }],
  ['a service that is an address', { services: [WEB] }, [], { services: [{ ...web, name: null }] }],
  ['services that are an address', { services: WEB }, [], { services: [{ ...web, name: null }] }],
  ['services that are a number', { services: 7 }, ['services'], { services: [] }],
  ['services of nothing', { services: [null, 7, []] }, ['services'], { services: [] }],
  ['endpoints by name', { endpoints: { web: WEB } }, [], { services: [web] }],
  ['endpoints by name as objects', { endpoints: { web: { url: WEB } } }, [], { services: [web] }],
  ['a service with an url', { services: [{ type: 'web', url: WEB }] }, [], { services: [web] }],
  ['a service with an uri', { services: [{ name: 'web', uri: WEB }] }, [], { services: [web] }],
  [
    'a service endpoint of DID',
    { services: [{ type: 'web', serviceEndpoint: WEB }] },
    [],
    { services: [web] },
  ],
  [
    'a service endpoint in snake case',
    { services: [{ type: 'web', service_endpoint: WEB }] },
    [],
    { services: [web] },
  ],
  [
    'a service endpoint of several',
    { services: [{ name: 'web', endpoint: [WEB, 'x'] }] },
    [],
    { services: [web] },
  ],
  [
    'a service endpoint that is an object',
    { services: [{ name: 'web', serviceEndpoint: { uri: WEB } }] },
    [],
    { services: [web] },
  ],
  [
    'a version that is a number',
    { services: [{ name: 'web', endpoint: WEB, version: 1 }] },
    [],
    { services: [{ ...web, version: '1' }] },
  ],
  ['yes as text', { active: 'true', x402Support: 'TRUE' }, [], { active: true, x402_support: true }],
  ['no as text', { active: 'false', x402Support: ' False ' }, [], { active: false, x402_support: false }],
  [
    'neither yes nor no',
    { active: 'maybe', x402Support: 7 },
    ['active', 'x402_support'],
    { active: null, x402_support: null },
  ],
  [
    'yes inside an object',
    { x402Support: { enabled: true, networks: ['base'] } },
    [],
    { x402_support: true },
  ],
  [
    'an object without a yes',
    { x402Support: { networks: ['base'] } },
    ['x402_support'],
    { x402_support: null },
  ],
  [
    'snake case',
    { x402_support: true, is_active: true, supported_trust: ['tee'] },
    [],
    { x402_support: true, active: true, supported_trust: ['tee'] },
  ],
  [
    'an older spelling',
    { x402support: true, supportedTrusts: ['tee'] },
    [],
    { x402_support: true, supported_trust: ['tee'] },
  ],
  ['trust as a text', { supportedTrust: 'reputation' }, [], { supported_trust: ['reputation'] }],
  ['trust as a yes', { supportedTrust: true }, ['supported_trust'], { supported_trust: [] }],
  [
    'an id of nothing',
    { registrations: [{ agentId: null, agentRegistry: REGISTRY }] },
    [],
    { registrations: [{ agent_id: null, registry: REGISTRY }] },
  ],
  [
    'an id of 0',
    { registrations: [{ agentId: 0, agentRegistry: REGISTRY }] },
    [],
    { registrations: [{ agent_id: '0', registry: REGISTRY }] },
  ],
  [
    'an id as text',
    { registrations: [{ agentId: '12', agentRegistry: REGISTRY }] },
    [],
    { registrations: [{ agent_id: '12', registry: REGISTRY }] },
  ],
  [
    'an id in snake case',
    { registrations: [{ agent_id: 12, agent_registry: REGISTRY }] },
    [],
    { registrations: [{ agent_id: '12', registry: REGISTRY }] },
  ],
  [
    'one registration',
    { registrations: { agentId: 1, agentRegistry: REGISTRY } },
    [],
    { registrations: [{ agent_id: '1', registry: REGISTRY }] },
  ],
  ['registrations that are a text', { registrations: REGISTRY }, ['registrations'], { registrations: [] }],
  ['a name that is a number', { name: 42 }, [], { name: '42' }],
  ['a name by language', { name: { de: 'B', en: 'A' } }, [], { name: 'A' }],
  ['a name that is a list', { name: ['A'] }, [], { name: 'A' }],
  ['a name that is a yes', { name: true }, ['name'], { name: null }],
  ['a description of lines', { description: ['x', 'y'] }, [], { description: 'x y' }],
  ['a description without a text', { description: { parts: 7 } }, ['description'], { description: null }],
  ['an image that is an object', { image: { url: `${WEB}/a.png` } }, [], { image: `${WEB}/a.png` }],
  ['an image that is a number', { image: 7 }, ['image'], { image: null }],
  [
    'a wallet of a chain',
    { services: [{ name: 'agentWallet', endpoint: `eip155:56:${WALLET}` }] },
    [],
    { wallets: [`eip155:56:${WALLET}`] },
  ],
  ['a wallet in snake case', { wallet_address: WALLET }, [], { wallets: [WALLET] }],
  ['a wallet that is a number', { agentWallet: 5 }, ['wallets'], { wallets: [] }],
  ['tags as a text', { tags: 'maps, routes' }, [], { tags: ['maps', 'routes'] }],
  ['tags as numbers', { tags: [1, 2] }, ['tags'], { tags: [] }],
  [
    'what is empty',
    { name: 'A', services: [], tags: {}, image: '', description: null },
    [],
    { services: [], image: null },
  ],
]

/** Returns the observations of a file that is served as this text. */
async function observed(body: string) {
  const event = registered('1', 'https://agents.sample.example/1.json')
  const given = { known: { erc8004_identity: [event] } }
  const { observations } = await fetchAll(
    source,
    fakeHttp(() => undefined),
    given,
    fakeGuarded(() => ({ body })),
  )
  return observations[0]
}

it.each(SHAPES)(
  'of a file with %s the row is kept, and the dropped fields are reported',
  async (_, file, dropped, holds) => {
    const seen = await observed(JSON.stringify(file))
    expect(checkRow(source, seen?.row)).toBe('kept')
    expect(seen?.row).toMatchObject({ outcome: 'ok', ...holds })
    expect(seen?.dropped?.map(({ field }) => field)).toEqual(dropped)
  },
)

it.each([
  '9007199254740993',
  '115792089237316195423570985008687907853269984665640564039457584007913129639935',
])('an id of %s, too large for a number, is kept to the digit', async (id) => {
  const seen = await observed(`{"registrations":[{"agentId":${id},"agentRegistry":"${REGISTRY}"}]}`)
  expect(seen?.row.registrations).toEqual([{ agent_id: id, registry: REGISTRY }])
})
