import { daysBefore } from '../../core/domain/dates.ts'
import type { Counts, Coverage, FetchContext, Observation, SourceDefinition } from './source.ts'

/** A count from here up does not drop to 0. */
const MIN_STEADY = 1_000
/** Among this many counts, all 0 is implausible even without earlier values. */
const MIN_BATCH = 20
/** Minimum number of names for the volume to be meaningful. */
const MIN_NAMES = 5
/** Minimum share of its volume that a source has in the next reading. */
const MIN_VOLUME_SHARE = 0.5
/** Maximum age of an earlier count that a fall is checked against. */
const MAX_DOUBT_DAYS = 28

/** The number in each counted column; null where there is none. */
type CountValues = (number | null)[]

/** A new row, and the earlier counts of the same name. */
interface CountedRow {
  observation: Observation
  name: string
  now: CountValues
  last: CountValues | undefined
}

/** Rows that together are no observation, and the reason. */
interface RejectedRows {
  rows: ReadonlySet<CountedRow>
  reason: string
}

/**
 * Wraps the fetch of a source to check its counts. Not observed are: a count of 0 of a name that had thousands; counts
 * that are all 0 in one answer; and all rows where the source has lost most of its volume. The last rows are kept then,
 * and the fetch says so.
 */
export const judgeCounts = (source: SourceDefinition, counts: Counts): SourceDefinition['fetch'] =>
  async function* (context) {
    const fetching = source.fetch(context)
    const observations: Observation[] = []
    let step = await fetching.next()
    for (; !step.done; step = await fetching.next()) observations.push(step.value)
    const counted = compare(observations, await readLastCounts(source, counts, context), source, counts)
    const untrue = findVolumeLoss(counted, counts) ?? findEmptyAnswers(counted)
    for (const item of counted) {
      const reason = untrue?.rows.has(item) ? untrue.reason : findDrop(item, counts)
      yield reason === null ? item.observation : withoutCounts(item.observation, counts, reason)
    }
    return untrue
      ? withLeftOut(step.value, `${untrue.rows.size} of ${counted.length} rows, ${untrue.reason}`)
      : step.value
  }

const compare = (
  observations: Observation[],
  last: Map<string, CountValues>,
  source: SourceDefinition,
  counts: Counts,
): CountedRow[] =>
  observations.map((observation) => {
    const name = readName(observation.row, source, counts)
    return { observation, name, now: readCounts(observation.row, counts), last: last.get(name) }
  })

/** Returns the last counts by name, as far back as they count against a fall. */
async function readLastCounts(
  source: SourceDefinition,
  counts: Counts,
  { known, day }: FetchContext,
): Promise<Map<string, CountValues>> {
  const since = daysBefore(day, MAX_DOUBT_DAYS)
  // Rows are ordered by key: of a name with several dates the newest counts.
  const rows = (await known(source.name)).filter(({ observed_on }) => observed_on >= since)
  return new Map(rows.map((row) => [readName(row, source, counts), readCounts(row, counts)]))
}

const readName = (row: Record<string, unknown>, { key }: SourceDefinition, { name = key }: Counts): string =>
  JSON.stringify(name.map((column) => row[column] ?? null))

const readCounts = (row: Record<string, unknown>, { columns, isAbsentZero }: Counts): CountValues =>
  columns.map((column) => (isAbsentZero && row.is_found === false ? 0 : parseCount(row[column])))

function parseCount(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,30}$/.test(value) ? Number(value) : null
}

/** Returns the reason a single row is no observation, or null. */
function findDrop({ now, last }: CountedRow, { columns }: Counts): string | null {
  const at = now.findIndex((count, column) => count === 0 && (last?.[column] ?? 0) >= MIN_STEADY)
  return at === -1 ? null : `${columns[at]}: 0, where ${formatCount(last?.[at] ?? 0)} were counted before`
}

/** Finds answers in which all counts of a column are 0. Rows with an answer each are taken together. */
function findEmptyAnswers(counted: CountedRow[]): RejectedRows | null {
  const answers = Map.groupBy(counted, ({ observation }) => observation.from.url)
  const single = [...answers.values()].filter((rows) => rows.length === 1).flat()
  const several = [...answers.values()].filter((rows) => rows.length > 1)
  const empty = [counted, ...several, single].filter((rows) => isEmpty(rows, rows === counted)).flat()
  return empty.length === 0 ? null : { rows: new Set(empty), reason: 'of which every count is 0' }
}

function isEmpty(rows: CountedRow[], isWhole: boolean): boolean {
  const columns = rows[0]?.now.keys() ?? []
  return [...columns].some((column) => {
    const counts = rows.flatMap(({ now }) => now[column] ?? [])
    const isAllZero = counts.length > 1 && counts.every((count) => count === 0)
    const hadAny = rows.some(({ last }) => (last?.[column] ?? 0) > 0)
    return isAllZero && (isWhole || hadAny || counts.length >= MIN_BATCH)
  })
}

/** Returns all rows, where those counted before have lost most of their total, and most of them of their own. */
function findVolumeLoss(counted: CountedRow[], { columns: [column] }: Counts): RejectedRows | null {
  const newest = new Map(counted.map((counted) => [counted.name, counted]))
  const pairs = [...newest.values()].flatMap(({ now, last }) =>
    last?.[0] ? [{ before: last[0], after: now[0] ?? 0 }] : [],
  )
  const before = pairs.reduce((sum, pair) => sum + pair.before, 0)
  const after = pairs.reduce((sum, pair) => sum + pair.after, 0)
  const fallen = pairs.filter((pair) => pair.after < pair.before * MIN_VOLUME_SHARE)
  const isEnough = pairs.length >= MIN_NAMES && before >= MIN_STEADY
  if (!isEnough || after >= before * MIN_VOLUME_SHARE || fallen.length * 2 <= pairs.length) return null
  return {
    rows: new Set(counted),
    reason: `whose ${column} fell from ${formatCount(before)} to ${formatCount(after)} together`,
  }
}

/** The row without its counts. */
const withoutCounts = ({ from, row }: Observation, { columns }: Counts, untrue: string): Observation => ({
  from,
  row: { ...row, ...Object.fromEntries(columns.map((column) => [column, null])) },
  implausible: untrue,
})

function withLeftOut(coverage: Coverage, words: string): Coverage {
  if (typeof coverage === 'string') return { left_out: words }
  return { ...coverage, left_out: [coverage.left_out ?? [], words].flat().join('; ') }
}

const formatCount = (count: number): string => Math.round(count).toLocaleString('en-US')
