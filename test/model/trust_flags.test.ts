import { expect, test } from 'vitest'
import { raisedFlags, raisedReasons } from './flags_of.ts'
import { DAY, daysAgo, together, type World, worldWithAgents } from './given.ts'

const CHAIN = 'eip155:8453'

const probe = (url: string, outcome: string, last_ok_at: string | null, dead_days: number) => ({
  url,
  host: null,
  kind: 'web',
  outcome,
  last_ok_at,
  dead_days,
})

/** Agents named `a-0`, `a-1` … that each name these endpoints. */
const naming = (...endpoints: string[][]): World =>
  together(worldWithAgents(endpoints.map((_, id) => ({ handle: `a-${id}`, id }))), {
    stg_erc8004_files__files: endpoints.map((some, id) => ({
      agent_key: `${CHAIN}/${id}`,
      chain: CHAIN,
      outcome: 'ok',
      services: some.map((endpoint) => ({ name: 'web', endpoint, version: null })),
    })),
  })

test.each<[string, object[], string | undefined]>([
  ['all are gone', [probe('https://one.example', 'timeout', daysAgo(5), 3)], 'major'],
  ['gone for two days', [probe('https://one.example/', 'timeout', daysAgo(5), 2)], undefined],
  ['never answered', [probe('https://one.example/', 'dns_dead', null, 9)], undefined],
  [
    'one of two is gone',
    [probe('https://one.example/', 'timeout', daysAgo(5), 3), probe('https://two.example/x', 'ok', DAY, 0)],
    'minor',
  ],
])('expired endpoint: %s', async (_, stg_endpoint_probes__probes, severity) => {
  const found = await raisedFlags(naming(['https://One.example/', 'https://two.example/x']), {
    stg_endpoint_probes__probes,
  })
  expect(found['a-0']).toEqual(severity && { endpoint_expired: severity })
})

test.each<[string, number, string | null, string | undefined]>([
  ['silent for three days', 3, DAY, 'major'],
  ['silent for two days', 2, DAY, undefined],
  ['never read', 9, null, undefined],
])('a card that is the only endpoint: %s', async (_, dead_days, last_ok_at, severity) => {
  const found = await raisedFlags(worldWithAgents([{ handle: 'a', recordId: 'a2a_cards:one.example' }]), {
    stg_endpoint_probes__cards: [{ host: 'one.example', outcome: 'timeout', last_ok_at, dead_days }],
  })
  expect(found.a).toEqual(severity && { endpoint_expired: severity })
})

test('an endpoint that is gone weighs less while the card of the agent answers', async () => {
  const world = together(naming(['https://one.example/']), {
    int_records__handles: [{ record_id: 'a2a_cards:one.example', handle: 'a-0' }],
    stg_endpoint_probes__cards: [{ host: 'one.example', outcome: 'ok', last_ok_at: DAY, dead_days: 0 }],
    stg_endpoint_probes__probes: [probe('https://one.example/', 'timeout', daysAgo(5), 3)],
  })
  expect((await raisedFlags(world))['a-0']?.endpoint_expired).toBe('minor')
})

const REFUSED: [string, boolean][] = [
  ['http://169.254.169.254/latest', true],
  ['http://localhost:3000', true],
  ['https://10.0.0.1/card.json', true],
  ['https://printer.local/', true],
  ['https://public.example/moves-to-private', true],
  ['http://public.example/card.json', false],
  ['https://public.example:8443/', false],
]

test('an endpoint that the guard refuses is unsafe, unless only its scheme or port is why', async () => {
  const found = await raisedFlags(naming(...REFUSED.map(([url]) => [url])), {
    stg_endpoint_probes__probes: REFUSED.map(([url]) => probe(url, 'unsafe', null, 1)),
  })
  for (const [id, [url, isUnsafe]] of REFUSED.entries())
    expect([url, found[`a-${id}`]]).toEqual([url, isUnsafe ? { unsafe_endpoint: 'major' } : undefined])
})

test('an address that only the Bazaar lists never weighs more than minor', async () => {
  const listed = (url: string) => ({ feed: 'cdp', resource: url, host: new URL(url).host, gone_since: null })
  const found = await raisedFlags(
    worldWithAgents(['a', 'b'].map((handle) => ({ handle, recordId: `x402_bazaar:${handle}.example` }))),
    {
      stg_x402_bazaar__listings: [listed('https://a.example/out'), listed('https://b.example/news')],
      stg_endpoint_probes__probes: [
        probe('https://a.example/out', 'unsafe', null, 1),
        probe('https://b.example/news', 'not_found', daysAgo(9), 9),
      ],
    },
  )
  expect(found).toEqual({ a: { unsafe_endpoint: 'minor' }, b: { endpoint_expired: 'minor' } })
})

test('an agent is unsafe when its registration file lies where the guard does not go', async () => {
  const files = [
    {
      agent_key: `${CHAIN}/1`,
      chain: CHAIN,
      outcome: 'refused_unsafe',
      uri: 'file:///etc/passwd',
      services: [],
    },
    {
      agent_key: `${CHAIN}/2`,
      chain: CHAIN,
      outcome: 'refused_unsafe',
      uri: 'http://b.example/a.json',
      services: [],
    },
  ]
  const world = worldWithAgents([
    { handle: 'a', id: 1 },
    { handle: 'b', id: 2 },
  ])
  expect(await raisedFlags(world, { stg_erc8004_files__files: files })).toEqual({
    a: { unsafe_endpoint: 'major' },
  })
})

const listedToo = (...resources: string[]): World => ({
  int_records__handles: [{ record_id: 'x402_bazaar:one.example', handle: 'a-0' }],
  stg_x402_bazaar__listings: resources.map((resource) => ({ feed: 'cdp', resource, host: 'one.example' })),
})

test('an endpoint that an agent names is its own, though the Bazaar lists it too', async () => {
  const world = together(naming(['https://one.example/']), listedToo('https://one.example'))
  const found = await raisedFlags(world, {
    stg_endpoint_probes__probes: [probe('https://one.example/', 'timeout', daysAgo(5), 3)],
  })
  expect(found['a-0']).toEqual({ endpoint_expired: 'major' })
})

test('the reasons count the addresses, and the days since which all of them are silent', async () => {
  const urls = ['https://one.example/', 'https://two.example/', 'https://three.example/']
  const refused = ['https://localhost/', 'https://one.example/inside']
  const found = await raisedReasons(
    naming([...urls, refused[0] as string]),
    listedToo(refused[1] as string),
    {
      stg_endpoint_probes__probes: [
        ...urls.map((url, n) => probe(url, n === 2 ? 'ok' : 'timeout', daysAgo(5), [9, 3, 0][n] ?? 0)),
        ...refused.map((url) => probe(url, 'unsafe', null, 1)),
      ],
    },
  )
  expect(found).toEqual([
    'a-0: endpoint_expired, minor: Endpoints that used to answer and have not answered for at least 3 observed days: 2 of 3.',
    'a-0: unsafe_endpoint, major: Addresses that must not be fetched: 2.',
  ])
})

test('hidden instructions in tools are critical on its own server, and for information where only the Bazaar lists it', async () => {
  const list = (handle: string, is_own: boolean, hidden_texts: number) => ({ handle, is_own, hidden_texts })
  expect(
    await raisedReasons(worldWithAgents(['own', 'listed', 'clean'].map((handle) => ({ handle }))), {
      int_agents__tool_lists: [
        list('own', true, 2),
        list('own', false, 1),
        list('listed', false, 1),
        list('clean', true, 0),
      ],
    }),
  ).toEqual([
    'listed: hostile_tools, minor: Hidden text in tools gives instructions to a model: 1 on one server.',
    'own: hostile_tools, critical: Hidden text in tools gives instructions to a model: 3 on 2 servers.',
  ])
})

test('tools that changed without a new version are for information', async () => {
  const change = (handle: string, silent_on: string | null, silent_days = 1) => ({
    ...{ handle, silent_on, silent_days, changes_often: silent_days > 2 },
  })
  expect(
    await raisedReasons(worldWithAgents(['once', 'often', 'noted'].map((handle) => ({ handle }))), {
      int_agents__tool_changes: [
        change('once', daysAgo(29)),
        change('often', daysAgo(2), 4),
        change('often', DAY),
        change('noted', null),
      ],
    }),
  ).toEqual(
    [
      `often: tools_changed, minor: The tools of 2 servers changed without a new version, last on ${DAY}. They change often: on 4 of 7 days.`,
      `once: tools_changed, minor: The tools of one server changed without a new version, last on ${daysAgo(29)}.`,
    ].sort(),
  )
})
