import { expect, test } from 'vitest'
import { bound, daysAgo, given, runCheck, starred, together, type World, worldWithAgents } from './given.ts'
import { rowsFrom } from './given_tables.ts'
import { buildFrom } from './sql_harness.ts'

const OBSERVED = Array.from({ length: 26 }, (_, n) => daysAgo(n + 1))

/** A service without a rail that is alive, ranked, 60 days old by a registry, and proven by its host. */
const proven = (handle: string, id: number): World =>
  together(worldWithAgents([{ handle, id }]), {
    past_liveness: OBSERVED.map((day) => ({ day, handle, is_alive: true })),
    scores: [{ handle, category: 'service', observed_weight: 70, source_count: 2 }],
    signals: [{ handle, key: 'erc8004_registered_at', value_at: `${daysAgo(60)} 12:00:00` }],
    int_agents__hosts: [{ handle, host: `${handle}.example`, how: 'proven' }],
    stg_endpoint_probes__proofs: [{ host: `${handle}.example`, agent_key: `eip155:8453/${id}` }],
  })

/** The entry of an organisation of the catalogue: the account `known` on GitHub. */
const entry: World = {
  ...bound('known', 'catalog:developer/known'),
  int_accounts__proofs: [{ record_id: 'catalog:developer/known', account: 'known' }],
  int_hosts__proofs: [{ record_id: 'catalog:developer/known', host: 'known.example', how: 'catalogue' }],
}

const signedIn = (handle: string, account: string): World => ({
  ...bound(handle, `mcp_registry:io.github.${account}/tool`),
  int_accounts__proofs: [{ record_id: `mcp_registry:io.github.${account}/tool`, account }],
})

/** The rows for a repository named by the server of the account `known`, its own or not. */
const coded = (isOwn: boolean): World => ({
  stg_mcp_registry__servers: [{ name: 'io.github.known/tool', repository: 'some/code' }],
  int_mcp_server__repositories: isOwn ? [{ name: 'io.github.known/tool' }] : [],
})

/** A record that its source no longer lists. */
const gone = (handle: string, recordId: string): World => ({
  int_records__handles: [{ record_id: recordId, handle }],
  int_records: [{ record_id: recordId, source: recordId.split(':')[0], departed_on: daysAgo(9) }],
})

const onDomain = (handle: string, source: string, host: string): World => ({
  ...bound(handle, `${source}:${host}`),
  int_hosts__proofs: [{ record_id: `${source}:${host}`, host, how: 'card' }],
})

const CASES: [string, World, string | null][] = [
  ['nobody, and nothing but a registration', {}, null],
  ['an account of the catalogue', together(entry, signedIn('alder', 'known')), 'catalogue'],
  ['an account that nobody knows', together(entry, signedIn('alder', 'alder')), null],
  [
    'an account of the catalogue, for a server with code of its own',
    together(entry, signedIn('alder', 'known'), coded(true)),
    'catalogue',
  ],
  [
    'an account of the catalogue, for a server with code of somebody else',
    together(entry, signedIn('alder', 'known'), coded(false)),
    null,
  ],
  [
    'an account of the catalogue, whose entry is gone',
    together({ ...entry, ...gone('known', 'catalog:developer/known') }, signedIn('alder', 'known')),
    null,
  ],
  [
    'an account of the catalogue, whose server is gone',
    together(entry, {
      ...signedIn('alder', 'known'),
      ...gone('alder', 'mcp_registry:io.github.known/tool'),
    }),
    null,
  ],
  [
    'a bought domain that has the label of such an account',
    together(entry, onDomain('alder', 'mcp_registry', 'known.shop')),
    null,
  ],
  [
    'the domain of such an organisation',
    together(entry, onDomain('alder', 'a2a_cards', 'api.known.example')),
    'catalogue',
  ],
  ['a page below that domain', together(entry, onDomain('alder', 'a2a_cards', 'page.known.example')), null],
  [
    'a listing of that domain by a stranger',
    together(entry, bound('alder', 'x402_bazaar:known.example')),
    null,
  ],
  ['2,000 stars', starred('alder', 2_000), 'stars'],
  ['1,999 stars', starred('alder', 1_999), null],
  [
    '2,000 stars of each of two repositories',
    together(starred('alder', 2_000), starred('alder', 2_000)),
    'stars',
  ],
  [
    'stars of a server that is gone',
    { ...starred('alder', 5_000), ...gone('alder', 'mcp_registry:io.github.alder/tool') },
    null,
  ],
  [
    'as many forks',
    {
      ...starred('alder', 1),
      int_mcp_server__signal_inputs: [
        { handle: 'alder', key: 'github_forks_lasting', item: 'alder/tool', value: 5_000 },
      ],
    },
    null,
  ],
  ['stars of a repository of another account', starred('alder', 5_000, 'famous'), null],
]

test.each(CASES)('who vouches: %s', async (_, world, by) => {
  const built = await buildFrom(given(together(proven('alder', 1), world)), ['trust', 'int_trust__vouching'])
  const rows = await built.rows(
    `select verdict, class, recommendation, reasons[1].code as reason,
       (select string_agg(vouched_by, ' ') from int_trust__vouching where handle = 'alder') as by
     from trust where handle = 'alder'`,
  )
  expect(rows).toEqual([
    by === null
      ? {
          verdict: 'caution',
          class: 'provisional',
          recommendation: 'no_known_rail',
          reason: 'unvouched',
          by,
        }
      : { verdict: 'proceed', class: 'verified', recommendation: 'no_known_rail', reason: 'verified', by },
  ])
  expect(await runCheck(built, 'trust_follows_rules')).toEqual([])
  built.close()
})

/** A vouched agent that fails one condition. */
const FAILED_CONDITIONS: [string, World, string][] = [
  ['an age that is observed', { signals: [], past_liveness: [] }, 'age_new'],
  ['a proof of control', { int_agents__hosts: [], stg_endpoint_probes__proofs: [] }, 'control_unproven'],
]

test.each(FAILED_CONDITIONS)(
  'vouched for without %s is neither to proceed nor verified',
  async (_, lacks, reason) => {
    const world = together({ ...proven('alder', 1), ...lacks }, starred('alder', 2_000))
    const built = await buildFrom(given(world), ['trust'])
    const rows = await built.rows(
      "select verdict, class, list_transform(reasons, lambda one: one.code) as reasons, daily from trust where handle = 'alder'",
    )
    expect(rows).toEqual([
      {
        verdict: 'caution',
        class: expect.not.stringMatching('^verified'),
        reasons: expect.arrayContaining([reason]),
        daily: null,
      },
    ])
    expect(await runCheck(built, 'trust_follows_rules')).toEqual([])
    built.close()
  },
)

test.each([
  ['not ranked', { tier: 'indexed' }],
  ['not alive', { liveness: 'not_alive', daysSinceActive: 40 }],
  ['unknown', { liveness: 'unknown', daysSinceActive: null }],
] as const)('too little is known of an agent that is %s, be it vouched for', async (_, is) => {
  const world = together(worldWithAgents([{ handle: 'alder', id: 1, ...is }]), starred('alder', 5_000))
  const built = await buildFrom(given(world), ['trust'])
  expect(
    await built.rows('select verdict, recommendation, price_multiplier::double as price from trust'),
  ).toEqual([{ verdict: 'caution', recommendation: 'no_known_rail', price: 0.6 }])
  expect(await runCheck(built, 'trust_follows_rules')).toEqual([])
  built.close()
})

test('no market vouches for a token', async () => {
  const world = together(entry, worldWithAgents([{ handle: 'token', id: 3, category: 'tokenized' }]))
  const sql = 'select handle, vouched_by from int_trust__vouching order by all'
  expect(await rowsFrom(given(world), ['int_trust__vouching'], sql)).toEqual([
    { handle: 'known', vouched_by: 'catalogue' },
  ])
})
