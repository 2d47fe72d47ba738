import { expect, test } from 'vitest'
import { type GivenAgent, given, runCheck, together, type World, worldWithAgents } from './given.ts'
import { buildFrom } from './sql_harness.ts'

async function ghostIndex(world: World) {
  const db = await buildFrom(given(world), ['ghost_index'])
  const rows = await db.rows<Record<string, number | string | null>>('select * from ghost_index')
  expect(await runCheck(db, 'ghost_index_reconciles')).toEqual([])
  db.close()
  return Object.fromEntries(rows.map((row) => [`${row.dimension}/${row.value}`, row]))
}

const many = (count: number, liveness: 'alive' | 'not_alive' | 'unknown', from: number): GivenAgent[] =>
  Array.from({ length: count }, (_, n) => ({ handle: `${liveness}-${n}`, id: from + n, liveness }))

test('the share is of the covered agents, and says how sure it is', async () => {
  const world = worldWithAgents([
    ...many(60, 'alive', 0),
    ...many(20, 'not_alive', 100),
    ...many(20, 'unknown', 200),
  ])
  expect((await ghostIndex(world))['all/all']).toMatchObject({
    agents: 100,
    covered: 80,
    alive: 60,
    ghosts: 20,
    alive_share: 75,
    coverage_share: 80,
    // Wilson, by hand: (0.75 + 1.9208/80 ± 1.96 * sqrt(0.1875/80 + 0.9604/6400)) / (1 + 3.8416/80).
    alive_share_low: 64.52,
    alive_share_high: 83.19,
    alive_share_if_unknown_dead: 60,
    alive_share_if_unknown_alive: 80,
  })
})

test('shares are rounded once', async () => {
  // 2 of 17 are 11.7647 %, which is 11.77 % if it is rounded to three digits first.
  const covered = await ghostIndex(worldWithAgents([...many(2, 'alive', 0), ...many(15, 'not_alive', 100)]))
  expect(covered['all/all']).toMatchObject({
    alive_share: 11.76,
    alive_share_if_unknown_dead: 11.76,
    alive_share_if_unknown_alive: 11.76,
  })
  const few = await ghostIndex(worldWithAgents([...many(2, 'not_alive', 0), ...many(15, 'unknown', 100)]))
  expect(few['all/all']).toMatchObject({ coverage_share: 11.76 })
  const bounds = await ghostIndex(worldWithAgents([...many(23, 'alive', 0), ...many(13, 'not_alive', 100)]))
  expect(bounds['all/all']).toMatchObject({ alive_share_low: 47.57, alive_share_high: 77.52 })
})

test('without coverage there is no share: null, not 0', async () => {
  const all = (await ghostIndex(worldWithAgents(many(3, 'unknown', 0))))['all/all']
  expect(all).toMatchObject({
    covered: 0,
    alive_share: null,
    alive_share_low: null,
    alive_share_high: null,
    coverage_share: 0,
    alive_share_if_unknown_alive: 100,
  })
})

test('an agent counts once for each category, layer and protocol, and not at all when it has departed', async () => {
  const world = together(
    worldWithAgents([
      { handle: 'both', id: 1 },
      {
        handle: 'server',
        category: 'mcp_server',
        layer: 'tools',
        recordId: 'mcp_registry:a/b',
        liveness: 'not_alive',
      },
      { handle: 'gone', id: 3, departedOn: '2026-03-01' },
    ]),
    {
      int_agents__categories: [{ handle: 'both', category: 'mcp_server' }],
      int_records__handles: [
        { record_id: 'x402_bazaar:a.example', handle: 'both' },
        { record_id: 'mcp_registry:a/c', handle: 'both' },
      ],
      int_records: [
        { record_id: 'x402_bazaar:a.example', source: 'x402_bazaar' },
        { record_id: 'mcp_registry:a/c', source: 'mcp_registry' },
      ],
      int_operators__agents: [{ chain: 'eip155:8453', operator: '0xa', handle: 'both', is_credited: true }],
      x402_demand: [{ operator: '0xa', chain: 'eip155:8453', days: 30, payments: 4 }],
    },
  )
  const found = Object.entries(await ghostIndex(world)).map(
    ([key, row]) => `${key} ${row.alive}/${row.agents}`,
  )
  expect(found.sort()).toEqual([
    'all/all 1/2',
    'category/mcp_server 1/2',
    'category/service 1/1',
    'ecosystem_layer/services 1/1',
    'ecosystem_layer/tools 0/1',
    'protocol/erc8004 1/1',
    'protocol/mcp 1/2',
    'protocol/x402 1/1',
  ])
})
