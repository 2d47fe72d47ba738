import { dateColumn, textColumn, timeColumn } from '../column.ts'
import { countColumn } from '../common_columns.ts'
import { licenceValues } from '../licences.ts'
import { defineTable } from '../table.ts'

export default defineTable({
  name: 'sources',
  about: 'One row per source: its licence, what of it may be republished, and how it answered.',
  key: ['name'],
  kept: 'newest',
  parquet: 'v1',
  sql: `select sources.*, licences.* exclude (name)
    from sources
    left join (${licenceValues()}) as licences on licences.name = sources.name`,
  columns: {
    name: textColumn('Name of the source', { required: true }),
    title: textColumn('What is read there', { required: true }),
    docs: textColumn('Its documentation', { required: true }),
    license: textColumn('Its licence or terms', { required: true }),
    republished: textColumn('What of it is in these files', { values: ['all', 'figures', 'results'] }),
    attribution: textColumn('How it asks to be named, or how we name it'),
    outcome: textColumn('How it answered on the logical date', { required: true }),
    requests: countColumn('Requests', 'requests'),
    rows: countColumn('Rows that were read', 'rows'),
    quarantined: countColumn('Rows that did not fit', 'rows'),
    cleaned: countColumn('Rows that were kept without a field that did not fit', 'rows'),
    dropped: textColumn('Which fields these were, in how many rows, and why'),
    unanswered: countColumn('Requests without an answer', 'requests'),
    left_out: textColumn('What it left for another day'),
    as_of: timeColumn('As of when it counted, where its licence asks for that'),
    last_ok_on: dateColumn('Day on which it last answered'),
    stale_since: dateColumn('Day since which its rows are stale'),
  },
})
