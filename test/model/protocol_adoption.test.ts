import { expect, test } from 'vitest'
import { given, runCheck, together, type World, worldWithAgents } from './given.ts'
import { buildFrom } from './sql_harness.ts'

test('each surface counts the agents observed on it, and an empty one is listed with 0', async () => {
  const signal = (handle: string, source: string) => ({ handle, key: source, source })
  const world = together(
    worldWithAgents([
      { handle: 'a', id: 1 },
      { handle: 'b', id: 2, tier: 'indexed', liveness: 'not_alive' },
      { handle: 'token', recordId: 'coingecko_ai_agents:sample', liveness: 'unknown' },
      { handle: 'gone', recordId: 'mcp_registry:a/b', departedOn: '2026-03-01' },
    ]),
    {
      signals: [
        signal('a', 'github'),
        signal('a', 'github'),
        signal('b', 'npm_downloads'),
        signal('a', 'openrouter_models'),
        signal('a', 'openrouter_rankings'),
        signal('a', 'erc8004_files'),
        signal('gone', 'github'),
      ],
      x402_demand: [
        { operator: '0xa', chain: 'eip155:8453', days: 30, payments: 1 },
        { operator: '0xc', chain: 'eip155:8453', days: 7, payments: 2 },
        { operator: '0xd', chain: 'eip155:8453', days: 30, payments: 0 },
        // On a chain without a payment request for it.
        { operator: '0xb', chain: 'eip155:137', days: 30, payments: 2 },
        { operator: '0xb', chain: 'all', days: 30, payments: 2 },
      ],
      int_operators__agents: [
        { chain: 'eip155:8453', operator: '0xa', handle: 'a', is_credited: true },
        { chain: 'eip155:8453', operator: '0xa', handle: 'b', is_credited: false },
        { chain: 'eip155:8453', operator: '0xb', handle: 'b', is_credited: true },
        { chain: 'eip155:8453', operator: '0xc', handle: 'b', is_credited: true },
        { chain: 'eip155:8453', operator: '0xd', handle: 'token', is_credited: true },
      ],
    },
  )
  const db = await buildFrom(given(world), ['protocol_adoption'])
  const rows = await db.rows<{ position: number; surface: string; agents_indexed: number; rest: string }>(
    `select position, surface, agents_indexed, agents_alive || ' alive, ' || agents_evidence_ranked || ' ranked' as rest from protocol_adoption`,
  )
  expect(Object.fromEntries(rows.map((row) => [row.surface, `${row.agents_indexed}: ${row.rest}`]))).toEqual({
    mcp_registry: '0: 0 alive, 0 ranked',
    erc8004_identity: '2: 1 alive, 1 ranked',
    x402_bazaar: '0: 0 alive, 0 ranked',
    x402_payments: '1: 1 alive, 1 ranked',
    a2a_cards: '0: 0 alive, 0 ranked',
    npm: '1: 0 alive, 0 ranked',
    pypi: '0: 0 alive, 0 ranked',
    hugging_face: '0: 0 alive, 0 ranked',
    openrouter: '1: 1 alive, 1 ranked',
    arena: '0: 0 alive, 0 ranked',
    coingecko: '1: 0 alive, 1 ranked',
    defillama: '0: 0 alive, 0 ranked',
    github: '1: 1 alive, 1 ranked',
  })
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n + 1))
  expect(await runCheck(db, 'protocol_adoption_counts')).toEqual([])
  db.close()
})

test('the Docker catalogue is a surface as soon as it was read, with the agents that its entries are tied to', async () => {
  const agents = worldWithAgents([{ handle: 'a' }, { handle: 'b' }])
  const adopted = async (world: World) => {
    const db = await buildFrom(given(together(agents, world)), ['protocol_adoption', 'rails'])
    const [row] = await db.rows<{ agents_indexed: number }>(
      `select agents_indexed from protocol_adoption where surface = 'docker_mcp'`,
    )
    const rails = await db.rows<{ handle: string }>(`select handle from rails where protocol = 'mcp'`)
    db.close()
    return [row?.agents_indexed ?? null, rails.map(({ handle }) => handle)]
  }
  expect(await adopted({})).toEqual([null, []])
  expect(await adopted({ stg_docker_mcp__servers: [{ name: 'sample' }] })).toEqual([0, []])
  const tied = [
    { name: 'sample', handle: 'a' },
    { name: 'second', handle: 'a' },
  ]
  const read = { stg_docker_mcp__servers: tied, int_docker_entries__agents: tied }
  expect(await adopted(read)).toEqual([1, ['a']])
})
