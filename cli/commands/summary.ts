import { clean } from '../../core/domain/text.ts'
import type { RunSummary, SourceSummary } from '../../pipeline/run/types.ts'
import { paymentDayLines } from './payment_day_lines.ts'

const MAX_LINE = 400

/** A run's summary for people: what was published, then a line for each source. */
export function summaryLines(summary: RunSummary): string[] {
  const counts = Object.entries(summary.counts).map(([name, count]) => `${name} ${formatCount(count)}`)
  return [
    clean(`${summary.day}: ${summary.message}`, MAX_LINE),
    ...(summary.release === null ? [] : [`Release ${summary.release} (manifest ${summary.manifest_sha256})`]),
    ...summary.sources.filter(isAskedFor).map((source) => `  ${source.name}: ${sourceText(source)}`),
    ...notAskedLines(summary.sources.filter((source) => !isAskedFor(source))),
    ...noticeLines(summary.catalog_notices),
    ...oldListLines(summary.old_lists),
    ...paymentDayLines(summary.payments),
    ...(counts.length === 0 ? [] : [`Counts: ${counts.join(', ')}`]),
    `${ENDED[summary.outcome]} in ${summary.seconds.toFixed(1)} s`,
  ]
}

/** A source that the run left out by its options has no reason of its own. */
const isAskedFor = ({ outcome, error }: SourceSummary): boolean => outcome !== 'skipped' || error !== null

const notAskedLines = (sources: SourceSummary[]): string[] =>
  sources.length === 0 ? [] : [`  not asked for: ${sources.map(({ name }) => name).join(', ')}`]

const ENDED: Record<RunSummary['outcome'], string> = {
  published: 'Published',
  recorded: 'Recorded',
  unchanged: 'Nothing changed',
}

const noticeLines = (notices: number | null): string[] =>
  notices
    ? [`Catalogue: ${formatCount(notices)} repositories have moved or are archived, see /runs/latest`]
    : []

/** A warning for each curated list that is old, and how it is renewed. */
export const oldListLines = (
  lists: readonly { list: string; listed_on: string; age_days: number }[] | null,
): string[] =>
  (lists ?? []).map(
    ({ list, listed_on, age_days }) =>
      `WARNING: sql/seeds/catalog/${list}.csv is of ${listed_on}, ${formatCount(age_days)} days old: compare it with its source_url, and put in the date (docs/operate/catalog.md)`,
  )

/** A line for each source that failed in this run. */
export function failedSources(summary: RunSummary): string[] {
  return summary.sources
    .filter((source) => source.outcome === 'failed')
    .map((source) => `${summary.day}: ${source.name}: ${sourceText(source)}`)
}

function sourceText(source: SourceSummary): string {
  const age = source.stale_since === null ? '' : `; nothing new since ${source.stale_since}`
  if (source.outcome === 'failed')
    return clean(`failed: ${source.error ?? 'no reason given'}${age}`, MAX_LINE)
  if (source.outcome === 'skipped') return clean(`${source.error}${age}`, MAX_LINE)
  const parts = [
    `${formatCount(source.rows)} rows`,
    `${formatCount(source.requests)} requests (${formatCount(source.not_modified)} not modified)`,
    `${(source.bytes / 1e6).toFixed(1)} MB`,
    `${source.seconds.toFixed(1)} s`,
  ]
  if (source.unanswered > 0) parts.push(`${formatCount(source.unanswered)} without an answer`)
  if (source.left_out !== null) parts.push(`left for another day: ${source.left_out}`)
  if (source.cleaned > 0) parts.push(`${formatCount(source.cleaned)} rows without an odd field`)
  if (source.quarantined > 0) parts.push(`${formatCount(source.quarantined)} bad rows in quarantine`)
  return clean(parts.join(', ') + age, MAX_LINE)
}

const formatCount = (count: number): string => count.toLocaleString('en-US')
