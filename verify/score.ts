/**
 * The score of an agent in a category, computed again from its published signals and the published methodology.
 *
 * recomputed(category, methodology, day) → Recomputed: each signal, each part, the score and what missing signals allow, step by step
 * scaledOf(term, x), pointsOf, rangeOf, standingOf → the single steps
 */

/** A signal of a published methodology. */
export interface SignalTerm {
  key: string
  /** For people; not needed to compute anything. */
  name?: string
  unit: string
  part: string
  weight: number
  transform: string
  floor: number
  cap: number
  half_life_days: number | null
  prior: number | null
}

/** Used fields of `/api/methodology/{category}/llm-summary`. */
export interface PublishedRules {
  category: string
  name?: string
  methodology_version: string
  parts: { id: string; name?: string; role: 'core' | 'factor' }[]
  core: 'mean' | 'least'
  signals: SignalTerm[]
  evidence_rule: { required: string[][]; min_signals: number; min_weight: number; min_sources: number }
}

/** The parts of a methodology that a score is computed from. */
export type Formula = Pick<PublishedRules, 'category' | 'parts' | 'core' | 'signals'>

/** A signal as an agent's answers show it. */
export interface PublishedSignal {
  key: string
  value: number | string | null
  weight: number
  scaled: number | null
  points: number
  assumed: boolean
  source: string
}

/** A category of `scores_by_category` of `/api/agent/{handle}/llm-summary`. */
export interface CategoryScore {
  methodology_version: string
  tier: string
  score: number
  score_low: number
  score_high: number
  score_floor: number
  score_ceiling: number
  observed_weight: number
  missing_signals: string[]
  signals: PublishedSignal[]
}

/** The scaled value of each signal of a category, null where it was not observed. */
export type ScaledValues = { key: string; value: number | null }[]

/** Score of one part of a methodology. */
interface Part {
  isCore: boolean
  weight: number
  filledWeight: number
  /** Weight times value, summed. */
  filled: number
  /** 0 to 1; null where nothing of it is known or assumed. */
  share: number | null
}

/** A signal, computed again. */
export interface SignalStep {
  key: string
  part: string
  weight: number
  value: number | string | null
  /** Input of the formula: the value, or the days since it. */
  input: number | null
  /** Before rounding; the prior where it was not observed. */
  scaled: number | null
  points: number
}

/** A score, computed again. */
export interface RecomputedScore {
  signals: SignalStep[]
  parts: { id: string; role: 'core' | 'factor'; weight: number; share: number | null; points: number }[]
  /** The sum of the published points, which is the published score to the digit. */
  score: number
  score_floor: number
  score_ceiling: number
  observed_weight: number
  /** Without any prior: nothing that is missing could move it. */
  isWhole: boolean
  isReady: boolean
}

type Fill = (prior: number | null) => number | null

/** The published formula, before rounding. */
export function scaleInput(
  term: Pick<SignalTerm, 'transform' | 'floor' | 'cap' | 'half_life_days'>,
  x: number,
): number {
  const { transform, floor, cap, half_life_days } = term
  const clip = (raw: number): number => Math.min(Math.max(raw, 0), 1)
  if (transform === 'log')
    return clip((Math.log1p(Math.max(x, 0)) - Math.log1p(floor)) / (Math.log1p(cap) - Math.log1p(floor)))
  if (transform === 'root') return clip(Math.sqrt(Math.max(x - floor, 0) / (cap - floor)))
  if (transform === 'recency')
    return x >= cap ? 0 : clip(0.5 ** (Math.max(x - floor, 0) / (half_life_days ?? Number.NaN)))
  return clip((x - floor) / (cap - floor))
}

/**
 * Converts a published value to formula input: a number as it is, a time to the whole days from its date to the day.
 */
export const toInput = (value: number | string, day: string): number =>
  typeof value === 'number' ? value : (Date.parse(day) - Date.parse(value.slice(0, 10))) / 86_400_000

/** Each part of the methodology, with what `fill` makes of a prior where a signal is missing. */
function computeParts(
  { parts, signals }: Formula,
  values: ScaledValues,
  fill: Fill = asIs,
): Map<string, Part> {
  const observed = new Map(values.map(({ key, value }) => [key, value]))
  return new Map(
    parts.map(({ id, role }) => {
      const terms = signals
        .filter((signal) => signal.part === id)
        .map(({ key, weight, prior }) => ({ weight, value: observed.get(key) ?? fill(prior) }))
      const known = terms.filter((term) => term.value !== null)
      const filledWeight = sum(known, (item) => item.weight)
      const filled = sum(known, (item) => item.weight * (item.value ?? 0))
      const share = filledWeight === 0 ? null : filled / filledWeight
      return [
        id,
        { isCore: role === 'core', weight: sum(terms, (term) => term.weight), filledWeight, filled, share },
      ]
    }),
  )
}

/** The points of a part: the core is the mean or the least of its parts, a factor counts in the share of the core. */
function partPoints({ core }: Formula, parts: Map<string, Part>): (part: Part) => number {
  const cores = [...parts.values()].filter((part) => part.isCore)
  const shared = cores.filter((part) => part.share !== null)
  const coreWeight = sum(cores, (part) => part.weight)
  const sharedWeight = sum(shared, (part) => part.weight)
  const min = Math.min(...shared.map((part) => part.share ?? 0))
  const mean = sum(shared, (part) => part.weight * (part.share ?? 0)) / sharedWeight
  const level = shared.length === 0 ? 0 : core === 'least' ? min : mean
  return (part) => {
    if (part.share === null) return 0
    if (!part.isCore) return part.weight * part.share * level
    return (coreWeight / sharedWeight) * part.weight * (core === 'least' ? level : part.share)
  }
}

/** Returns the points of a signal before rounding; throws for a key that is no signal of the methodology. */
export function computePoints(methodology: Formula, values: ScaledValues, key: string): number {
  const term = methodology.signals.find((signal) => signal.key === key)
  if (term === undefined) throw new Error(`${key} is no signal of ${methodology.category}`)
  const parts = computeParts(methodology, values)
  const part = parts.get(term.part)
  const value = values.find((value) => value.key === key)?.value ?? term.prior
  if (part === undefined || value === null || part.filled === 0) return 0
  return (partPoints(methodology, parts)(part) * term.weight * value) / part.filled
}

/** Returns the range of scores that the missing signals allow; those without a prior are omitted, as in the score. */
export function computeRange(methodology: Formula, values: ScaledValues): { low: number; high: number } {
  const scoreWith = (missing: number): number => {
    const parts = computeParts(methodology, values, (prior) => (prior === null ? null : missing))
    return sum([...parts.values()], partPoints(methodology, parts))
  }
  return { low: scoreWith(0), high: scoreWith(1) }
}

/** The score in ten-thousandths, from the published points, and whether the evidence is enough. */
export function computeStanding(
  { signals }: Pick<CategoryScore, 'signals'>,
  { evidence_rule: rule, signals: terms }: PublishedRules,
  waived: ReadonlySet<string> = new Set(),
): { exact: number; weight: number; isWhole: boolean; isReady: boolean } {
  const guessed = new Set(terms.filter(({ prior }) => prior !== null).map(({ key }) => key))
  const observed = signals.filter((signal) => !signal.assumed)
  const weight = sum(observed, (signal) => signal.weight)
  const required = rule.required.filter((keys) => !waived.has(keys.join()))
  // A standing is no count: the last place, 0 of 100, was seen as much as the first.
  const standings = new Set(terms.filter(({ unit }) => unit.startsWith('of 100')).map(({ key }) => key))
  const isMore = observed.some(
    ({ key, value }) => (value !== 0 || standings.has(key)) && required.flat().includes(key),
  )
  return {
    exact: sum(signals, (signal) => Math.round(signal.points * 1e4)),
    weight,
    // Whole: without any prior.
    isWhole: !signals.some(({ key, assumed }) => assumed && guessed.has(key)),
    isReady:
      required.every((keys) => observed.some(({ key }) => keys.includes(key))) &&
      // Counts of 0 alone rank no agent.
      (required.length === 0 || isMore) &&
      observed.length >= rule.min_signals &&
      weight >= rule.min_weight &&
      new Set(observed.map(({ source }) => source)).size >= rule.min_sources,
  }
}

/** Every step from the published signals of a category to its score. */
export function recomputeScore(
  category: CategoryScore,
  methodology: PublishedRules,
  day: string,
): RecomputedScore {
  const values = category.signals.map(({ key, scaled }) => ({ key, value: scaled }))
  const parts = computeParts(methodology, values)
  const points = partPoints(methodology, parts)
  const { exact, weight, isWhole, isReady } = computeStanding(category, methodology)
  const range = computeRange(methodology, values)
  return {
    signals: methodology.signals.map((term) =>
      signalStep(term, category, day, computePoints(methodology, values, term.key)),
    ),
    parts: methodology.parts.map(({ id, role }) => {
      const part = parts.get(id) as Part
      return { id, role, weight: part.weight, share: part.share, points: points(part) }
    }),
    score: twoDecimals(exact),
    score_floor: isWhole ? twoDecimals(exact) : Math.min(range.low, exact / 1e4),
    score_ceiling: isWhole ? twoDecimals(exact) : Math.max(range.high, exact / 1e4),
    observed_weight: weight,
    isWhole,
    isReady,
  }
}

function signalStep(term: SignalTerm, { signals }: CategoryScore, day: string, points: number): SignalStep {
  const { key, part, weight } = term
  const value = signals.find((signal) => signal.key === key)?.value ?? null
  const input = value === null ? null : toInput(value, day)
  return {
    key,
    part,
    weight,
    value,
    input,
    scaled: input === null ? term.prior : scaleInput(term, input),
    points,
  }
}

const asIs: Fill = (prior) => prior
const sum = <T>(all: T[], size: (item: T) => number): number =>
  all.reduce((total, item) => total + size(item), 0)
const twoDecimals = (tenThousandths: number): number => Math.round(tenThousandths / 100) / 100
