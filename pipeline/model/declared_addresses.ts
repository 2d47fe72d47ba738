import type { Database } from './database.ts'
import type { Model } from './order.ts'
import { createTable } from './tables.ts'

const COLUMNS = { declared: 'VARCHAR', url: 'VARCHAR' }

/**
 * Declared addresses that the URL parser writes in another way, such as names in Unicode: one row per text, with the
 * address in the form in which it is probed. The forms that `probe_address` equates have no row.
 */
export const declaredAddresses: Model = {
  name: 'raw_declared_addresses',
  reads: ['raw_mcp_registry', 'raw_erc8004_files', 'raw_x402_bazaar_cdp', 'raw_x402_bazaar_payai'],
  async build(db: Database) {
    const declared = await db.rows<{ text: string; address: string }>(
      `with declared as (
         select unnest(from_json(remotes, '[{"url":"VARCHAR"}]')).url as text from raw_mcp_registry
         union
         select unnest(from_json(services, '[{"endpoint":"VARCHAR"}]')).endpoint from raw_erc8004_files
         union
         select resource from raw_x402_bazaar_cdp
         union
         select resource from raw_x402_bazaar_payai
       )
       select text, probe_address(text) as address from declared where text is not null order by text`,
    )
    const parsed = declared.flatMap(({ text, address }) => {
      const url = URL.parse(text.trim())?.href
      return url === undefined ? [] : [{ declared: text, url, address }]
    })
    // The macro decides what is the same address.
    await createTable(db, 'raw_declared_addresses', { ...COLUMNS, address: 'VARCHAR' }, parsed)
    await db.run(
      `create or replace table raw_declared_addresses as
       select declared, url from raw_declared_addresses where probe_address(url) <> address order by declared`,
    )
  },
}
