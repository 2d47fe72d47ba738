import { expect, test } from 'vitest'
import { rowsFrom, toGivenTables } from './given_tables.ts'

const COLUMNS = {
  agents: 'handle departed_on:date tier liveness is_erc8004_registered:boolean',
  past_snapshot_counts: 'snapshots:bigint',
  snapshots: 'handle',
  sources: 'name last_ok_on:date quarantined:bigint',
  stg_x402_bazaar__listings: 'feed resource gone_since:date',
  stg_docker_mcp__servers: 'name is_gone:boolean',
  stg_smithery__totals: 'total:bigint',
  categories: 'id',
  rankings: 'handle category tier',
  changes: 'kind',
}

async function counts(rows: Partial<Record<keyof typeof COLUMNS, object[]>>): Promise<object> {
  const found = await rowsFrom<{ name: string; count: number }>(
    toGivenTables(COLUMNS, rows),
    ['counts'],
    'select * from counts',
  )
  return Object.fromEntries(found.map(({ name, count }) => [name, count]))
}

test('each count is of what its name says, and departed agents are only among the departed', async () => {
  const agent = (handle: string, tier: string, liveness: string, is_erc8004_registered: boolean) => ({
    ...{ handle, tier, liveness, is_erc8004_registered },
  })
  const ranked = ['a', 'b', 'c'].map((handle) => agent(handle, 'evidence_ranked', 'alive', handle !== 'c'))
  expect(
    await counts({
      agents: [
        ...ranked,
        agent('d', 'indexed', 'not_alive', false),
        agent('e', 'indexed', 'unknown', true),
        { handle: 'f', tier: 'evidence_ranked', departed_on: '2026-03-01', is_erc8004_registered: true },
        { handle: 'g', tier: 'indexed', departed_on: '2026-03-01', is_erc8004_registered: true },
      ],
      past_snapshot_counts: [{ snapshots: 5 }],
      snapshots: ['a', 'b', 'c'].map((handle) => ({ handle })),
      sources: [
        { name: 'x402_bazaar_payai', last_ok_on: '2026-03-30', quarantined: 2 },
        { name: 'github', last_ok_on: '2026-03-30', quarantined: 3 },
        { name: 'arena', quarantined: 0 },
      ],
      stg_x402_bazaar__listings: [
        { feed: 'cdp', resource: 'r1' },
        { feed: 'payai', resource: 'r1' },
        { feed: 'cdp', resource: 'r2' },
        { feed: 'cdp', resource: 'r3', gone_since: '2026-03-01' },
        ...['cdp', 'payai'].map((feed) => ({ feed, resource: 'https://shop.example/:id' })),
      ],
      stg_docker_mcp__servers: [true, false, false].map((is_gone, n) => ({ name: `s${n}`, is_gone })),
      stg_smithery__totals: [{ total: 345 }],
      categories: [{ id: 'service' }, { id: 'developer' }],
      rankings: [
        ...ranked.map(({ handle, tier }) => ({ handle, category: 'service', tier })),
        { handle: 'd', category: 'service', tier: 'indexed' },
      ],
      changes: [{ kind: 'mover' }, { kind: 'mover' }, { kind: 'new' }],
    }),
  ).toEqual({
    indexed_agents: 5,
    evidence_ranked_total: 3,
    departed_agents: 2,
    alive: 3,
    not_alive: 1,
    liveness_unknown: 1,
    historical_snapshots: 8,
    tracked_protocol_surfaces: 2,
    x402_endpoints_in_bazaar: 2,
    x402_templates_in_bazaar: 1,
    erc8004_registered: 3,
    'category/service/indexed': 4,
    'category/service/evidence_ranked': 3,
    'category/developer/indexed': 0,
    'category/developer/evidence_ranked': 0,
    'changes/mover': 2,
    'changes/new': 1,
    'directory/docker_mcp/servers': 2,
    'directory/smithery/servers': 345,
    quarantined_rows: 5,
  })
})

test('an empty index counts nothing, and endpoints of a Bazaar that was never read are no count', async () => {
  const none = await counts({})
  expect(none).toMatchObject({ historical_snapshots: 0, quarantined_rows: 0 })
  expect(none).not.toHaveProperty('x402_endpoints_in_bazaar')
  expect(none).not.toHaveProperty('directory/docker_mcp/servers')
  const unread = await counts({
    sources: [{ name: 'x402_bazaar_cdp' }, { name: 'github', last_ok_on: '2026-03-30' }],
  })
  expect(unread).not.toHaveProperty('x402_endpoints_in_bazaar')
})
