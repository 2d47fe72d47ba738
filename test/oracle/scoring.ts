import { SIGNALS } from '../../core/domain/signals.ts'
import { type Rank, computeRanks as ranksOfAll } from '../../verify/ranks.ts'
import { computePoints, computeRange, computeStanding, scaleInput } from '../../verify/score.ts'
import { Rule } from './compare.ts'
import type { Input } from './inputs.ts'
import type { Interval } from './intervals/intervals.ts'
import { near } from './parts.ts'
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
export function sumSignals(inputs: Input[]): Map<string, Signal> {
  const byKey = Map.groupBy(inputs, (input) => input.key)
  return new Map([...byKey].map(([key, rows]) => [key, aggregate(SIGNALS[key]?.aggregate, rows)]))
}

function aggregate(kind: 'max' | 'min' | 'sum' | undefined, rows: Input[]): Signal {
  if (kind === 'sum') {
    const cents = rows.reduce((sum, row) => sum + roundCents(row.value ?? 0), 0n)
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

const roundCents = (value: number): bigint =>
  Number.isInteger(value) ? BigInt(value) * 100n : BigInt(Math.round(value * 100))

/** Whole days from the date of a time to a logical date. */
export const daysTo = (day: string, time: number): number =>
  (Date.parse(day) - Date.parse(new Date(time).toISOString().slice(0, 10))) / 86_400_000

/** A published time has whole seconds. */
export const publishedTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** The agent whose values are expected, and the release. */
interface About {
  handle: string
  baseUrl: string
  day: string
}

/**
 * Returns the expected publication of a category: signals from the inputs, the score from the published sub-scores, and
 * its interval from those of all agents.
 */
export function expectedCategory(
  published: Category,
  methodology: PublishedMethodology,
  signals: Map<string, Signal>,
  interval: Interval | undefined,
  about: About,
): Omit<Record<keyof Category, unknown>, keyof ExpectedRank | 'change'> {
  const standing = computeStanding(published, methodology)
  const values = published.signals.map(({ key, scaled }) => ({ key, value: scaled }))
  const range = computeRange(methodology, values)
  return {
    methodology_version: methodology.methodology_version,
    tier: standing.isReady ? 'evidence_ranked' : 'indexed',
    score: twoDecimals(standing.exact),
    score_floor: standing.isWhole
      ? twoDecimals(standing.exact)
      : near(Math.min(range.low, standing.exact / 1e4)),
    score_ceiling: standing.isWhole
      ? twoDecimals(standing.exact)
      : near(Math.max(range.high, standing.exact / 1e4)),
    ...expectedInterval(published, twoDecimals(standing.exact), interval),
    observed_weight: standing.weight,
    missing_signals: methodology.signals.map(({ key }) => key).filter((key) => !signals.has(key)),
    signals: methodology.signals.map((term, position) => {
      const shown = published.signals[position]
      const expected = expectedSignal(term, signals.get(term.key), about)
      return { ...expected, points: near(computePoints(methodology, values, term.key), shown?.points) }
    }),
  }
}

const TRANSACTION = /^https:\/\/[\w.-]+\/tx\/(?:0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,88})$/

/** True for the address of one of these recorded answers, with the agent where it is not public, or of a transaction. */
function isEvidence(url: string, hashes: string[], { baseUrl, handle }: Omit<About, 'day'>): boolean {
  const own = hashes.flatMap((sha256) => ['', `?agent=${handle}`].map((rest) => `${sha256}${rest}`))
  return TRANSACTION.test(url) || own.some((path) => url === `${baseUrl}/evidence/${path}`)
}

function expectedSignal(term: Term, signal: Signal | undefined, { day, ...about }: About) {
  const { key, name, unit, weight, source } = term
  const rest = { key, name, unit, weight, source }
  if (signal === undefined)
    return {
      ...rest,
      value: null,
      scaled: null,
      assumed: true,
      source_url: null,
      observed_at: null,
      response_sha256: null,
      evidence_url: null,
      input_count: 0,
    }
  const { value, time, from, count } = signal
  const item = (says: (response: Recorded) => string) =>
    new Rule(`one of ${[...new Set(from.map(says))].join(', ')}`, (shown) =>
      from.some((response) => says(response) === shown),
    )
  const raw = scaleInput(term, value ?? daysTo(day, time ?? Number.NaN))
  return {
    ...rest,
    value: time === null ? value : publishedTime(time),
    scaled: new Rule(
      `${raw}, rounded to 4 decimals`,
      (shown) => Math.abs(Number(shown) - raw) <= 0.00005 + 1e-9,
    ),
    assumed: false,
    source_url: item((response) => response.url),
    observed_at: item((response) => response.retrieved_at),
    response_sha256: item((response) => response.sha256),
    evidence_url: new Rule('the address of its recorded answer, or of a transaction', (shown) =>
      isEvidence(
        String(shown),
        from.map(({ sha256 }) => sha256),
        about,
      ),
    ),
    input_count: count,
  }
}

/** The interval of a score reaches from the score as far as its draws do, and not beyond floor and ceiling. */
function expectedInterval(
  { score_floor, score_ceiling }: Category,
  score: number,
  interval: Interval | undefined,
): Pick<Record<keyof Category, unknown>, 'score_low' | 'score_high'> {
  const drawn = interval?.score
  if (!drawn) return { score_low: score, score_high: score }
  return {
    score_low: near(Math.min(score, Math.max(score_floor, drawn.low))),
    score_high: near(Math.max(score, Math.min(score_ceiling, drawn.high))),
  }
}

/** The rank, and its interval. */
export type ExpectedRank = Record<'rank' | 'rank_low' | 'rank_high' | 'rank_is_provisional', unknown>

/** Returns the expected rank of a category's row; null in all fields for an agent without one. */
export function expectedRank(rank: Rank | undefined, interval: Interval | undefined): ExpectedRank {
  const drawn = interval?.rank
  if (rank === undefined || !drawn)
    return { rank: null, rank_low: null, rank_high: null, rank_is_provisional: null }
  const [low, high] = [Math.min(rank.rank, drawn.low), Math.max(rank.rank, drawn.high)]
  return {
    rank: rank.rank,
    rank_low: low,
    rank_high: high,
    rank_is_provisional: high - low >= rank.ranked / 2,
  }
}

const twoDecimals = (tenThousandths: number): number => Math.round(tenThousandths / 100) / 100

/** The rank of every agent that has the evidence, by category and handle, from all published sub-scores. */
export function expectedRanks(
  summaries: Iterable<Summary>,
  methodologies: Map<string, PublishedMethodology>,
): Map<string, Rank> {
  const scored = [...summaries].flatMap(({ handle, scores_by_category }) =>
    Object.entries(scores_by_category).flatMap(([category, row]) => (row ? [{ handle, category, row }] : [])),
  )
  return ranksOfAll(scored, methodologies)
}
