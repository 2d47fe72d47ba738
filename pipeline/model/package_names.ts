import { packageName } from '../packages.ts'
import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

const COLUMNS = {
  listed_registry: 'VARCHAR',
  identifier: 'VARCHAR',
  registry: 'VARCHAR',
  package: 'VARCHAR',
}

/**
 * The packages that servers list, named by the same code that decides what npm and PyPI are asked for: one row per
 * registry and identifier as they are listed, `registry` is in lower case.
 */
export const packageNames: Model = {
  name: 'raw_package_names',
  reads: ['raw_mcp_registry'],
  async build(db: Database) {
    const listed = await db.rows<{ listed_registry: string; identifier: string }>(
      `select distinct registry as listed_registry, identifier from (
         select unnest(cast(packages as struct(registry varchar, identifier varchar)[]), recursive := true)
         from raw_mcp_registry)
       where registry is not null and identifier is not null order by all`,
    )
    const rows = listed.map((row) => {
      const registry = row.listed_registry.toLowerCase()
      return { ...row, registry, package: packageName(registry, row.identifier) }
    })
    await createTable(db, 'raw_package_names', COLUMNS, rows)
  },
}
