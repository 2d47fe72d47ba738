import type { Archive, SourceDay } from '../archive/archive.ts'
import { RunFailed, UpstreamChanged, UpstreamDown } from '../errors.ts'
import type { History } from '../history/history.ts'
import { createHttp } from '../http/client.ts'
import type { Http } from '../http/http.ts'
import { replayHttp } from '../http/replay.ts'
import { type Database, literal } from '../model/database.ts'
import type { RunOptions } from '../run_types.ts'
import type { FetchContext, Known, Source } from '../source.ts'
import { type Observed, observe } from './observe.ts'
import { createRawTable } from './raw_table.ts'

const USER_AGENT = 'Assay/1.0 (+https://github.com/assay-index/assay)'

/** The parts of a run that ingest works with. */
export interface IngestContext {
  db: Database
  archive: Archive
  history: History
  sources: Source[]
  options: RunOptions
}

/** What a source gave, and the record of it. */
export interface Fetched {
  seen: Observed
  recorded: SourceDay
}

/**
 * What a source gives on the logical date: read again from the archive where it has the date, else asked of the
 * upstream; null when it is neither recorded nor wanted.
 */
export async function fetchSource(context: IngestContext, source: Source): Promise<Fetched | null> {
  const { archive, options } = context
  const recorded = options.refetch && !options.offline ? null : archive.readDay(options.day, source.name)
  if (recorded) return readAgain(context, source, recorded)
  const isWanted = options.sources === null || options.sources.includes(source.name)
  return isWanted && !options.offline ? askUpstream(context, source) : null
}

/** The same code reads the same responses. Settings that were set then count as set, since they decide what is asked. */
async function readAgain(context: IngestContext, source: Source, recorded: SourceDay): Promise<Fetched> {
  if (recorded.outcome !== 'ok') return { recorded, seen: { outcome: 'failed', error: failureOf(recorded) } }
  const env = Object.fromEntries((recorded.settings ?? []).map((name) => [name, 'recorded']))
  const http = replayHttp(recorded, context.archive)
  const seen = await observe(source, await fetchContext(context, source, http, env))
  if (seen.outcome === 'ok') return { seen, recorded }
  throw new RunFailed(
    `${source.name}: its archive of ${recorded.date} cannot be read again: run the date with --refetch`,
    { cause: seen.error },
  )
}

/** The failure that the archive recorded; its message already begins with the address. */
function failureOf({ error, outcome }: SourceDay): UpstreamDown | UpstreamChanged {
  const address = error?.address ?? 'the upstream'
  const reason = (error?.message ?? outcome).replace(`${address}: `, '')
  return error?.name === 'UpstreamChanged'
    ? new UpstreamChanged(address, reason)
    : new UpstreamDown(address, reason)
}

async function askUpstream(context: IngestContext, source: Source): Promise<Fetched> {
  const { archive, options } = context
  const { fetch, now, sleep, perSecond, world } = options.universe
  const previous = archive.previousDay(options.day, source.name)
  const limits = { '*': { perSecond } }
  const http = createHttp({
    fetch,
    archive,
    previous,
    now,
    sleep,
    limits,
    random: Math.random,
    userAgent: USER_AGENT,
  })
  const seen = await observe(source, await fetchContext(context, source, http, options.env)).finally(() =>
    http.close(),
  )
  const failed = seen.outcome === 'failed' ? seen.error : null
  const recorded: SourceDay = {
    source: source.name,
    date: options.day,
    world,
    outcome: seen.outcome,
    error: failed && { name: failed.name, address: failed.address, message: failed.message },
    settings: Object.keys(options.env)
      .filter((name) => options.env[name])
      .sort(),
    responses: failed ? [] : http.responses(),
  }
  archive.writeDay(recorded)
  return { seen, recorded }
}

async function fetchContext(
  { db, history, sources, options }: IngestContext,
  source: Source,
  http: Http,
  env: Record<string, string | undefined>,
): Promise<FetchContext> {
  const [last] = await db.rows<{ day: string | null }>(
    `select max(date) as day from ingest where source = ${literal(source.name)} and outcome = 'ok'`,
  )
  const readable = new Set([source.name, ...(source.reads ?? [])])
  return {
    http,
    env,
    day: options.day,
    lastDay: last?.day ?? null,
    catalog: options.universe.catalog,
    async known(name: string): Promise<Known[]> {
      const asked = sources.find((one) => one.name === name)
      if (!asked || !readable.has(name)) throw new Error(`${source.name} must list ${name} in reads`)
      if (name === source.name) await createRawTable(db, history, asked, dayBefore(options.day))
      return db.rows<Known>(`select * from "raw_${name}"`)
    },
  }
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
