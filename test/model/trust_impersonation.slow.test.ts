import { expect, test } from 'vitest'
import { raisedFlags, raisedReasons } from './flags_of.ts'
import { daysAgo, type GivenAgent, type World, worldWithAgents } from './given.ts'

const family = (handle: string, name: string): GivenAgent => ({
  ...{ handle, name, category: 'model_family', recordId: `catalog:family/${handle}` },
})

/** One more record of an agent under a name. */
const alsoNamed = (handle: string, name: string, recordId: string): World => ({
  int_records__handles: [{ record_id: recordId, handle }],
  int_records: [{ record_id: recordId, source: recordId.split(':')[0], name }],
})

const hosts = (...declared: [handle: string, host: string, how: string][]): World => ({
  int_agents__hosts: declared.map(([handle, host, how]) => ({ handle, host, how })),
})

const OLD = { firstSeenOn: daysAgo(90) }

test('names of five letters and digits count, shorter ones only of the catalogue', async () => {
  const found = await raisedFlags(
    worldWithAgents([
      family('oak', 'Oak'),
      { handle: 'five', id: 1, name: 'Sun-dl', isVerified: true, ...OLD },
      { handle: 'four', id: 2, name: 'Dial', isVerified: true, ...OLD },
      ...['oak', 'sundl', 'dial'].map((name, n) => ({ handle: `mimic-${name}`, id: 3 + n, name })),
    ]),
  )
  expect(found).toEqual({
    'mimic-oak': { impersonation: 'major' },
    'mimic-sundl': { impersonation: 'minor' },
  })
})

test('who is ranked has its name before a younger agent that is not, and before none of the same day', async () => {
  const named = (name: string, tier: 'evidence_ranked' | 'indexed', days: number, id: number) => ({
    ...{ handle: `${tier}-${id}`, id, name, tier, firstSeenOn: daysAgo(days) },
  })
  const found = await raisedFlags(
    worldWithAgents([
      named('Tide Table', 'evidence_ranked', 61, 1),
      named('Tide Table', 'indexed', 60, 2),
      named('Sun Dial', 'evidence_ranked', 60, 3),
      named('Sun Dial', 'indexed', 60, 4),
    ]),
  )
  expect(found).toEqual({ 'indexed-2': { impersonation: 'minor' } })
})

test('a name of the catalogue stays that when its holder has it elsewhere or spells it otherwise, and for whom the Bazaar names too', async () => {
  const found = await raisedFlags(
    worldWithAgents([family('family', 'Klode'), { handle: 'mimic', id: 1, name: 'K.l.o.d.e' }]),
    alsoNamed('family', 'K1ode', 'erc8004_identity:eip155:8453/2'),
    alsoNamed('family', 'Klode', 'a2a_cards:klode.example'),
    alsoNamed('mimic', 'K.l.o.d.e', 'x402_bazaar:mimic.example'),
  )
  expect(found).toEqual({ mimic: { impersonation: 'major' } })
})

test('a connector in the MCP registry may be named after its product, and not as if it were the product', async () => {
  const server = (handle: string, name: string): GivenAgent => ({
    ...{
      handle,
      name,
      category: 'mcp_server',
      recordId: `mcp_registry:io.github.${handle}/server`,
      isVerified: true,
    },
  })
  const found = await raisedFlags(
    worldWithAgents([
      family('family', 'Klode'),
      server('connector', 'klode'),
      server('pretender', 'KIode'),
      server('mixed', 'klode'),
    ]),
    alsoNamed('mixed', 'klode', 'erc8004_identity:eip155:8453/2'),
  )
  expect(found).toEqual({
    connector: { impersonation: 'minor' },
    pretender: { impersonation: 'major' },
    mixed: { impersonation: 'major' },
  })
})

test('a name in another script hides nothing from whoever has just that name', async () => {
  const found = await raisedReasons(
    worldWithAgents([family('family', 'Погода'), { handle: 'mimic', id: 1, name: 'погода' }]),
  )
  expect(found).toEqual([
    'mimic: impersonation, major: It uses the same name as another agent with a better proven identity. (family)',
  ])
})

test('the reasons say what is alike, and of how many', async () => {
  const found = await raisedReasons(
    worldWithAgents([
      family('one', 'Klode'),
      family('two', 'Gemini'),
      { handle: 'mimic', id: 1, name: 'klode' },
      { handle: 'owner', id: 2, ...OLD },
    ]),
    alsoNamed('mimic', 'gemini', 'erc8004_identity:eip155:8453/3'),
    alsoNamed('mimic', 'KIode', 'erc8004_identity:eip155:8453/4'),
    hosts(
      ['owner', 'global-1.example', 'proven'],
      ['mimic', 'www.global-1.example', 'declared'],
      ['mimic', 'g1obal-1.example', 'declared'],
    ),
  )
  const said = (severity: string, how: string, who: string) =>
    `mimic: impersonation, ${severity}: It uses ${how} with a better proven identity. (${who})`
  expect(found).toEqual([
    said('minor', 'a domain that looks like that of another agent', 'owner'),
    said('minor', 'the domain of another agent', 'owner'),
    said('major', 'a name that looks like that of another agent', 'one'),
    said('major', 'the same name as 2 other agents', 'one, two'),
  ])
})

test('an operator is one by a domain below its other domain, and not by just any domain', async () => {
  const record = (id: number) => `erc8004_identity:eip155:8453/${id}`
  const found = await raisedFlags(
    worldWithAgents([
      { handle: 'server', id: 0, name: 'Paper Finder', isVerified: true, ...OLD },
      ...['above', 'beside', 'other'].map((handle, n) => ({ handle, id: n + 1, name: 'Paper Finder' })),
    ]),
    {
      int_hosts__proofs: [
        { record_id: record(0), host: 'api.paper.example' },
        { record_id: record(1), host: 'paper.example' },
        { record_id: record(2), host: 'rpaper.example' },
      ],
      int_accounts__proofs: [{ record_id: record(3), account: 'other' }],
    },
  )
  expect(found).toEqual({ beside: { impersonation: 'minor' }, other: { impersonation: 'minor' } })
})

test('an owner may have its domain with and without www, and declare it again', async () => {
  const owner = { handle: 'owner', category: 'developer', recordId: 'catalog:developer/owner' }
  const found = await raisedFlags(
    worldWithAgents([owner, { handle: 'fake', id: 1 }]),
    hosts(
      ['owner', 'global-1.example', 'proven'],
      ['owner', 'www.global-1.example', 'proven'],
      ['owner', 'globa1-1.example', 'declared'],
      ['fake', 'g1obal-1.example', 'declared'],
    ),
  )
  expect(found).toEqual({ fake: { impersonation: 'critical' } })
})

test('two domains that look alike and have one owner are its own both, a third is an imitation', async () => {
  const owner = { handle: 'owner', category: 'developer', recordId: 'catalog:developer/owner' }
  const found = await raisedFlags(
    worldWithAgents([owner, ...['fake', 'first', 'second'].map((handle, id) => ({ handle, id }))]),
    hosts(
      ['owner', 'lantern.example', 'proven'],
      ['owner', '1antern.example', 'proven'],
      ['fake', 'iantern.example', 'declared'],
      ['first', '1antern.example', 'declared'],
      ['second', 'www.lantern.example', 'declared'],
    ),
  )
  expect(found).toEqual({
    fake: { impersonation: 'critical' },
    first: { impersonation: 'minor' },
    second: { impersonation: 'minor' },
  })
})

test('a domain that looks like another has eight characters at least, and is younger', async () => {
  const found = await raisedFlags(
    worldWithAgents([
      ...['eight', 'seven'].map((handle, id) => ({ handle, id, ...OLD })),
      { handle: 'peer', id: 2 },
      ...['fake-8', 'fake-7', 'fake-peer'].map((handle, n) => ({ handle, id: n + 3 })),
    ]),
    hosts(
      ['eight', 'oil.test', 'proven'],
      ['seven', 'ash1.to', 'proven'],
      ['peer', 'elm-1.test', 'proven'],
      ['fake-8', 'o1l.test', 'declared'],
      ['fake-7', 'ashl.to', 'declared'],
      ['fake-peer', 'elm-1.test', 'declared'],
    ),
  )
  expect(found).toEqual({ 'fake-8': { impersonation: 'minor' } })
})

test('an agent with a domain that looks like one of the catalogue is an imitation, and the catalogue’s agent keeps its domain', async () => {
  const owner = { handle: 'owner', category: 'developer', recordId: 'catalog:developer/owner' }
  const found = await raisedFlags(
    worldWithAgents([
      owner,
      ...['fake', 'other', 'listed', 'imitated', 'below'].map((handle, id) => ({ handle, id })),
    ]),
    hosts(
      ['owner', 'lantern.example', 'proven'],
      ['fake', '1antern.example', 'proven'],
      ['other', 'iantern.example', 'declared'],
      ['listed', 'www.lantern.example', 'listed'],
      ['imitated', '1antern.example', 'listed'],
      ['below', 'lantern.example', 'proven'],
    ),
  )
  expect(found).toEqual({
    fake: { impersonation: 'critical' },
    other: { impersonation: 'critical' },
    imitated: { impersonation: 'minor' },
  })
})

test('of two domains that look alike, each proven, neither is an imitation where the catalogue has none', async () => {
  const found = await raisedFlags(
    worldWithAgents([
      { handle: 'old', id: 0, ...OLD },
      { handle: 'young', id: 1 },
    ]),
    hosts(['old', 'lantern.example', 'proven'], ['young', '1antern.example', 'proven']),
  )
  expect(found).toEqual({})
})
