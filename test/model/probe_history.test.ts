import { expect, test } from 'vitest'
import { DAY, daysAgo } from './given.ts'
import { readRows, readValues, toGivenTables } from './given_tables.ts'

test('a day counts its probes, and those that a bad line of ours would fail', async () => {
  const today = ['answers', 'answers', 'dns', 'refused', 'tls', 'timeout', 'server_error', 'rate_limited']
  const seen = [...today, 'not_probed'].map((outcome) => ({ outcome, observed_on: DAY }))
  const given = (rows: object[]) =>
    toGivenTables(
      { run: 'day:date', observed_endpoint_probes: 'url outcome observed_on:date' },
      { run: [{ day: DAY }], observed_endpoint_probes: rows },
    )
  const wanted = 'date, probed, failed, share'
  const earlier = { outcome: 'dns', observed_on: daysAgo(1) }
  expect(await readRows(given([...seen, earlier]), 'int_probes__days', wanted)).toEqual([
    { date: DAY, probed: 8, failed: 4, share: 0.5 },
  ])
  expect(await readRows(given([earlier]), 'int_probes__days', wanted)).toEqual([])
})

test('addresses of agents that are ranked, paid or in the MCP registry come first', async () => {
  const agents = ['ranked', 'paid', 'listed', 'gone', 'other']
  const given = toGivenTables(
    {
      agents: 'handle tier departed_on:date',
      int_agents__payers: 'handle',
      stg_mcp_registry__servers: 'name departed_on:date',
      int_records__handles: 'record_id handle',
      int_agents__addresses: 'handle address',
      raw_endpoint_probes: 'url',
    },
    {
      agents: agents.map((handle) => ({ handle, tier: handle === 'ranked' ? 'evidence_ranked' : 'indexed' })),
      int_agents__payers: [{ handle: 'paid' }, { handle: 'paid' }],
      stg_mcp_registry__servers: [{ name: 'listed' }, { name: 'gone', departed_on: daysAgo(3) }],
      int_records__handles: agents.map((handle) => ({ record_id: `mcp_registry:${handle}`, handle })),
      int_agents__addresses: agents.map((handle) => ({ handle, address: `https://${handle}.example/mcp` })),
      raw_endpoint_probes: agents.map((name) => ({ url: `https://${name}.example/MCP/` })),
    },
  )
  expect(await readValues(given, 'int_probes__priorities', 'url')).toEqual([
    'https://listed.example/MCP/',
    'https://paid.example/MCP/',
    'https://ranked.example/MCP/',
  ])
})
