import type { History } from '../history/history.ts'
import { type Database, identifier, literal } from '../model/database.ts'
import { type Columns, getColumns, unitePartitions } from '../model/tables.ts'
import type { Source } from '../source/source.ts'

const PROVENANCE: Columns = {
  observed_on: 'DATE',
  observed_at: 'VARCHAR',
  source_url: 'VARCHAR',
  response_sha256: 'VARCHAR',
}

/** The columns of a source's observations: those of its row, then their provenance. */
export const listColumns = (source: Source): Columns => ({ ...getColumns(source.row), ...PROVENANCE })

/** The name of a source's table of observations in the history. */
export const getTableName = (source: string): string => `observations/${source}`

/** The name of a source's table of rows; `superseded`: the number of a record of the day that was replaced. */
export const nameRawTable = (source: string, superseded?: number): string =>
  superseded === undefined ? `raw_${source}` : `raw_${source}__${superseded}`

/** The day and history that a source is read as of. */
export interface RawTableOptions {
  history: History
  day: string
  /**
   * The date of a run that has earlier observations in a table: in a small index, opening a file per day in each
   * statement is most of its ingest.
   */
  loadedDay: string | null
  /** A table of the day's rows, in place of its partition in the history; null where it has none. */
  today?: string | null
}

/**
 * Creates the two relations of a source as of a date: `observed_<source>`, every observation ever, and `raw_<source>`.
 * A source of events has each event once; any other has, for each key, the newest observation, its first day, and
 * `gone_since`, the date of the first complete listing without it.
 */
export async function createRawTable(db: Database, source: Source, asOf: RawTableOptions): Promise<void> {
  const observed = await selectObserved(db, source, asOf)
  await db.run(`create or replace view ${identifier(`observed_${source.name}`)} as ${observed}`)
  const rows = source.isEvents ? selectEvents(source) : selectNewest(source)
  await db.run(`create or replace table ${identifier(`raw_${source.name}`)} as ${rows}`)
}

async function selectObserved(
  db: Database,
  source: Source,
  { history, day, loadedDay, today: given }: RawTableOptions,
): Promise<string> {
  const files = history.partitions(getTableName(source.name), day)
  if (given !== undefined) {
    const before = files.filter((file) => file < history.partition(getTableName(source.name), day))
    const own = given === null ? '' : ` union all select * from ${identifier(given)}`
    return `${selectTyped(source, before)}${own}`
  }
  if (loadedDay === null) return selectTyped(source, files)
  const today = history.partition(getTableName(source.name), loadedDay)
  const loaded = identifier(`held_${source.name}`)
  const earlier = files.filter((file) => file < today)
  await db.run(`create table if not exists ${loaded} as ${selectTyped(source, earlier)}`)
  return files.includes(today)
    ? `select * from ${loaded} union all ${selectTyped(source, [today])}`
    : `select * from ${loaded}`
}

function selectTyped(source: Source, files: string[]): string {
  const columns = listColumns(source)
  const typed = Object.entries(columns).map(
    ([name, type]) => `cast(${identifier(name)} as ${type}) as ${identifier(name)}`,
  )
  return `select ${typed.join(', ')} from (${unitePartitions(columns, files)})`
}

/** A block that was read again, because the chain may have been reorganised, counts as last read. */
function selectEvents({ name }: Source): string {
  return `
    with reads as (
      select distinct date, chain, from_block, to_block from ingest_blocks where source = ${literal(name)}
    ),
    again as (
      select earlier.date as observed_on, chain, later.from_block, later.to_block
      from reads as earlier join reads as later using (chain)
      where later.date > earlier.date
        and later.from_block <= earlier.to_block and later.to_block >= earlier.from_block
    )
    select seen.* from ${identifier(`observed_${name}`)} as seen
    anti join again
      on again.observed_on = seen.observed_on and again.chain = seen.chain
      and seen.block_number between again.from_block and again.to_block`
}

function selectNewest({ name, key }: Source): string {
  const keys = key.map(identifier).join(', ')
  // A part of a key may be unknown, and null equals nothing.
  const isSame = key
    .map(identifier)
    .map((column) => `missed.${column} is not distinct from newest.${column}`)
    .join(' and ')
  const fetches = `source = ${literal(name)}`
  return `
    with newest as (
      select *, min(observed_on) over (partition by ${keys}) as first_seen_on,
        row_number() over (partition by ${keys} order by observed_on desc) as nth
      from ${identifier(`observed_${name}`)}
    ),
    complete as (select date as listed_on from ingest where ${fetches} and outcome = 'ok' and coverage = 'all'),
    refused as (select distinct date as listed_on, key as refused_key from refused_keys where ${fetches}),
    absent as (
      select newest.*, complete.listed_on, to_json([${keys}])::varchar as refused_key
      from newest join complete on complete.listed_on > newest.observed_on where nth = 1
    ),
    missed as (
      select ${keys}, min(listed_on) as gone_since
      from absent anti join refused using (listed_on, refused_key) group by ${keys}
    )
    select newest.* exclude (nth), missed.gone_since
    from newest left join missed on ${isSame} where nth = 1 order by ${keys}`
}
