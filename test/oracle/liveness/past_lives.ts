import { type Database, literal } from '../../../pipeline/model/database.ts'
import { type Cases, SILENCES } from './chances.ts'

/** The history of liveness up to a day. */
export interface PastLives {
  /** The first date of the days whose agents are counted. */
  since: string | null
  cases: Cases[]
  /** By agent, on the day itself: how many agents on its hosts are alive. */
  hosts: Map<string, string>
}

const RULE = 3
/** Days before the day that are looked at. */
const DAYS = 51

/** Reads the partitions of the history that a release of the day is made from, oldest first. */
export async function readPastLives(db: Database, paths: string[], day: string): Promise<PastLives> {
  const files = paths.filter((path) => !path.endsWith(`${day}.parquet`)).slice(-DAYS)
  const today = paths.filter((path) => path.endsWith(`${day}.parquet`))
  if (today.length === 0) return { since: null, cases: [], hosts: new Map() }
  await db.run(`create or replace temp table lives as
    select * from read_parquet([${[...files, ...today].map(literal).join(', ')}], union_by_name = true) where liveness_rule = ${RULE}`)
  const [first] = await db.rows<{ since: string }>('select min(day)::date::varchar as since from lives')
  const cases = await db.rows<Cases>(countCases(day))
  const hosts = await db.rows<{ handle: string; host: string }>(
    `select handle, host_class as host from lives where day = ${literal(day)}::date`,
  )
  await db.run('drop table lives')
  return {
    since: first?.since ?? null,
    cases,
    hosts: new Map(hosts.map(({ handle, host }) => [handle, host])),
  }
}

/** Each agent on a day and a week later, of the last 30 days of which the week is over. */
const countCases = (day: string): string => `
  select before.handle, before.kind, before.uptime_class as uptime, before.host_class as host,
    case when before.last_on is null then ${SILENCES.length}
      else greatest(len(list_filter([${SILENCES.join(', ')}], lambda days: days <= before.day - before.last_on)), 1) - 1
    end::integer as silence,
    count(*)::integer as days, (count(*) filter (after.last_on > before.day))::integer as shown
  from lives as before
  join lives as after on after.handle = before.handle and after.day - before.day = 7
  where before.day between ${literal(day)}::date - 36 and ${literal(day)}::date - 7
    and (after.last_on > before.day or not after.is_unread)
  group by all`
