import { type ListedPackage, packageNamed } from '../agents/package_name.ts'
import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

/** A package in the rows of the registry; those of before addresses of registries were read have none. */
const LISTED = '[{"registry":"VARCHAR","identifier":"VARCHAR","registry_url":"VARCHAR"}]'

const COLUMNS = {
  listed_registry: 'VARCHAR',
  identifier: 'VARCHAR',
  registry_url: 'VARCHAR',
  registry: 'VARCHAR',
  package: 'VARCHAR',
}

/**
 * The packages that servers list, named by the same code that decides what npm and PyPI are asked for: one row per
 * registry, its address and identifier as they are listed, `registry` is in lower case. What names no package of a public
 * registry has no row.
 */
export const packageNames: Model = {
  name: 'raw_package_names',
  reads: ['raw_mcp_registry'],
  async build(db: Database) {
    const listed = await db.rows<ListedPackage>(
      `select distinct registry, identifier, registry_url from (
         select unnest(from_json(packages, '${LISTED}'), recursive := true) from raw_mcp_registry)
       where registry is not null and identifier is not null order by all`,
    )
    const rows = listed.flatMap((entry) => {
      const named = packageNamed(entry)
      return named === null ? [] : [{ ...entry, listed_registry: entry.registry, ...named }]
    })
    await createTable(db, 'raw_package_names', COLUMNS, rows)
  },
}
