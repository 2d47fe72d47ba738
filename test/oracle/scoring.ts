import { SIGNALS } from '../../core/domain/signals.ts'
import { Rule } from './compare.ts'
import type { Input } from './inputs.ts'
import type { PublishedMethodology, Summary } from './published.ts'
import type { Recorded } from './recorded.ts'

/** A signal as its inputs give it, and the responses that decide it. */
export interface Signal {
  value: number | null
  time: number | null
  from: Recorded[]
  count: number
}

type Category = NonNullable<Summary['scores_by_category'][keyof Summary['scores_by_category']]>
type Term = PublishedMethodology['signals'][number]

/** Each signal that the inputs of one agent give. */
export function signalsOf(inputs: Input[]): Map<string, Signal> {
  const byKey = Map.groupBy(inputs, (input) => input.key)
  return new Map([...byKey].map(([key, rows]) => [key, aggregate(SIGNALS[key]?.aggregate, rows)]))
}

function aggregate(kind: 'max' | 'min' | 'sum' | undefined, rows: Input[]): Signal {
  if (kind === 'sum') {
    const cents = rows.reduce((sum, row) => sum + centsOf(row.value ?? 0), 0n)
    return {
      value: Number(cents) / 100,
      time: null,
      from: rows.flatMap((row) => row.from),
      count: rows.length,
    }
  }
  const size = (row: Input): number => row.value ?? row.time ?? Number.NaN
  const best = rows.map(size).reduce((a, b) => (kind === 'min' ? Math.min(a, b) : Math.max(a, b)))
  const deciding = rows.filter((row) => size(row) === best)
  const [first] = deciding
  return {
    value: first?.value ?? null,
    time: first?.time ?? null,
    from: deciding.flatMap((row) => row.from),
    count: rows.length,
  }
}

const centsOf = (value: number): bigint =>
  Number.isInteger(value) ? BigInt(value) * 100n : BigInt(Math.round(value * 100))

/** Whole days from the date of a time to a logical date. */
export const daysTo = (day: string, time: number): number =>
  (Date.parse(day) - Date.parse(new Date(time).toISOString().slice(0, 10))) / 86_400_000

/** A published time has whole seconds. */
export const publishedTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** What a category must publish: signals from the inputs, and the score from the published sub-scores. */
export function expectedCategory(
  published: Category,
  methodology: PublishedMethodology,
  signals: Map<string, Signal>,
  day: string,
): Omit<Record<keyof Category, unknown>, 'rank' | 'change'> {
  const standing = standingOf(published, methodology)
  return {
    methodology_version: methodology.methodology_version,
    tier: standing.isReady ? 'evidence_ranked' : 'indexed',
    score: twoDecimals(standing.exact),
    score_low: twoDecimals(standing.low),
    score_high: twoDecimals(standing.high),
    observed_weight: standing.weight,
    missing_signals: methodology.signals.map(({ key }) => key).filter((key) => !signals.has(key)),
    signals: methodology.signals.map((term, position) => {
      const shown = published.signals[position]
      return expectedSignal(term, signals.get(term.key), shown?.scaled ?? null, day)
    }),
  }
}

function expectedSignal(term: Term, signal: Signal | undefined, scaled: number | null, day: string) {
  const { key, name, unit, weight, source } = term
  const rest = { key, name, unit, weight, source }
  if (signal === undefined)
    return {
      ...rest,
      value: null,
      scaled: null,
      points: (weight * Math.round(term.prior * 1e4)) / 1e4,
      assumed: true,
      source_url: null,
      observed_at: null,
      response_sha256: null,
      input_count: 0,
    }
  const { value, time, from, count } = signal
  const one = (says: (response: Recorded) => string) =>
    new Rule(`one of ${[...new Set(from.map(says))].join(', ')}`, (shown) =>
      from.some((response) => says(response) === shown),
    )
  const raw = scaledOf(term, value ?? daysTo(day, time ?? Number.NaN))
  return {
    ...rest,
    value: time === null ? value : publishedTime(time),
    scaled: new Rule(
      `${raw}, rounded to 4 decimals`,
      (shown) => Math.abs(Number(shown) - raw) <= 0.00005 + 1e-9,
    ),
    points: scaled === null ? null : (weight * Math.round(scaled * 1e4)) / 1e4,
    assumed: false,
    source_url: one((response) => response.url),
    observed_at: one((response) => response.retrieved_at),
    response_sha256: one((response) => response.sha256),
    input_count: count,
  }
}

/** The published formula, before rounding. */
function scaledOf({ transform, floor, cap, half_life_days }: Term, x: number): number {
  const clip = (raw: number): number => Math.min(Math.max(raw, 0), 1)
  if (transform === 'log')
    return clip((Math.log1p(Math.max(x, 0)) - Math.log1p(floor)) / (Math.log1p(cap) - Math.log1p(floor)))
  if (transform === 'recency')
    return x >= cap ? 0 : clip(0.5 ** (Math.max(x - floor, 0) / (half_life_days ?? Number.NaN)))
  return clip((x - floor) / (cap - floor))
}

/** A score in ten-thousandths, its range, and whether the evidence is enough, from the published sub-scores. */
function standingOf({ signals }: Category, { evidence_rule: rule }: PublishedMethodology) {
  const observed = signals.filter((signal) => !signal.assumed)
  const missing = signals.filter((signal) => signal.assumed)
  const points = (list: Category['signals']): number =>
    list.reduce((sum, signal) => sum + Math.round(signal.points * 1e4), 0)
  const weightOf = (list: Category['signals']): number => list.reduce((sum, signal) => sum + signal.weight, 0)
  const low = points(observed)
  const weight = weightOf(observed)
  return {
    exact: points(signals),
    low,
    high: low + weightOf(missing) * 1e4,
    weight,
    isReady:
      rule.required.every((key) => observed.some((signal) => signal.key === key)) &&
      observed.length >= rule.min_signals &&
      weight >= rule.min_weight &&
      new Set(observed.map((signal) => signal.source)).size >= rule.min_sources,
  }
}

const twoDecimals = (tenThousandths: number): number => Math.round(tenThousandths / 100) / 100

/** The rank of every agent that has the evidence, by category and handle, from all published sub-scores. */
export function ranksOf(
  summaries: Iterable<Summary>,
  methodologies: Map<string, PublishedMethodology>,
): Map<string, number> {
  const standings = [...summaries].flatMap(({ handle, scores_by_category }) =>
    Object.entries(scores_by_category).flatMap(([category, row]) => {
      const methodology = methodologies.get(category)
      return row && methodology ? [{ handle, category, ...standingOf(row, methodology) }] : []
    }),
  )
  const ready = Map.groupBy(
    standings.filter((one) => one.isReady),
    (one) => one.category,
  )
  return new Map(
    [...ready].flatMap(([category, rows]) =>
      rows
        .sort((a, b) => b.exact - a.exact || (a.handle < b.handle ? -1 : 1))
        .map(({ handle }, position): [string, number] => [`${category} ${handle}`, position + 1]),
    ),
  )
}
