import { textColumn } from '../column.ts'
import { handleColumn } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'endpoints',
  about:
    'One row per agent, kind and address at which its records say that it can be reached; at most 10 an agent.',
  key: ['handle', 'kind', 'url'],
  kept: 'newest',
  parquet: 'v1',
  sql: 'select handle, kind, url from endpoints',
  columns: {
    handle: handleColumn,
    kind: textColumn('Protocol', { required: true, values: ['mcp', 'a2a', 'x402', 'web'] }),
    url: textColumn('Address, supplied by the agent', { required: true, thirdParty: 'address' }),
  },
})
