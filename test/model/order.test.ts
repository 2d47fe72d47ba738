import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlModels } from '../../pipeline/model/build.ts'
import { type Database, openDatabase } from '../../pipeline/model/database.ts'
import { listTablesRead, type Model, selectNeeded, sortModels } from '../../pipeline/model/order.ts'

let db: Database
beforeAll(async () => {
  db = await openDatabase(':memory:')
})
afterAll(() => db.close())

const model = (name: string, ...reads: string[]): Model => ({ name, reads, build: async () => {} })

test('what a select reads is taken from its parse: joins, subqueries and set operations, without its own CTEs', async () => {
  const sql = `with near as (select * from a join b using (k)), far as (select * from near, c)
    select k, (select max(x) from d) from far where k in (select k from e) union all select * from f`
  expect(await listTablesRead(db, sql, 'x.sql')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

test('broken SQL is named with its file', async () => {
  await expect(listTablesRead(db, 'selekt 1', 'sql/marts/x.sql')).rejects.toThrow('sql/marts/x.sql: ')
})

test('models come after what they read, ties by name', () => {
  const order = sortModels([model('z', 'y'), model('y', 'raw'), model('b', 'raw'), model('a', 'z')], ['raw'])
  expect(order.map((model) => model.name)).toEqual(['b', 'y', 'z', 'a'])
})

test('an unknown table and a circle are errors that name the models', () => {
  expect(() => sortModels([model('a', 'nowhere')], [])).toThrow('a reads nowhere')
  expect(() => sortModels([model('a', 'b'), model('b', 'a')], [])).toThrow('in a cycle: a, b')
})

test('every SQL model reads only tables that stand before it or that another model makes', async () => {
  const models = await sqlModels(db)
  const modelNames = new Set(models.map((model) => model.name))
  const given = new Set(models.flatMap((model) => model.reads).filter((name) => !modelNames.has(name)))
  expect(models.length).toBeGreaterThan(20)
  expect([...given].sort()).toMatchInlineSnapshot(`
    [
      "categories",
      "compared_snapshots",
      "ingest",
      "ingest_blocks",
      "ingest_checks",
      "ingest_gaps",
      "int_records__handles",
      "methodologies",
      "methodology_bounds",
      "methodology_parts",
      "methodology_required",
      "methodology_signals",
      "observed_arena",
      "observed_coingecko_ai_agents",
      "observed_endpoint_probes",
      "observed_erc8004_files",
      "observed_github",
      "observed_mcp_registry",
      "observed_x402_bazaar_cdp",
      "observed_x402_bazaar_payai",
      "past_bindings",
      "past_changes",
      "past_ghost_index",
      "past_interval_days",
      "past_liveness",
      "past_liveness_traits",
      "past_snapshot_counts",
      "past_snapshots",
      "previous_snapshots",
      "previous_sub_scores",
      "raw_arena",
      "raw_catalog_abilities",
      "raw_catalog_accounts",
      "raw_catalog_anchors",
      "raw_catalog_apps",
      "raw_catalog_developers",
      "raw_catalog_families",
      "raw_catalog_packages",
      "raw_catalog_patterns",
      "raw_catalog_repositories",
      "raw_catalog_same_as",
      "raw_chain_totals",
      "raw_chains",
      "raw_coingecko_ai_agents",
      "raw_corrections",
      "raw_declared_addresses",
      "raw_defillama",
      "raw_docker_mcp",
      "raw_endpoint_probes",
      "raw_erc8004_files",
      "raw_erc8004_identity",
      "raw_erc8004_reputation",
      "raw_facilitators",
      "raw_github",
      "raw_huggingface_models",
      "raw_identity_overrides",
      "raw_mcp_registry",
      "raw_npm_downloads",
      "raw_openrouter_apps",
      "raw_openrouter_endpoints",
      "raw_openrouter_models",
      "raw_openrouter_rankings",
      "raw_osv_packages",
      "raw_osv_vulnerabilities",
      "raw_package_names",
      "raw_pypi_downloads",
      "raw_rank_bands",
      "raw_repository_addresses",
      "raw_shared_hosts",
      "raw_smithery",
      "raw_tool_changes",
      "raw_tool_lists",
      "raw_unread_chains",
      "raw_vulnerability_fixes",
      "raw_x402_bazaar_cdp",
      "raw_x402_bazaar_payai",
      "raw_x402_payments",
      "run",
      "run_sources",
      "signal_definitions",
    ]
  `)
})

test('of models in order those that lead to wanted tables are left, in the same order', () => {
  const all = [model('a', 'raw'), model('b'), model('c', 'a'), model('d', 'b'), model('e', 'c', 'raw')]
  expect(selectNeeded(['e', 'raw'], all).map(({ name }) => name)).toEqual(['a', 'c', 'e'])
  expect(selectNeeded([], all)).toEqual([])
})
