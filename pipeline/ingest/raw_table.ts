import type { History } from '../history/history.ts'
import { type Database, identifier, literal } from '../model/database.ts'
import { type Columns, columnsOf, unitePartitions } from '../model/tables.ts'
import type { Source } from '../source.ts'

const PROVENANCE: Columns = {
  observed_on: 'DATE',
  observed_at: 'VARCHAR',
  source_url: 'VARCHAR',
  response_sha256: 'VARCHAR',
}

/** The columns of a source's observations: those of its row, then where they come from. */
export const observationColumns = (source: Source): Columns => ({ ...columnsOf(source.row), ...PROVENANCE })

/** The name of a source's table of observations in the history. */
export const observationsOf = (source: string): string => `observations/${source}`

/**
 * Makes `raw_<source>` as it stands on a date: for each key the newest observation, the day it was first seen on,
 * and `gone_since`, the date of the first complete listing that no longer had it. A row in quarantine was listed.
 */
export async function createRawTable(
  db: Database,
  history: History,
  source: Source,
  day: string,
): Promise<void> {
  const table = identifier(`raw_${source.name}`)
  const columns = Object.entries(observationColumns(source))
  const typed = columns
    .map(([name, type]) => `cast(${identifier(name)} as ${type}) as ${identifier(name)}`)
    .join(', ')
  const keys = source.key.map(identifier).join(', ')
  const files = history.partitions(observationsOf(source.name), day)
  const seen = `select ${typed} from (${unitePartitions(observationColumns(source), files)})`
  await db.run(`
    create or replace table ${table} as
    with seen as (${seen}),
    newest as (
      select *, min(observed_on) over (partition by ${keys}) as first_seen_on,
        row_number() over (partition by ${keys} order by observed_on desc) as nth
      from seen
    ),
    complete as (select date from ingest where source = ${literal(source.name)} and outcome = 'ok' and coverage = 'all'),
    refused as (select distinct date, key from refused_keys where source = ${literal(source.name)}),
    missed as (
      select ${keys}, min(complete.date) as gone_since
      from newest join complete on complete.date > newest.observed_on
      anti join refused on refused.date = complete.date and refused.key = to_json([${keys}])::varchar
      where nth = 1 group by ${keys}
    )
    select newest.* exclude (nth), missed.gone_since
    from newest left join missed using (${keys}) where nth = 1 order by ${keys}`)
}
