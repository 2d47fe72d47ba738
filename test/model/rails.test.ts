import { expect, test } from 'vitest'
import { given, runCheck, together, worldWithAgents } from './given.ts'
import { buildFrom } from './sql_harness.ts'

test('an agent is on each rail once, however many surfaces it was seen on there', async () => {
  const world = together(
    worldWithAgents([
      { handle: 'alder', id: 1 },
      { handle: 'ash', id: 2, departedOn: '2026-03-01' },
      { handle: 'family', recordId: 'catalog:family/sample', category: 'model_family', layer: 'models' },
    ]),
    {
      int_records__handles: [
        { record_id: 'x402_bazaar:a.example', handle: 'alder' },
        { record_id: 'mcp_registry:a/b', handle: 'alder' },
      ],
      int_records: [
        { record_id: 'x402_bazaar:a.example', source: 'x402_bazaar' },
        { record_id: 'mcp_registry:a/b', source: 'mcp_registry', departed_on: '2026-03-01' },
      ],
      signals: [{ handle: 'family', key: 'github_stars', source: 'github' }],
      x402_demand: [{ operator: '0xa', chain: 'eip155:8453', days: 30, payments: 2 }],
      int_operators__agents: [{ chain: 'eip155:8453', operator: '0xa', handle: 'alder', is_credited: true }],
    },
  )
  const db = await buildFrom(given(world), ['rails', 'protocol_adoption'])
  expect(await db.rows('select handle, protocol from rails order by all')).toEqual([
    { handle: 'alder', protocol: 'erc8004' },
    { handle: 'alder', protocol: 'x402' },
  ])
  expect(await runCheck(db, 'rails_follow_surfaces')).toEqual([])
  await db.run("delete from rails where protocol = 'x402'")
  expect(await runCheck(db, 'rails_follow_surfaces')).toHaveLength(1)
  db.close()
})
