import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { daysBefore } from '../../../core/domain/dates.ts'
import { literal, openDatabase } from '../../../pipeline/model/database.ts'
import type { NotProbedReason } from '../../../pipeline/probes/outcome.ts'
import type { TrueAddress } from './truth.ts'

/** Of the addresses that answer in truth, those that a run asks within so many days. */
const DAYS = 2
const MIN_ASKED = 0.98
/** Files that the prober reads on the way, which nobody declares. */
const NOT_DECLARED = new Set(['robots', 'oauth'])
/** Reasons of the run itself; all others are rules of the site, of its owner or of politeness. */
const OWN_REASONS = new Set<string>(['time', 'unobserved', 'asked_earlier'] satisfies (
  | NotProbedReason
  | OwnReason
)[])

/** The reason of an address whose last row has none: this machine could not observe it, or it was not due in these days. */
type OwnReason = 'unobserved' | 'asked_earlier'

interface LastRow {
  url: string
  /** Null: it was asked in these days. */
  reason: string | null
}

/** Prints how many of the addresses that answer in truth were asked lately, and why others were not; true if enough. */
export async function areLatelyAsked(truth: TrueAddress[], output: string, date: string): Promise<boolean> {
  const rows = new Map((await readLastRows(output, date)).map(({ url, reason }) => [url, reason]))
  const answering = truth.filter(({ answers, kind }) => answers && !NOT_DECLARED.has(kind))
  const findReason = ({ url }: TrueAddress) =>
    rows.has(url) ? (rows.get(url) ?? 'asked') : 'not_declared_yet'
  const groups = Map.groupBy(answering, findReason)
  const asked = groups.get('asked')?.length ?? 0
  const missed = [...groups].filter(([reason]) => OWN_REASONS.has(reason)).flatMap(([, all]) => all).length
  console.log(`asked within ${DAYS} days: ${asked} of ${asked + missed} that answer and may be asked`)
  for (const [reason, all] of groups)
    if (reason !== 'asked') console.log(`  not asked: ${reason} ${all.length}`)
  return asked >= MIN_ASKED * (asked + missed)
}

/** Returns each address of the history until a date, with the reason for which it was not asked in the last days. */
async function readLastRows(output: string, date: string): Promise<LastRow[]> {
  const folder = join(output, 'history/observations/endpoint_probes')
  const files = readdirSync(folder).filter((name) => name <= `${date}.parquet`)
  const db = await openDatabase(':memory:')
  try {
    return await db.rows<LastRow>(
      `with rows as (
         select url, observed_on, outcome, if(outcome is null, 'unobserved', reason) as reason
         from read_parquet([${files.map((name) => literal(join(folder, name))).join(', ')}])
       )
       select url,
         if(bool_or(outcome is not null and outcome <> 'not_probed' and observed_on > ${literal(daysBefore(date, DAYS))}),
           null, coalesce(max_by(reason, observed_on), 'asked_earlier')) as reason
       from rows group by url`,
    )
  } finally {
    db.close()
  }
}
