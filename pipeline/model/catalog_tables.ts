import type { Catalog } from '../catalog/catalog.ts'
import { checkCatalog } from '../catalog/check.ts'
import type { Database } from './database.ts'
import { createTable } from './tables.ts'

/** Creates the tables of the curated catalogue. Throws OperationalError for a wrong entry. */
export async function createCatalogTables(db: Database, catalog: Catalog): Promise<void> {
  checkCatalog(catalog)
  const { families, developers, facilitators, abilities = [], anchors = [] } = catalog
  await createFamilies(db, families)
  await createDevelopers(db, developers)
  await createOwned(db, developers)
  await createTable(
    db,
    'raw_catalog_abilities',
    { kind: 'VARCHAR', subject: 'VARCHAR', does: 'VARCHAR', owner: 'VARCHAR', source_url: 'VARCHAR' },
    abilities,
  )
  await createTable(
    db,
    'raw_facilitators',
    { address: 'VARCHAR', name: 'VARCHAR', listed_on: 'DATE' },
    facilitators.map(({ address, name, listed_on = null }) => ({ address, name, listed_on })),
  )
  await createTable(
    db,
    'raw_catalog_anchors',
    { chain: 'VARCHAR', operator: 'VARCHAR', since: 'DATE' },
    anchors,
  )
  await createChains(db, catalog)
}

async function createChains(
  db: Database,
  { chains, chainTotals = [], unreadChains = [] }: Catalog,
): Promise<void> {
  await createTable(
    db,
    'raw_chain_totals',
    { protocol: 'VARCHAR', about: 'INTEGER', listed_on: 'DATE' },
    chainTotals,
  )
  await createTable(
    db,
    'raw_unread_chains',
    { protocol: 'VARCHAR', chain: 'VARCHAR', name: 'VARCHAR', reason: 'VARCHAR' },
    unreadChains.map(({ id, ...unread }) => ({ ...unread, chain: id })),
  )
  await createTable(
    db,
    'raw_chains',
    {
      chain: 'VARCHAR',
      name: 'VARCHAR',
      explorer: 'VARCHAR',
      block_seconds: 'DOUBLE',
      has_erc8004: 'BOOLEAN',
      usdc: 'VARCHAR',
      is_whole: 'BOOLEAN',
    },
    chains.map(({ id, name, explorer, blockSeconds, erc8004, x402 }) => ({
      ...{ chain: id, name, explorer, block_seconds: blockSeconds },
      has_erc8004: erc8004 !== undefined,
      usdc: x402?.usdc ?? null,
      is_whole: x402?.isWhole ?? false,
    })),
  )
}

async function createFamilies(db: Database, families: Catalog['families']): Promise<void> {
  await createTable(
    db,
    'raw_catalog_families',
    {
      id: 'VARCHAR',
      name: 'VARCHAR',
      provider: 'VARCHAR',
      organization: 'VARCHAR',
      source_urls: 'VARCHAR[]',
    },
    families,
  )
  await createTable(
    db,
    'raw_catalog_patterns',
    { family: 'VARCHAR', source: 'VARCHAR', pattern: 'VARCHAR' },
    families.flatMap(({ id, arena, openrouter, huggingface = [] }) => [
      ...arena.map((pattern) => ({ family: id, source: 'arena', pattern })),
      ...openrouter.map((pattern) => ({ family: id, source: 'openrouter_models', pattern })),
      ...huggingface.map((pattern) => ({ family: id, source: 'huggingface_models', pattern })),
    ]),
  )
}

async function createDevelopers(db: Database, developers: Catalog['developers']): Promise<void> {
  await createTable(
    db,
    'raw_catalog_developers',
    { id: 'VARCHAR', name: 'VARCHAR', website: 'VARCHAR', source_urls: 'VARCHAR[]' },
    developers,
  )
  await createTable(
    db,
    'raw_catalog_accounts',
    { developer: 'VARCHAR', account: 'VARCHAR' },
    developers.flatMap(({ id, github }) => github.map((account) => ({ developer: id, account }))),
  )
  await createTable(
    db,
    'raw_catalog_same_as',
    { developer: 'VARCHAR', key: 'VARCHAR' },
    developers.flatMap(({ id, same_as = [] }) => same_as.map((key) => ({ developer: id, key }))),
  )
}

/** Creates the tables of the things that developers claim to own. */
async function createOwned(db: Database, developers: Catalog['developers']): Promise<void> {
  await createTable(
    db,
    'raw_catalog_repositories',
    { developer: 'VARCHAR', repository: 'VARCHAR' },
    developers.flatMap(({ id, repositories }) =>
      repositories.map((repository) => ({ developer: id, repository })),
    ),
  )
  await createTable(
    db,
    'raw_catalog_authors',
    { developer: 'VARCHAR', author: 'VARCHAR' },
    developers.flatMap(({ id, huggingface = [] }) =>
      huggingface.map((author) => ({ developer: id, author })),
    ),
  )
  await createTable(
    db,
    'raw_catalog_apps',
    { developer: 'VARCHAR', app: 'VARCHAR' },
    developers.flatMap(({ id, apps = [] }) => apps.map((app) => ({ developer: id, app }))),
  )
  await createTable(
    db,
    'raw_catalog_packages',
    { developer: 'VARCHAR', registry: 'VARCHAR', package: 'VARCHAR' },
    developers.flatMap(({ id, packages = [] }) =>
      packages.map((name) => {
        const [registry = '', ...rest] = name.split(':')
        return { developer: id, registry, package: rest.join(':') }
      }),
    ),
  )
}
