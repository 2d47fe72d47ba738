import { type ListedPackage, toPackageName } from '../agents/package_name.ts'
import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

/** A package in a registry row; older rows have no `registry_url`. */
const LISTED = '[{"registry":"VARCHAR","identifier":"VARCHAR","registry_url":"VARCHAR"}]'

const COLUMNS = {
  listed_registry: 'VARCHAR',
  identifier: 'VARCHAR',
  registry_url: 'VARCHAR',
  registry: 'VARCHAR',
  package: 'VARCHAR',
}

/**
 * The packages that servers list, named by the code that also decides which npm and PyPI packages to request: one row
 * per registry, address and identifier as listed; `registry` is in lower case. No row for anything else than a package
 * of a public registry.
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
      const named = toPackageName(entry)
      return named === null ? [] : [{ ...entry, listed_registry: entry.registry, ...named }]
    })
    await createTable(db, 'raw_package_names', COLUMNS, rows)
  },
}
