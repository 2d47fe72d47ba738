import { date, text, time } from '../column.ts'
import { count } from '../common_columns.ts'
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
    name: text('Name of the source', { required: true }),
    title: text('What is read there', { required: true }),
    docs: text('Its documentation', { required: true }),
    license: text('Its licence or terms', { required: true }),
    republished: text('What of it is in these files', { values: ['all', 'figures', 'results'] }),
    attribution: text('How it asks to be named, or how we name it'),
    outcome: text('How it answered on the logical date', { required: true }),
    requests: count('Requests', 'requests'),
    rows: count('Rows that were read', 'rows'),
    quarantined: count('Rows that did not fit', 'rows'),
    cleaned: count('Rows that were kept without a field that did not fit', 'rows'),
    dropped: text('Which fields these were, in how many rows, and why'),
    unanswered: count('Requests without an answer', 'requests'),
    left_out: text('What it left for another day'),
    as_of: time('As of when it counted, where its licence asks for that'),
    last_ok_on: date('Day on which it last answered'),
    stale_since: date('Day since which its rows are stale'),
  },
})
