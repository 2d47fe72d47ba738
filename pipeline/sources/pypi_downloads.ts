import { z } from 'zod'
import { daysBefore } from '../../core/domain/dates.ts'
import { UpstreamChanged, UpstreamDown } from '../../core/domain/errors.ts'
import { listPackages, orderPackages } from '../agents/packages.ts'
import type { Http } from '../http/http.ts'
import { defineSource } from '../source/define_source.ts'
import { pick } from '../source/pick.ts'
import type { Observation, Provenance } from '../source/source.ts'

const CLICKHOUSE = 'https://sql-clickhouse.clickhouse.com/?user=demo&default_format=JSONCompact'
/** Maximum number of packages in a query: its answer is less than a megabyte. */
const MAX_IN_QUERY = 500
const MAX_QUERIES = 40
/** Maximum number of new ones of one namespace of the registry while others wait. */
const MAX_FRESH_PER_NAMESPACE = 200
/** Maximum age of its newest day; older counts say no more than the last ones. */
const MAX_DAYS_LATE = 15
const QUERY_DAYS = 30 + MAX_DAYS_LATE
/** PEP 503; such a name needs no escaping in SQL. */
const NORMALISED = /^[a-z\d]+(?:-[a-z\d]+)*$/

const Counted = z
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
const Item = z.tuple([z.string(), z.iso.date(), Count])

const count = z.int().min(0).nullable()

/**
 * Downloads of the PyPI packages that MCP servers list or that are catalogued, all of them every day (of more than
 * 20,000 those that are due, `turns.ts`), mirrors included, up to the day before. The service has a day only after a
 * delay: day, week and month end with the newest day that it has for any of them, `period_end`. A package without a
 * download in 45 days is unknown to it.
 */
export default defineSource({
  name: 'pypi_downloads',
  title: 'Recent downloads of PyPI packages of MCP servers and developers',
  docs: 'https://github.com/ClickHouse/clickpy',
  license: 'Public download counts of PyPI, in a public database of ClickHouse',
  republished: 'figures',
  attribution: 'PyPI download counts, through ClickHouse (https://clickpy.clickhouse.com)',
  key: ['package'],
  counts: { columns: ['last_week', 'last_month'], isAbsentZero: true },
  reads: ['mcp_registry'],
  // One for 500 packages.
  budget: MAX_QUERIES,
  firstDay: { 'sql-clickhouse.clickhouse.com': 1 },
  pastDay: { 'sql-clickhouse.clickhouse.com': 1 },
  probe: { filled: ['last_week', 'last_month', 'period_end'] },
  row: z
    .object({
      package: z
        .string()
        .max(214)
        .regex(/^[a-z\d-]+$/),
      is_found: z.boolean(),
      last_day: count,
      last_week: count,
      last_month: count,
      period_end: z.iso.date().nullable(),
    })
    .refine((row) => !row.is_found || row.last_week !== null, 'a package that is found has downloads'),
  async *fetch({ http, day, known, catalog }) {
    const listed = listPackages('pypi', await known('mcp_registry'), catalog)
    const named = listed.filter(({ name }) => NORMALISED.test(name))
    const names = orderPackages(named, await known('pypi_downloads'), day, MAX_FRESH_PER_NAMESPACE)
    const answers = await requestAll(http, day, names)
    if (answers.length === 0) return 'changes'
    const newest = findNewest(answers, day)
    for (const answer of answers) yield* toRows(answer, newest)
    const left = names.length - answers.reduce((sum, { requested }) => sum + requested.length, 0)
    return left === 0 ? 'changes' : { left_out: `${left} of ${names.length} packages` }
  },
})

/** The result of one query. */
interface QueryResult {
  from: Provenance
  requested: string[]
  /** Downloads by date, of each package in the answer; null where they are malformed, or were not requested. */
  counts: Map<string, Map<string, number> | null>
}

/** One query at a time, since more than a few at once are refused; those before an outage count. */
async function requestAll(http: Http, day: string, names: string[]): Promise<QueryResult[]> {
  const answers: QueryResult[] = []
  const requested = names.slice(0, MAX_QUERIES * MAX_IN_QUERY)
  for (let at = 0; at < requested.length; at += MAX_IN_QUERY) {
    try {
      answers.push(await requestBatch(http, day, requested.slice(at, at + MAX_IN_QUERY).sort()))
    } catch (error) {
      if (!(error instanceof UpstreamDown) || answers.length === 0) throw error
      break
    }
  }
  return answers
}

async function requestBatch(http: Http, day: string, requested: string[]): Promise<QueryResult> {
  const since = daysBefore(day, QUERY_DAYS)
  const text = `SELECT project, date, sum(count) AS downloads
FROM pypi.pypi_downloads_per_day
WHERE project IN (${requested.map((name) => `'${name}'`).join(', ')}) AND date >= '${since}' AND date < '${day}'
GROUP BY project, date
ORDER BY project, date`
  const from = await http.json(CLICKHOUSE, Counted, { text })
  const named = Map.groupBy(from.data?.data ?? [], (item) => String(pick(item, '0')))
  const toDays = (name: string, items: unknown[]) =>
    requested.includes(name) ? readDays(items, (date) => date >= since && date < day) : null
  return {
    from,
    requested,
    counts: new Map([...named].map(([name, items]) => [name, toDays(name, items)])),
  }
}

function readDays(items: unknown[], isRequested: (date: string) => boolean): Map<string, number> | null {
  const days = new Map<string, number>()
  for (const item of items) {
    const { data } = Item.safeParse(item)
    if (data === undefined || !isRequested(data[1])) return null
    days.set(data[1], data[2])
  }
  return days
}

/** Returns the newest day of any package: a single one may have had no download on it. */
function findNewest(answers: QueryResult[], day: string): string {
  const days = answers.flatMap(({ counts }) => [...counts.values()])
  const newest = days
    .flatMap((dates) => [...(dates?.keys() ?? [])])
    .sort()
    .at(-1)
  if (newest !== undefined && newest >= daysBefore(day, MAX_DAYS_LATE)) return newest
  throw new UpstreamChanged(CLICKHOUSE, `it has no downloads of the last ${MAX_DAYS_LATE} days`)
}

/** Returns a row for each requested package; other names in the answer go to quarantine. */
function toRows({ from, requested, counts }: QueryResult, newest: string): Observation[] {
  const others = new Set(counts.keys()).difference(new Set(requested))
  const rows = requested.map((name) => toRow(name, counts.get(name), newest))
  return [...rows, ...[...others].map((name) => toRow(name, null, newest))].map((row) => ({ from, row }))
}

function toRow(name: string, days: Map<string, number> | null | undefined, newest: string) {
  const last = (length: number): number | null => {
    if (!days) return null
    const since = daysBefore(newest, length)
    return [...days].reduce((sum, [date, downloads]) => (date > since ? sum + downloads : sum), 0)
  }
  return {
    package: name,
    is_found: days !== undefined,
    last_day: last(1),
    last_week: last(7),
    last_month: last(30),
    period_end: days ? newest : null,
  }
}
