import { type Database, identifier, literal } from '../model/database.ts'
import type { Source } from '../source/source.ts'
import { type FetchedSource, replaySource } from './fetch_source.ts'
import type { IngestContext } from './ingest_context.ts'
import { nameRawTable } from './raw_table.ts'

/** Creates the raw table with the rows of a fetch, which go to the table `today` and not to the history. */
type StoreRows = (db: Database, fetched: FetchedSource, today: string) => Promise<unknown>

/**
 * Creates the tables of a source's rows as they were before it was asked again on this day, for the sources that were
 * fetched with those: each is read again with what it saw.
 */
export async function createSupersededTables(
  context: IngestContext,
  source: Source,
  storeRows: StoreRows,
): Promise<void> {
  const { archive, options } = context
  for (const nth of listSeen(context, source)) {
    const recorded = archive.readDay(options.day, `${source.name}.${nth}`)
    if (recorded === null) throw new Error(`the record ${source.name}.${nth} is named and not there`)
    const fetched = await replaySource(context, source, recorded)
    const today = `superseded_${source.name}`
    await context.lanes.run(async (db) => {
      await storeRows(db, fetched, today)
      await keepTable(db, source.name, nth)
      await removeToday(db, source.name, options.day)
      await db.run(`drop table if exists ${identifier(today)}`)
    })
  }
}

/** Removes the superseded records of the day that no source has seen: those that read them were asked again too. */
export function removeUnseen(context: IngestContext): void {
  const { archive, sources, options } = context
  for (const source of sources) {
    const seen = listSeen(context, source)
    for (const nth of archive.superseded(options.day, source.name))
      if (!seen.includes(nth)) archive.removeDay(options.day, `${source.name}.${nth}`)
  }
}

/** The superseded records of a source that others have seen. */
function listSeen({ archive, sources, options: { day } }: IngestContext, { name }: Source): number[] {
  if (archive.superseded(day, name).length === 0) return []
  const readers = sources.filter(({ reads = [] }) => reads.includes(name))
  const seen = readers.flatMap((reader) => archive.readDay(day, reader.name)?.seen?.[name] ?? [])
  return [...new Set(seen)].sort((a, b) => a - b)
}

async function keepTable(db: Database, name: string, nth: number): Promise<void> {
  const [table, raw] = [nameRawTable(name, nth), nameRawTable(name)].map(identifier)
  await db.run(`create or replace table ${table} as select * from ${raw}`)
  await db.run(`drop view ${identifier(`observed_${name}`)}`)
}

async function removeToday(db: Database, name: string, day: string): Promise<void> {
  for (const table of ['ingest', 'ingest_blocks', 'ingest_gaps', 'ingest_checks', 'refused_keys'])
    await db.run(`delete from ${table} where source = ${literal(name)} and date = ${literal(day)}`)
}
