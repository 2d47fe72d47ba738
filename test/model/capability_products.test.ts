import { expect, test } from 'vitest'
import { readRows, toGivenTables } from './given_tables.ts'

const given = (rows: Record<string, object[]>) =>
  toGivenTables(
    {
      raw_catalog_abilities: 'kind subject does owner source_url',
      raw_catalog_accounts: 'developer account',
      stg_catalog__developers: 'id website',
      stg_mcp_registry__servers: 'name departed_on:date',
      int_records: 'record_id source name departed_on:date',
      int_records__handles: 'record_id handle',
      int_hosts__proofs: 'record_id host',
      int_accounts__proofs: 'record_id account',
      endpoints: 'handle url',
    },
    rows,
  )

const product = (subject: string, source_url: string, owner: string | null = null) => ({
  ...{ kind: 'product', subject, does: `does ${subject}`, owner, source_url },
})

/** Products by agents: each agent is a record of a source with a name. */
async function readProducts(
  agents: [handle: string, source: string, name: string][],
  more: Record<string, object[]> = {},
): Promise<string[]> {
  const rows = await readRows<{ handle: string; product: string; is_own: boolean }>(
    given({
      raw_catalog_abilities: [
        product('Unity', 'https://unity.example'),
        product('Unity Catalog', 'https://catalog.example'),
        product('Café Pay', 'https://www.cafepay.example/docs', 'github.com/cafe owner.example'),
        product('Code Tool', 'https://github.com/Maker/tool'),
        product('Maple', 'https://maple.example'),
      ],
      int_records: agents.map(([handle, source, name]) => ({ record_id: handle, source, name })),
      int_records__handles: agents.map(([handle]) => ({ record_id: handle, handle })),
      ...more,
    }),
    'int_capability__products',
    'handle, product, is_own',
  )
  return rows.map(({ handle, product, is_own }) => `${handle}: ${product}${is_own ? ', own' : ''}`)
}

test('a name names the longest product whose words it has; a registration names none', async () => {
  expect(
    await readProducts([
      ['a', 'mcp_registry', 'MCP for Unity-3D'],
      ['b', 'mcp_registry', 'io.github.somebody/unity_catalog'],
      ['c', 'mcp_registry', 'Community of units'],
      ['d', 'erc8004_identity', 'Unity'],
      ['e', 'x402_bazaar', 'CAFE pay'],
      ['f', 'mcp_registry', 'io.github.unity/other'],
      ['g', 'mcp_registry', 'Unity, Café Pay, Code Tool and Unity Catalog, Maple'],
    ]),
  ).toEqual(['a: Unity', 'b: Unity Catalog', 'e: Café Pay'])
})

test('its own is what its hosts, its accounts or its addresses prove, and no name that only resembles them', async () => {
  const cafe = (handle: string): [string, string, string] => [handle, 'mcp_registry', 'Café Pay']
  expect(
    await readProducts([...'abcdef'].map(cafe).concat([['g', 'mcp_registry', 'Code tool']]), {
      endpoints: [
        { handle: 'a', url: 'https://mcp.cafepay.example/x' },
        { handle: 'b', url: 'https://notcafepay.example/' },
      ],
      int_hosts__proofs: [{ record_id: 'c', host: 'owner.example' }],
      int_accounts__proofs: [
        { record_id: 'd', account: 'cafe' },
        { record_id: 'e', account: 'maple' },
        { record_id: 'f', account: 'cafe-pay' },
        { record_id: 'g', account: 'maker' },
      ],
      raw_catalog_accounts: [{ developer: 'maple', account: 'Maple' }],
      stg_catalog__developers: [{ id: 'maple', website: 'https://www.cafepay.example' }],
    }),
  ).toEqual([
    'a: Café Pay, own',
    'b: Café Pay',
    'c: Café Pay, own',
    'd: Café Pay, own',
    'e: Café Pay, own',
    'f: Café Pay',
    'g: Code Tool, own',
  ])
})
