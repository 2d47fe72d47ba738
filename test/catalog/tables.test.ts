import { expect, it } from 'vitest'
import type { Catalog } from '../../pipeline/catalog/catalog.ts'
import { createCatalogTables } from '../../pipeline/model/catalog_tables.ts'
import { openDatabase } from '../../pipeline/model/database.ts'

const family = {
  ...{ id: 'alpha', name: 'Alpha', provider: 'Acme', organization: 'acme', arena: ['^alpha-'] },
  ...{ openrouter: [], source_urls: ['https://acme.example/alpha'] },
}
const developer = {
  ...{ id: 'acme', name: 'Acme', website: 'https://acme.example', github: ['acme'], repositories: [] },
  source_urls: ['https://acme.example'],
}

const loadTables = async (catalog: Catalog) => {
  const db = await openDatabase(':memory:')
  try {
    await createCatalogTables(db, catalog)
    return {
      patterns: await db.rows('select * from raw_catalog_patterns order by source'),
      authors: await db.rows('select * from raw_catalog_authors order by author'),
      apps: await db.rows('select * from raw_catalog_apps'),
      packages: await db.rows('select * from raw_catalog_packages order by registry, package'),
    }
  } finally {
    db.close()
  }
}

it('holds patterns of Hugging Face, authors there, and packages by registry', async () => {
  const info = {
    huggingface: ['Acme', 'Acme-Labs'],
    packages: ['pypi:acme', 'npm:@acme/sdk'],
    apps: ['Acme Chat'],
  }
  const families = [{ ...family, huggingface: ['^Acme/Alpha-'] }]
  expect(
    await loadTables({ families, developers: [{ ...developer, ...info }], facilitators: [], chains: [] }),
  ).toEqual({
    patterns: [
      { family: 'alpha', source: 'arena', pattern: '^alpha-' },
      { family: 'alpha', source: 'huggingface_models', pattern: '^Acme/Alpha-' },
    ],
    authors: [
      { developer: 'acme', author: 'Acme' },
      { developer: 'acme', author: 'Acme-Labs' },
    ],
    apps: [{ developer: 'acme', app: 'Acme Chat' }],
    packages: [
      { developer: 'acme', registry: 'npm', package: '@acme/sdk' },
      { developer: 'acme', registry: 'pypi', package: 'acme' },
    ],
  })
})

it('has the tables where a catalogue says nothing of them', async () => {
  const { patterns, authors, apps, packages } = await loadTables({
    families: [family],
    developers: [developer],
    facilitators: [],
    chains: [],
  })
  expect([patterns.length, authors, apps, packages]).toEqual([1, [], [], []])
})
