import { booleanColumn, dateColumn, integerColumn, listColumn, textColumn, timeColumn } from '../column.ts'
import { sha256Column } from '../common_columns.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'tools',
  about:
    'One row per MCP server and tool: those of the list that it gave last, since the day of its change, and those that the change took away. Names, titles and descriptions are short quotations of third parties; the server itself has the whole.',
  key: ['url', 'probed_url', 'position'],
  // What a correction takes out must be in no later release, as it would be in partitions of earlier days.
  kept: 'newest',
  parquet: 'v2',
  sql: 'select * from tools',
  columns: {
    url: textColumn('Address of the server, supplied by the agent', {
      required: true,
      thirdParty: 'address',
    }),
    probed_url: textColumn('SHA-256 of the address as the agent writes it', { required: true }),
    changed_on: dateColumn('Day on which this list was first read', { required: true }),
    position: integerColumn('Place in the list; tools that are no longer in it come after', {
      required: true,
      minimum: 1,
    }),
    name: textColumn('Name of the tool', { thirdParty: { most: 128 } }),
    title: textColumn('Title of the tool', { thirdParty: { most: 128 } }),
    description: textColumn('Description of the tool', { thirdParty: { most: 300 } }),
    change: textColumn(
      'What the newest change of the list did to it; null: that was longer ago than is compared',
      {
        values: ['first', 'added', 'removed', 'changed', 'same'],
      },
    ),
    fields: listColumn('Fields that differ from before', { required: true }),
    is_silent: booleanColumn(
      'That the list changed while its version did not; null: it is the first list that was read',
    ),
    tools_hash: textColumn('SHA-256 of the list as a set, white space and dates aside', {
      required: true,
      pattern: '^[0-9a-f]{64}$',
    }),
    observed_at: timeColumn('When the list was read', { required: true }),
    response_sha256: sha256Column,
  },
})
