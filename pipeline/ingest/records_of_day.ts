import { formatDay, requestKey } from '../archive/day_file.ts'
import type { FetchJournal } from '../archive/fetch_journal.ts'
import type { SourceDay } from '../archive/source_day.ts'
import type { Source } from '../source/source.ts'
import type { IngestContext } from './ingest_context.ts'

/** True if a record of the same day has what the earlier one has not. */
export function hasMore(recorded: SourceDay, before: SourceDay): boolean {
  if (recorded.outcome !== 'ok' || before.outcome !== 'ok') return recorded.outcome === 'ok'
  if (before.unfinished && !recorded.unfinished) return true
  const known = new Set(before.responses.map(requestKey))
  return recorded.responses.some((response) => !known.has(requestKey(response)))
}

/** Opens the journal of a fetch, which goes on from an interrupted one of this day, or from its unfinished record. */
export function openJournal(
  { archive, options: { day, universe, refetch } }: IngestContext,
  { name }: Source,
  before: SourceDay | null,
): FetchJournal {
  const head = { source: name, date: day, world: universe.world }
  if (!refetch) return archive.journal(head, before?.responses)
  archive.removeJournal(day, name)
  return archive.journal(head)
}

/**
 * Ends the journal of a fetch with its record. After an upstream that gave no answer it stays: a later run goes on from
 * there. An answer that did not fit may be the fault of one before it, such as a position that has expired.
 */
export function closeJournal(journal: FetchJournal, { outcome, error }: SourceDay): void {
  if (outcome !== 'failed' || error?.name === 'UpstreamChanged') journal.remove()
}

/**
 * Writes the record of a source. Those that were fetched with its earlier rows of this day, and have a record, are named
 * the superseded one: they are read again with the very rows that they saw.
 */
export function replaceRecord({ archive, sources, changed }: IngestContext, recorded: SourceDay): void {
  const { date, source } = recorded
  const before = archive.readDay(date, source)
  if (before !== null && formatDay(before) === formatDay(recorded)) return
  const readers = sources
    .filter(({ reads = [] }) => reads.includes(source))
    .flatMap(({ name }) => archive.readDay(date, name) ?? [])
    .filter(({ outcome, seen = {} }) => outcome === 'ok' && seen[source] === undefined)
  if (readers.length > 0 && before !== null) {
    const superseded = archive.supersede(date, source)
    for (const reader of readers)
      archive.writeDay({ ...reader, seen: { ...reader.seen, [source]: superseded } })
  }
  archive.writeDay(recorded)
  changed.add(source)
}
