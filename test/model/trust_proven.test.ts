import { expect, test } from 'vitest'
import { bound, type GivenAgent, given, together, type World, worldWithAgents } from './given.ts'
import { rowsFrom } from './given_tables.ts'

const rowsFromWorld = (world: World, model: string, sql: string): Promise<object[]> =>
  rowsFrom(given(world), [model], sql)

test('how well an agent is proven, and the standing that follows, once for each', async () => {
  const agents: GivenAgent[] = [
    { handle: 'catalogue', category: 'developer', recordId: 'catalog:developer/a' },
    { handle: 'left-catalogue', id: 2 },
    { handle: 'registered', id: 3, tier: 'indexed' },
    { handle: 'other-host', id: 5 },
    { handle: 'verified', id: 6, isVerified: true, tier: 'indexed' },
    { handle: 'ranked', id: 7 },
    { handle: 'indexed', id: 8, tier: 'indexed' },
  ]
  const left = { record_id: 'catalog:developer/left', handle: 'left-catalogue' }
  const world = together(
    worldWithAgents(agents),
    bound('catalogue', 'catalog:family/a'),
    bound('registered', 'erc8004_identity:eip155:8453/4'),
    {
      int_records__handles: [left],
      int_records: [{ ...left, source: 'catalog', departed_on: '2026-03-01' }],
      int_agents__hosts: [
        { handle: 'registered', host: 'a.example', how: 'proven' },
        { handle: 'other-host', host: 'b.example', how: 'proven' },
      ],
      stg_endpoint_probes__proofs: [
        { host: 'a.example', agent_key: 'eip155:8453/3' },
        { host: 'a.example', agent_key: 'eip155:8453/4' },
        { host: 'a.example', agent_key: 'eip155:8453/5' },
      ],
    },
  )
  const columns = "handle, identity || ' ' || standing || if(is_erc8004_verified, ' by a host', '') as proven"
  const rows = await rowsFromWorld(
    world,
    'int_trust__identity_proofs',
    `select ${columns} from int_trust__identity_proofs order by handle`,
  )
  expect(rows).toEqual([
    { handle: 'catalogue', proven: 'account_proven 3' },
    { handle: 'indexed', proven: 'unproven 0' },
    { handle: 'left-catalogue', proven: 'unproven 1' },
    { handle: 'other-host', proven: 'unproven 1' },
    { handle: 'ranked', proven: 'unproven 1' },
    { handle: 'registered', proven: 'erc8004_proven 2 by a host' },
    { handle: 'verified', proven: 'account_proven 2' },
  ])
})

test('ties are accounts, organisations, domains that a registration alone does not claim, and wallets that registered or signed', async () => {
  const record = 'erc8004_identity:eip155:8453/1'
  const key = (source: string, name: string, record_id = record) => ({ record_id, source, key: name })
  const world = together(
    worldWithAgents([
      { handle: 'a', id: 1 },
      { handle: 'b', id: 2 },
    ]),
    bound('a', 'mcp_registry:a/b'),
    {
      stg_erc8004_identity__registrations: ['1', '2'].map((id) => ({
        ...{ agent_key: `eip155:8453/${id}`, owner: 'o' },
      })),
      stg_erc8004_identity__events: [{ agent_key: 'eip155:8453/1', kind: 'registered', account: 'o' }],
      stg_erc8004_identity__wallets: [
        { agent_key: 'eip155:8453/2', wallet: 's', is_signed: true },
        { agent_key: 'eip155:8453/2', wallet: 'u', is_signed: false },
      ],
      int_records__keys: [
        key('erc8004_identity', 'account:github.com/claimed'),
        key('catalog', 'organization:a'),
        key('erc8004_identity', 'wallet:o'),
        key('erc8004_identity', 'wallet:o', 'erc8004_identity:eip155:8453/2'),
        key('erc8004_identity', 'wallet:s', 'erc8004_identity:eip155:8453/2'),
        key('erc8004_identity', 'wallet:u', 'erc8004_identity:eip155:8453/2'),
        key('erc8004_identity', 'wallet:s'),
        key('erc8004_identity', 'domain:claimed.example'),
      ],
      int_accounts__proofs: ['mcp_registry:a/b', record].map((record_id) => ({ record_id, account: 'a' })),
      int_hosts__proofs: [{ record_id: record, host: 'card.example' }],
    },
  )
  const rows = await rowsFromWorld(
    world,
    'int_trust__proven_ties',
    `select handle || ' ' || key as tie from int_trust__proven_ties order by tie`,
  )
  expect(rows.map((row) => Object.values(row)[0])).toEqual([
    'a account:github.com/a',
    'a domain:card.example',
    'a organization:a',
    'a wallet:o',
    'b wallet:s',
  ])
})

test('a name counts once for an agent and source, up to 300 characters', async () => {
  const name = 'n'.repeat(301)
  const world = together(worldWithAgents([{ handle: 'a', id: 1, name }]), {
    int_records__handles: [{ record_id: 'erc8004_identity:second', handle: 'a' }],
    int_records: [{ record_id: 'erc8004_identity:second', source: 'erc8004_identity', name }],
  })
  const rows = await rowsFromWorld(
    world,
    'int_trust__folded_names',
    'select length(name) as length from int_trust__folded_names',
  )
  expect(rows).toEqual([{ length: 300 }])
})

test('forms of letters and digits are those that Unicode says, and look-alikes are one letter each', async () => {
  const rows = (await rowsFromWorld(
    {},
    'int_trust__character_folds',
    'select seen, plain, kind from int_trust__character_folds order by seen',
  )) as { seen: string; plain: string; kind: string }[]
  const forms = rows.filter(({ kind }) => kind === 'form')
  expect(forms).toHaveLength(94 + 13 * 52 + 5 * 10 + 2 * 26)
  // A letter that Unicode encoded elsewhere leaves an unassigned code point in its block, which nobody can write.
  for (const { seen, plain } of forms.filter((form) => !/\p{Cn}/u.test(form.seen)))
    expect([seen, plain]).toEqual([seen, seen.normalize('NFKC')])
  const looks = new Map(rows.filter(({ kind }) => kind === 'look_alike').map((row) => [row.seen, row.plain]))
  expect(['ԛ', 'г', 'ց'].map((letter) => looks.get(letter))).toEqual(['q', 'r', 'c'])
})
