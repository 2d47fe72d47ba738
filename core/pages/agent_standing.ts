import { HOW_TO_MEASURE } from '../domain/how_to_measure.ts'
import { signalName } from '../domain/signals.ts'
import type { SignalRow, StandingRow } from '../views/agent_record.ts'
import { placeRange } from '../views/place.ts'
import { assumedPoints } from '../views/score_bar.ts'
import type { AgentStanding, EvidenceRow, MissingSignal } from './agent_page_view.ts'
import { pointsBar } from './draw/points_bar.ts'
import { evidenceLink } from './evidence_link.ts'
import { dayAndTime, formatAmount, shortDay } from './numbers.ts'
import type { PageSite } from './page_site.ts'
import { categoryName, categoryPaths, describeMove, linkable, movedBriefly } from './parts.ts'
import { drawBar, partPoints, partViews } from './score_parts.ts'

/** Returns the score of an agent in a category: what was measured, and what was not, with the points that it could add. */
export function standingView(
  row: StandingRow,
  { handle, isFirst }: { handle: string; isFirst: boolean },
  site: PageSite,
): AgentStanding {
  const measured = row.signals.filter((signal) => !isMissing(signal))
  const { missing, missing_weight } = missingSignals(row)
  return {
    id: `in-${row.category}`,
    name: categoryName(site, row.category),
    ...categoryPaths(row.category),
    methodology_version: row.methodology_version,
    place: (row.is_rank_provisional === true ? null : placeRange(row)) ?? describeUnsettled(row),
    score: row.score,
    score_low: row.score_low,
    score_high: row.score_high,
    observed_weight: row.observed_weight,
    // A change that is noise has nothing to tell.
    moved: movedBriefly(row.change) === null ? null : describeMove(withoutNoise(row.change)),
    bar: drawBar(row, findMethodology(row, site) ?? { parts: [], signals: [] }),
    assumed: assumedPoints(row.signals),
    parts: toParts(row, site),
    is_folded: !isFirst,
    evidence: measured.map((signal) => toEvidence(signal, handle, site)),
    missing: missing.slice(0, MAX_MISSING),
    missing_more: missing.slice(MAX_MISSING),
    missing_weight,
  }
}

/** Returns the signals that were not measured, those first that could add most, with the step for each, and their weight. */
export function missingSignals({ signals }: StandingRow): Pick<AgentStanding, 'missing' | 'missing_weight'> {
  const missing = signals.filter(isMissing).toSorted((a, b) => possibleGain(b) - possibleGain(a))
  return {
    missing: missing.map(toMissing),
    missing_weight: missing.reduce((sum, { weight }) => sum + weight, 0),
  }
}

/** The most signals without a value that are shown at once: those that could add most. */
const MAX_MISSING = 3

const possibleGain = ({ weight, points }: SignalRow): number => weight - points

/** A cause of less than a hundredth of a point explains nothing. */
const MIN_CAUSE = 0.005

const withoutNoise = (change: StandingRow['change']): StandingRow['change'] =>
  change && { ...change, causes: change.causes.filter(({ delta }) => Math.abs(delta) >= MIN_CAUSE) }

const describeUnsettled = ({ rank, rank_low, rank_high }: StandingRow): string =>
  rank === null ? 'none yet' : `not settled, ${rank_low} to ${rank_high}`

const isMissing = ({ value, value_at }: SignalRow): boolean => value === null && value_at === null

const findMethodology = (row: StandingRow, site: PageSite): PageSite['methodologies'][number] | undefined =>
  site.methodologies.find(({ category }) => category === row.category)

/** The parts of the methodology with their points. */
function toParts(row: StandingRow, site: PageSite): AgentStanding['parts'] {
  const methodology = findMethodology(row, site)
  if (methodology === undefined) return []
  const points = partPoints(methodology, row.signals)
  return partViews(methodology).map((part, index) => ({ ...part, points: points[index] ?? 0 }))
}

/** A signal with the record that its value rests on. */
const toEvidence = (row: SignalRow, handle: string, site: PageSite): EvidenceRow => ({
  name: signalName(row.key),
  value: row.value_at === null ? formatObserved(row) : formatTime(row.value_at),
  bar: pointsBar(row.points, row.weight),
  points: row.points.toFixed(1),
  weight: row.weight,
  source: row.source.replaceAll('_', ' '),
  source_url: linkable(row.source_url),
  observed_at: row.observed_at,
  observed_on: row.observed_at === null ? null : shortDay(row.observed_at.slice(0, 10)),
  hash: evidenceLink(row, handle, site.evidence),
})

/** A time without its zone: all are UTC, and the column is narrow. */
const formatTime = (time: string): string => `${shortDay(time.slice(0, 10))} ${time.slice(11, 16)}`

/** A signal that was not measured, with the most that it could add. */
const toMissing = (row: SignalRow): MissingSignal => ({
  name: signalName(row.key),
  // Without an assumption the other signals of its part have its weight: it adds by what they lose.
  could_add: row.is_assumed ? `up to +${possibleGain(row).toFixed(1)}` : 'shifts weights',
  how: HOW_TO_MEASURE[row.key] ?? 'Nothing that you do changes this.',
})

/** Formats the observed value of a signal for people. */
export function formatObserved({
  value,
  value_at,
  unit,
}: Pick<SignalRow, 'value' | 'value_at' | 'unit'>): string {
  if (value_at !== null) return dayAndTime(value_at)
  return value === null ? 'not observed' : `${formatAmount(value)} ${value === 1 ? singular(unit) : unit}`
}

/** `repository` for `repositories`, `star` for `stars`. */
const singular = (unit: string): string => unit.replace(/ies$/, 'y').replace(/s$/, '')
