import { daysBefore } from '../../core/domain/dates.ts'
import type { Archive } from '../archive/archive.ts'
import type { FetchJournal } from '../archive/fetch_journal.ts'
import type { ArchivedResponse, SourceDay } from '../archive/source_day.ts'
import { identifier } from '../model/database.ts'
import type { RunOptions } from '../run/types.ts'
import type { FetchContext, KnownRow, Source } from '../source/source.ts'
import type { IngestContext } from './ingest_context.ts'
import { readIngestState } from './ingest_state.ts'
import type { SourceJob } from './jobs/job_queue.ts'
import { toShare, WHOLE } from './jobs/part.ts'
import { readPastTable } from './past_table.ts'
import { createRawTable, nameRawTable } from './raw_table.ts'

// Responses within this many days can be revalidated.
const REVALIDATED_DAYS = 15

/** Collects the input of a source's jobs before it is fetched. */
export async function createSourceJob(
  ingest: IngestContext,
  source: Source,
  journal?: FetchJournal,
): Promise<SourceJob> {
  const { archive, clock, options } = ingest
  const { day, universe } = options
  const { repeats } = source
  return {
    ...{ source, day, universe, archive, clock, ...(journal && { journal }) },
    isRefetch: options.refetch,
    fetchUntil: options.fetchUntil ?? Number.POSITIVE_INFINITY,
    context: await createFetchContext(ingest, source, options.env),
    ...(repeats !== undefined && { repeated: () => archive.readDay(day, repeats) }),
    previous: archive.previousDay(options.day, source.name),
    earlier: () => readEarlierResponses(archive, options.day, source.name),
  }
}

/** Returns the data of earlier days and of other sources for a source, all of it for one job. */
export async function createFetchContext(
  { lanes, loadsHistory, history, sources, options }: IngestContext,
  source: Source,
  env: FetchContext['env'],
  seen: SourceDay['seen'] = {},
): Promise<SourceJob['context']> {
  const past = await lanes.run((lane) => readIngestState(lane, source, options.day))
  const readable = new Set([source.name, ...(source.reads ?? [])])
  return {
    env,
    share: toShare(WHOLE),
    day: options.day,
    wantsPast: wantsPast(options, source),
    ...(options.isReadingBack && { progress: options.report }),
    lastDay: past.lastDay,
    earlierBlocks: past.earlierBlocks,
    resume: past.resume,
    catalog: options.universe.catalog,
    past: (table) => lanes.run((lane) => readPastTable(lane, history, source, { table, day: options.day })),
    async known(name: string, columns?: readonly string[]): Promise<KnownRow[]> {
      const other = sources.find((source) => source.name === name)
      if (!other || !readable.has(name)) throw new Error(`${source.name} must list ${name} in reads`)
      const before = {
        history,
        day: daysBefore(options.day, 1),
        loadedDay: loadsHistory ? options.day : null,
      }
      return lanes.run(async (lane) => {
        if (name === source.name) await createRawTable(lane, other, before)
        const selected = columns?.map(identifier).join(', ') ?? '*'
        const rows = identifier(nameRawTable(name, seen[name]))
        return lane.rows<KnownRow>(`select ${selected} from ${rows}`)
      })
    },
  }
}

/** The responses of the days before, oldest first. */
function readEarlierResponses(archive: Archive, day: string, source: string): ArchivedResponse[] {
  const dates = archive.dates().filter((date) => date < day)
  const days = dates.slice(-REVALIDATED_DAYS).map((date) => archive.readPast(date, source))
  return days.flatMap((recorded) => (recorded?.outcome === 'ok' ? recorded.responses : []))
}

/** True if a run reads days before the first one from a source. */
export const wantsPast = ({ leavesPast }: RunOptions, { hasPast }: Source): boolean =>
  hasPast === true && leavesPast !== true
