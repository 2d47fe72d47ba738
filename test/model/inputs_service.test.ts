import { expect, test } from 'vitest'
import { toGivenTables } from './given_tables.ts'
import { noon, PROVENANCE, provenance, readInputs } from './inputs_given.ts'

const COLUMNS = {
  int_records__handles: 'record_id handle',
  stg_erc8004_identity__events: `agent_key kind account happened_at:timestamp ${PROVENANCE}`,
  stg_erc8004_identity__registrations: 'agent_key owner',
  stg_erc8004_identity__wallets: 'agent_key wallet is_signed:boolean',
  stg_erc8004_reputation__feedback: `agent_key client feedback_index:bigint given_at:timestamp ${PROVENANCE}`,
  stg_erc8004_files__files: `agent_key name description services:json supported_trust:json read_on:date ${PROVENANCE}`,
  stg_x402_bazaar__listings: `feed resource type method host gone_since:date ${PROVENANCE}`,
  int_agents__payers: `handle payer is_counted:boolean is_independent:boolean is_returning:boolean last_paid_at:timestamp ${PROVENANCE}
    first_paid_at:timestamp first_observed_at first_source_url first_response_sha256`,
  int_x402_customers__weights: `handle payer customers:double ${PROVENANCE}`,
  int_x402_customers__zeros: `handle operator ${PROVENANCE}`,
  int_agents__hosts: 'handle host how',
  stg_endpoint_probes__cards: `host skills:json last_ok_at:timestamp last_alive_at:timestamp alive_observed_at alive_source_url
    alive_response_sha256 ${PROVENANCE}`,
  stg_endpoint_probes__probes: `url host kind last_ok_at:timestamp ${PROVENANCE}`,
  int_service__repositories: 'handle repository agents:bigint',
  int_repositories__aliases: `repository full_name is_newest:boolean stars:bigint forks:bigint pushed_at:timestamp ${PROVENANCE}`,
}

const BOUND = [
  ...['k1', 'k2', 'k3'].map((key) => ({ record_id: `erc8004_identity:${key}`, handle: 'alder' })),
  { record_id: 'x402_bazaar:alder.example', handle: 'alder' },
]

const inputs = (rows: Partial<Record<keyof typeof COLUMNS, object[]>>): Promise<string[]> =>
  readInputs(toGivenTables(COLUMNS, { int_records__handles: BOUND, ...rows }), 'int_service__signal_inputs')

test('a registration is its first date, and each new address of the file an update; a transfer is neither', async () => {
  const kinds = ['registered', 'uri_updated', 'transferred']
  expect(
    await inputs({
      stg_erc8004_identity__events: kinds.map((kind, n) => ({
        ...{ agent_key: 'k1', kind, happened_at: noon(10 + n) },
        ...provenance(n + 1),
      })),
    }),
  ).toEqual([
    'alder erc8004_registered_at k1 = 2026-03-10, from 1',
    'alder erc8004_updated_at k1 = 2026-03-10, from 1',
    'alder erc8004_updated_at k1 = 2026-03-11, from 2',
  ])
})

test('a client counts once, with its latest feedback, and of two at one moment the one with the higher number', async () => {
  const given = [
    { feedback_index: 1, given_at: noon(5), ...provenance(1) },
    { feedback_index: 3, given_at: noon(8), ...provenance(2) },
    { feedback_index: 2, given_at: noon(8), ...provenance(3) },
  ]
  expect(
    await inputs({
      stg_erc8004_identity__registrations: [{ agent_key: 'k1', owner: 'o' }],
      stg_erc8004_reputation__feedback: given.map((item) => ({ agent_key: 'k1', client: 'c', ...item })),
    }),
  ).toEqual(['alder erc8004_feedback_clients c = 1, from 2'])
})

test('a registration file counts a name, a description of 40 characters, services and kinds of trust', async () => {
  const described = (agent_key: string, file: object, n: number) => ({
    ...{ agent_key, services: [], supported_trust: [], read_on: '2026-03-20' },
    ...file,
    ...provenance(n),
  })
  const whole = {
    name: 'Alder',
    description: 'x'.repeat(40),
    services: [{}],
    supported_trust: ['reputation'],
  }
  expect(
    await inputs({
      stg_erc8004_files__files: [
        described('k1', whole, 1),
        described('k2', { name: ' ', description: null }, 2),
        described('k3', { ...whole, read_on: null }, 3),
      ],
    }),
  ).toEqual(['alder registration_fields k1 = 4, from 1', 'alder registration_fields k2 = 0, from 2'])
  const short = described('k1', { ...whole, description: 'x'.repeat(39) }, 1)
  expect(await inputs({ stg_erc8004_files__files: [short] })).toEqual([
    'alder registration_fields k1 = 3, from 1',
  ])
})

test('a resource that several feeds list, or one for several methods, counts once, and one that is gone not at all', async () => {
  const listing = (feed: string, resource: string, n: number, gone_since: string | null = null) => ({
    ...{ feed, resource, host: 'alder.example', gone_since },
    ...provenance(n),
  })
  expect(
    await inputs({
      stg_x402_bazaar__listings: [
        listing('payai', 'r1', 1),
        { ...listing('cdp', 'r1', 5), method: 'POST' },
        { ...listing('cdp', 'r1', 2), method: 'GET' },
        { ...listing('cdp', 'r1', 4), method: null },
        listing('cdp', 'r2', 3, '2026-03-01'),
      ],
    }),
  ).toEqual(['alder x402_resources r1 = 1, from 2'])
})

test('an independent payer counts, one that comes back counts for that too, and others not at all', async () => {
  const payer = (name: string, is_independent: boolean, is_returning: boolean, n: number) => ({
    ...{
      handle: 'alder',
      payer: name,
      is_counted: true,
      is_independent,
      is_returning,
      last_paid_at: noon(20 + n),
      ...provenance(n),
    },
    ...{ first_paid_at: noon(n), first_observed_at: provenance(n + 10).observed_at },
    ...{
      first_source_url: provenance(n + 10).source_url,
      first_response_sha256: provenance(n + 10).response_sha256,
    },
  })
  expect(
    await inputs({
      int_agents__payers: [
        payer('p1', true, true, 1),
        payer('p2', true, false, 2),
        payer('p3', false, true, 3),
      ],
    }),
  ).toEqual([
    'alder x402_first_paid_at p1 = 2026-03-01, from 11',
    'alder x402_first_paid_at p2 = 2026-03-02, from 12',
    'alder x402_independent_payers p1 = 1, from 1',
    'alder x402_independent_payers p2 = 1, from 2',
    'alder x402_paid_at p1 = 2026-03-21, from 1',
    'alder x402_paid_at p2 = 2026-03-22, from 2',
    'alder x402_returning_payers p1 = 1, from 1',
  ])
})

test('customers count as much as they weigh, and an address that nobody paid says that there are none', async () => {
  const birch = { handle: 'birch', operator: '0xb', ...provenance(3) }
  expect(
    await inputs({
      int_x402_customers__weights: [
        { handle: 'alder', payer: 'p1', customers: 1, ...provenance(1) },
        { handle: 'alder', payer: 'p2', customers: 0.05, ...provenance(2) },
      ],
      int_x402_customers__zeros: [birch],
    }),
  ).toEqual([
    'alder x402_customers p1 = 1, from 1',
    'alder x402_customers p2 = 0.05, from 2',
    'birch x402_customers 0xb = 0, from 3',
  ])
})

test('cards and endpoints count on a host that is proven or the listed one, once they have answered, a page not as an answer in a protocol', async () => {
  const hosts = ['listed', 'declared', 'proven'].map((how, n) => ({ handle: 'alder', host: `h${n}`, how }))
  const asked = hosts.map(({ host }, n) => ({
    ...{ host, url: `https://${host}/`, skills: [{}, {}], last_ok_at: n === 2 ? null : noon(10 + n) },
    ...provenance(n + 1),
  }))
  const cards = asked.map((card) => ({
    ...{ ...card, last_alive_at: card.last_ok_at, alive_observed_at: card.observed_at },
    ...{ alive_source_url: card.source_url, alive_response_sha256: card.response_sha256 },
  }))
  const protocol = { ...asked[0], url: 'https://h0/mcp', kind: 'mcp' }
  expect(
    await inputs({
      int_agents__hosts: hosts,
      stg_endpoint_probes__cards: cards,
      stg_endpoint_probes__probes: [...asked.map((item) => ({ ...item, kind: 'web' })), protocol],
    }),
  ).toEqual([
    'alder a2a_skills h0 = 2, from 1',
    'alder card_answered_at h0 = 2026-03-10, from 1',
    'alder endpoint_answered_at https://h0/ = 2026-03-10, from 1',
    'alder endpoint_answered_at https://h0/mcp = 2026-03-10, from 1',
    'alder protocol_answered_at https://h0/mcp = 2026-03-10, from 1',
  ])
})

test('stars and forks of a repository are shared, to two digits; its latest push is not', async () => {
  const repository = { repository: 'alder/tool', full_name: 'Alder/tool', stars: 10, forks: 20 }
  expect(
    await inputs({
      int_service__repositories: [{ handle: 'alder', repository: 'alder/tool', agents: 3 }],
      int_repositories__aliases: [
        { ...repository, is_newest: true, pushed_at: noon(9), ...provenance(1) },
        { ...repository, is_newest: false, stars: 7, ...provenance(2) },
      ],
    }),
  ).toEqual([
    'alder github_forks Alder/tool = 6.67, from 1',
    'alder github_pushed_at Alder/tool = 2026-03-09, from 1',
    'alder github_stars Alder/tool = 3.33, from 1',
  ])
})
