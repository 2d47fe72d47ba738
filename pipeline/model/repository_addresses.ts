import { parseRepository } from '../agents/repository.ts'
import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

const COLUMNS = {
  url: 'VARCHAR',
  host: 'VARCHAR',
  owner: 'VARCHAR',
  repository: 'VARCHAR',
  folder: 'VARCHAR',
}

/**
 * The repository addresses in servers and catalogue entries, parsed by the code that also decides which GitHub
 * repositories to request: one row per address; `repository` is `owner/name` in lower case. Addresses that name no
 * repository have no row.
 */
export const repositoryAddresses: Model = {
  name: 'raw_repository_addresses',
  reads: ['raw_mcp_registry', 'raw_docker_mcp'],
  async build(db: Database) {
    const given = await db.rows<{ url: string }>(
      `with given as (
         select repository_url as url from raw_mcp_registry
         union
         select unnest([repository_url, built_from_url]) from raw_docker_mcp
       )
       select url from given where url is not null order by url`,
    )
    const rows = given.flatMap(({ url }) => {
      const found = parseRepository(url)
      if (found === null) return []
      const { host, owner, name, folder } = found
      return [{ url, host, owner: owner.toLowerCase(), repository: `${owner}/${name}`.toLowerCase(), folder }]
    })
    await createTable(db, 'raw_repository_addresses', COLUMNS, rows)
  },
}
