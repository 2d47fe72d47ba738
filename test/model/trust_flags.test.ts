import { expect, test } from 'vitest'
import { flagsOf } from './flags_of.ts'
import { DAY, daysAgo, together, type World, worldOf } from './given.ts'

const CHAIN = 'eip155:8453'
const WALLET = `0x${'ab'.repeat(20)}`

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
  together(worldOf(endpoints.map((_, id) => ({ handle: `a-${id}`, id }))), {
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
  const found = await flagsOf(naming(['https://One.example/', 'https://two.example/x']), {
    stg_endpoint_probes__probes,
  })
  expect(found['a-0']?.endpoint_expired).toBe(severity)
})

test.each<[string, number, string | null, string | undefined]>([
  ['silent for three days', 3, DAY, 'major'],
  ['silent for two days', 2, DAY, undefined],
  ['never read', 9, null, undefined],
])('a card that is the only endpoint: %s', async (_, dead_days, last_ok_at, severity) => {
  const found = await flagsOf(worldOf([{ handle: 'a', recordId: 'a2a_cards:one.example' }]), {
    stg_a2a_cards__cards: [{ host: 'one.example', outcome: 'timeout', last_ok_at, dead_days }],
  })
  expect(found.a?.endpoint_expired).toBe(severity)
})

test('an endpoint that is gone weighs less while the card of the agent answers', async () => {
  const world = together(naming(['https://one.example/']), {
    int_records__bound: [{ record_id: 'a2a_cards:one.example', handle: 'a-0' }],
    stg_a2a_cards__cards: [{ host: 'one.example', outcome: 'ok', last_ok_at: DAY, dead_days: 0 }],
    stg_endpoint_probes__probes: [probe('https://one.example/', 'timeout', daysAgo(5), 3)],
  })
  expect((await flagsOf(world))['a-0']?.endpoint_expired).toBe('minor')
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
  const found = await flagsOf(naming(...REFUSED.map(([url]) => [url])), {
    stg_endpoint_probes__probes: REFUSED.map(([url]) => probe(url, 'refused_unsafe', null, 1)),
  })
  for (const [id, [url, isUnsafe]] of REFUSED.entries())
    expect([url, found[`a-${id}`]]).toEqual([url, isUnsafe ? { unsafe_endpoint: 'major' } : undefined])
})

test('an address that only the Bazaar lists never weighs more than minor', async () => {
  const listed = (url: string) => ({ feed: 'cdp', resource: url, host: new URL(url).host, gone_since: null })
  const found = await flagsOf(
    worldOf(['a', 'b'].map((handle) => ({ handle, recordId: `x402_bazaar:${handle}.example` }))),
    {
      stg_x402_bazaar__listings: [listed('https://a.example/out'), listed('https://b.example/news')],
      stg_endpoint_probes__probes: [
        probe('https://a.example/out', 'refused_unsafe', null, 1),
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
  const world = worldOf([
    { handle: 'a', id: 1 },
    { handle: 'b', id: 2 },
  ])
  expect(await flagsOf(world, { stg_erc8004_files__files: files })).toEqual({
    a: { unsafe_endpoint: 'major' },
  })
})

/** Registrations of one text, each by who registered it; the first is the oldest. `changed` took the text over on DAY. */
function copies(
  makers: string[],
  { owner, changed = [] }: { owner?: string; changed?: number[] } = {},
): World {
  const agents = makers.map((maker, id) => ({ agent_key: `${CHAIN}/${id}`, maker }))
  return together(worldOf(makers.map((_, id) => ({ handle: `copy-${id}`, id }))), {
    stg_erc8004_identity__registrations: agents.map(({ agent_key, maker }, id) => ({
      agent_key,
      owner: owner ?? maker,
      registered_at: `2026-01-01 00:00:${String(id).padStart(2, '0')}`,
    })),
    stg_erc8004_identity__events: agents.map(({ agent_key, maker: account }) => ({
      agent_key,
      kind: 'registered',
      account,
    })),
    stg_erc8004_files__texts: agents.map(({ agent_key }, id) => ({
      agent_key,
      text: 'same',
      first_read_on: changed.includes(id) ? DAY : '2026-01-01',
      last_read_on: DAY,
      is_first: !changed.includes(id),
    })),
  })
}

const copiers = (count: number, severity: string): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`copy-${n + 1}`, { copied_registration: severity }]),
  )

test('registrations copied in bulk are flagged, but not the agent that was copied', async () => {
  expect(await flagsOf(copies(['a', 'b', 'b', 'b', 'b']))).toEqual({})
  expect(await flagsOf(copies(['a', 'b', 'b', 'b', 'b', 'b']))).toEqual(copiers(5, 'minor'))
  expect(await flagsOf(copies(['a', 'b', 'b', 'b', 'b', 'b', 'b']))).toEqual(copiers(6, 'major'))
  const bulk = await flagsOf(copies(Array(6).fill('b')))
  expect(Object.values(bulk)).toEqual(Array(6).fill({ copied_registration: 'major' }))
})

test('copies that a stranger gives away, or takes over with an older agent, cast no shadow on who had the text', async () => {
  expect(await flagsOf(copies(['a', ...Array(50).fill('b')], { owner: 'a' }))).toEqual(copiers(50, 'minor'))
  const found = await flagsOf(copies(['b', 'a', 'b', 'b', 'b', 'b', 'b'], { changed: [0] }))
  expect(found).toEqual({
    ...copiers(6, 'major'),
    'copy-0': { copied_registration: 'major' },
    'copy-1': undefined,
  })
})

/** Payments to the agent by days ago, and to somebody else on every day of the last 30. */
const paid = (counts: Record<number, number>, marketDays = 30): World => ({
  int_operators__matched: [{ chain: CHAIN, operator: WALLET, handle: 'a', is_credited: true }],
  stg_x402_payments__payments: [
    ...Object.entries(counts).flatMap(([age, count]) =>
      Array.from({ length: count }, () => ({
        chain: CHAIN,
        operator: WALLET,
        payer: 'p',
        paid_on: daysAgo(+age),
      })),
    ),
    ...Array.from({ length: marketDays }, (_, age) => ({
      chain: CHAIN,
      operator: 'x',
      payer: 'p',
      paid_on: daysAgo(age),
    })),
  ],
})

const streak = (from: number, count: number): Record<number, number> =>
  Object.fromEntries(Array.from({ length: 7 }, (_, n) => [from + n, count]))

test.each<[string, World, boolean]>([
  ['five silent days after a busy week', paid(streak(5, 2)), true],
  ['four silent days', paid(streak(4, 2)), false],
  ['too few payments before', paid(streak(5, 1)), false],
  ['a gap in the week before', paid({ ...streak(5, 3), 7: 0 }), false],
  ['days on which nobody was seen to be paid', paid(streak(5, 2), 4), false],
])('sudden death by payments: %s', async (_, world, isFlagged) => {
  const found = await flagsOf(worldOf([{ handle: 'a' }]), world)
  expect(found).toEqual(isFlagged ? { a: { sudden_death: 'minor' } } : {})
})

test.each<[string, number, number, number, boolean]>([
  ['after 14 observed days over more than 30', 14, 0, 3, true],
  ['after 13', 13, 0, 3, false],
  ['after 14 days over 30 or fewer, as one act leaves them', 14, 0, 2, false],
  ['after days that were mixed', 14, 1, 3, false],
])('sudden death by liveness: %s', async (_, alive, before, step, isFlagged) => {
  const past_liveness = Array.from({ length: alive + before }, (_, n) => ({
    day: daysAgo(n * step + 2),
    handle: 'a',
    is_alive: n < alive,
  }))
  const found = await flagsOf(worldOf([{ handle: 'a', liveness: 'not_alive', daysSinceActive: 31 }]), {
    past_liveness,
  })
  expect(found).toEqual(isFlagged ? { a: { sudden_death: 'minor' } } : {})
})
