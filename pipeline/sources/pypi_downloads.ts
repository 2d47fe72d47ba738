import { z } from 'zod'
import { daysBefore } from '../../core/domain/dates.ts'
import { UpstreamChanged } from '../../core/domain/errors.ts'
import { listPackages, orderPackages } from '../agents/packages.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { describeLeft } from '../source/left_out.ts'
import { pick } from '../source/pick.ts'
import { nullIfUpstreamFails } from '../source/schedule.ts'
import type { Observation, Provenance } from '../source/source.ts'

const HOST = 'sql-clickhouse.clickhouse.com'
// The service ends answers at 1,000 rows and long reads half-way, and says nothing of it unless it is told to fail.
const CLICKHOUSE = `https://${HOST}/?user=demo&default_format=JSONCompact&result_overflow_mode=throw&read_overflow_mode=throw`
/** Maximum number of packages in a query, each a row of its answer. */
const MAX_IN_QUERY = 900
/** Each is two queries, and 60 are allowed in an hour. */
const MAX_BATCHES = 25
/** Each attempt counts as a query. */
const ATTEMPTS = 2
/** Number of packages of a whole registry, by data set. */
const FIRST = { live: 4_500, replay: 150, sample: 60 }
/** Maximum number of new ones of one namespace of the registry while others wait. */
const MAX_FRESH_PER_NAMESPACE = 200
/** Maximum age of its newest day; older counts say no more than the last ones. */
const MAX_DAYS_LATE = 15
const QUERY_DAYS = 30 + MAX_DAYS_LATE
/** PEP 503; such a name needs no escaping in SQL. */
const NORMALISED = /^[a-z\d]+(?:-[a-z\d]+)*$/

const Table = z
  .looseObject({ data: z.array(z.unknown()), rows: z.int() })
  .refine(({ data, rows }) => data.length === rows, 'it has not as many rows as it says')
/** ClickHouse may write whole numbers of 64 bits as text. */
const Count = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

const count = z.int().min(0).nullable()

/**
 * Downloads of the PyPI packages that MCP servers list or that are catalogued, all of them every day (of more than
 * 22,500 those that are due, `turns.ts`), mirrors included, up to the day before. The service has a day only after a
 * delay: the week ends with the newest day that it has for any of them, `period_end`. A package without a download in
 * 45 days is unknown to it.
 */
export default defineSource({
  name: 'pypi_downloads',
  title: 'Recent downloads of PyPI packages of MCP servers and developers',
  docs: 'https://github.com/ClickHouse/clickpy',
  license: 'Public download counts of PyPI, in a public database of ClickHouse',
  republished: 'figures',
  attribution: 'PyPI download counts, through ClickHouse (https://clickpy.clickhouse.com)',
  key: ['package'],
  counts: { columns: ['last_week'], isAbsentZero: true },
  reads: ['mcp_registry'],
  budget: 2 * MAX_BATCHES,
  firstDay: ({ world }) => ({ [HOST]: 2 * Math.ceil(FIRST[world] / MAX_IN_QUERY) }),
  minutes: 10,
  probe: { answers: 2, filled: ['last_week', 'period_end'] },
  row: z
    .object({
      package: z
        .string()
        .max(214)
        .regex(/^[a-z\d-]+$/),
      is_found: z.boolean(),
      last_week: count,
      period_end: z.iso.date().nullable(),
    })
    .refine((row) => !row.is_found || row.last_week !== null, 'a package that is found has downloads'),
  async *fetch({ http, day, known, catalog }) {
    const listed = listPackages('pypi', await known('mcp_registry'), catalog)
    const named = listed.filter(({ name }) => NORMALISED.test(name))
    const names = orderPackages(named, await known('pypi_downloads'), day, MAX_FRESH_PER_NAMESPACE)
    if (names.length === 0) return 'changes'
    const since = daysBefore(day, QUERY_DAYS)
    const dated = await requestInTurn(batches(names), (batch) => requestNewest(http, batch, { since, day }))
    const newest = findNewest(dated, day)
    const counted = await requestInTurn(dated, (batch) => requestWeek(http, batch, newest))
    for (const batch of counted) yield* toRows(batch, newest)
    const left = names.length - counted.reduce((sum, { requested }) => sum + requested.length, 0)
    return left === 0 ? 'changes' : { left_out: describeLeft(left, names.length, 'packages') }
  },
})

/** The newest day of each package of a batch. */
interface DatedBatch {
  requested: string[]
  from: Provenance
  /** By package of the answer; null where it or its day is malformed, or was not requested. */
  days: Map<string, string | null>
}

/** The downloads of a week of each package of a batch. */
interface CountedBatch extends DatedBatch {
  fromWeek: Provenance
  /** By package of the answer; null where it or its number is malformed, or was not requested. */
  downloads: Map<string, number | null>
}

const batches = (names: string[]): string[][] =>
  Array.from({ length: Math.min(MAX_BATCHES, Math.ceil(names.length / MAX_IN_QUERY)) }, (_, nth) =>
    names.slice(nth * MAX_IN_QUERY, (nth + 1) * MAX_IN_QUERY).sort(),
  )

/** One query at a time, since more than a few at once are refused; those before a failure count. */
async function requestInTurn<T, R>(items: T[], request: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (const item of items) {
    const answer = await (answers.length === 0 ? request(item) : nullIfUpstreamFails(request(item)))
    if (answer === null) break
    answers.push(answer)
  }
  return answers
}

async function requestNewest(
  http: Http,
  requested: string[],
  { since, day }: { since: string; day: string },
): Promise<DatedBatch> {
  const dates = `date >= '${since}' AND date < '${day}'`
  const answer = await requestTable(http, 'max(date) AS newest', requested, dates)
  const readDay = (value: unknown) => {
    const { data } = z.iso.date().safeParse(value)
    return data !== undefined && data >= since && data < day ? data : null
  }
  return { requested, from: answer.from, days: answer.read(readDay) }
}

async function requestWeek(http: Http, batch: DatedBatch, newest: string): Promise<CountedBatch> {
  const dates = `date > '${daysBefore(newest, 7)}' AND date <= '${newest}'`
  const answer = await requestTable(http, 'sum(count) AS downloads', batch.requested, dates)
  return {
    ...batch,
    fromWeek: answer.from,
    downloads: answer.read((value) => Count.safeParse(value).data ?? null),
  }
}

/** Requests one figure of each package, which is a row of the answer. */
async function requestTable(http: Http, figure: string, names: string[], dates: string) {
  const text = `SELECT project, ${figure}
FROM pypi.pypi_downloads_per_day
WHERE project IN (${names.map((name) => `'${name}'`).join(', ')}) AND ${dates}
GROUP BY project
ORDER BY project`
  const from = await http.json(CLICKHOUSE, Table, { text, attempts: ATTEMPTS })
  const requested = new Set(names)
  const entries = (from.data?.data ?? []).map((row) => [String(pick(row, '0')), pick(row, '1')] as const)
  return {
    from,
    read: <T>(parse: (value: unknown) => T) =>
      new Map(entries.map(([name, value]) => [name, requested.has(name) ? parse(value) : null])),
  }
}

/** Returns the newest day of any package: a single one may have had no download on it. */
function findNewest(dated: DatedBatch[], day: string): string {
  const newest = dated
    .flatMap(({ days }) => [...days.values()].flatMap((date) => date ?? []))
    .sort()
    .at(-1)
  if (newest !== undefined && newest >= daysBefore(day, MAX_DAYS_LATE)) return newest
  throw new UpstreamChanged(CLICKHOUSE, `it has no downloads of the last ${MAX_DAYS_LATE} days`)
}

/** Returns a row for each requested package; other names in an answer go to quarantine. */
function toRows(batch: CountedBatch, newest: string): Observation[] {
  const { requested, days, downloads } = batch
  const others = new Set([...days.keys(), ...downloads.keys()]).difference(new Set(requested))
  return [
    ...requested.map((name) => toRow(name, batch, newest)),
    ...[...others].map((name) => ({ from: batch.from, row: { ...UNKNOWN, package: name, is_found: true } })),
  ]
}

const UNKNOWN = { package: '', is_found: false, last_week: null, period_end: null }

/** A package with a day and without a download in the week has 0. */
function toRow(name: string, batch: CountedBatch, newest: string): Observation {
  const { from, fromWeek, days, downloads } = batch
  if (!days.has(name) && !downloads.has(name)) return { from, row: { ...UNKNOWN, package: name } }
  const week = days.get(name) === null ? null : downloads.has(name) ? downloads.get(name) : 0
  return {
    from: fromWeek,
    row: { package: name, is_found: true, last_week: week, period_end: week === null ? null : newest },
  }
}
