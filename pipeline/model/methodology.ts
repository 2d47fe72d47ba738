import type { Category } from '../../core/domain/category.ts'
import { INTERVAL_NUMBERS } from '../../core/domain/interval_numbers.ts'
import { SIGNALS, signalName } from '../../core/domain/signals.ts'

/**
 * Maps a value to a number from 0 to 1, between bounds that are published and do not depend on other agents. `log`,
 * `root` and `linear` read a number; `recency` and `tenure` read a time and count whole days to the logical date.
 */
type Transform =
  | { kind: 'linear'; floor: number; cap: number }
  | { kind: 'log'; floor: number; cap: number }
  | { kind: 'root'; floor: number; cap: number }
  | { kind: 'tenure'; floor: number; cap: number }
  | { kind: 'recency'; floor: number; cap: number; half_life: number }

/** One signal of a category: its input, weight and reason. */
export interface MethodologySignal {
  /** A key of `SIGNALS`, which has its name, unit and source. */
  key: string
  /** The id of its part. */
  part: string
  /** Percent of the whole; the weights of a category add up to 100. */
  weight: number
  transform: Transform
  /**
   * Substitute (0 to 1) while the signal is not observed. Null for signals that not every agent can have: the other
   * signals of the part take its weight. Never shown as a value.
   */
  prior: number | null
  why: string
}

/** Signals of one kind; its weight is the sum of theirs. */
interface Part {
  id: string
  name: string
  /**
   * `core`: determines the score. `factor`: scales with the share that the core reaches, so it is worth nothing alone.
   */
  role: 'core' | 'factor'
}

/** The minimum evidence for a rank in a category. The published text is generated from these numbers. */
interface EvidenceRule {
  /** One signal of each list must be observed; a list without any observation in the category is waived. */
  required: string[][]
  min_signals: number
  /** Percent of the whole weight that must be observed. */
  min_weight: number
  min_sources: number
}

export interface Methodology {
  category: Category
  name: string
  version: string
  /** SHA-256, in hexadecimal, of the rules of `version`; `npm test` prints the expected value. */
  digest: string
  description: string
  parts: Part[]
  /** Combination of the core parts: `mean` of those with any value, or `least`, so that they must agree. */
  core: 'mean' | 'least'
  signals: MethodologySignal[]
  /** The floor and cap of values on another scale, such as a board's ratings: read by the signals' inputs. */
  bounds?: Record<string, { floor: number; cap: number }>
  evidence: EvidenceRule
  limitations: string[]
  changelog: { version: string; date: string; change: string }[]
}

/** Declares a methodology; a file in `pipeline/methodology/` exports the result as its default. */
export const defineMethodology = (methodology: Methodology): Methodology => methodology

/** Returns the formula of a transform in words sufficient to recompute it. */
export function formula({ transform: t }: MethodologySignal): string {
  const whole = 'clipped to 0..1, rounded to 4 decimals'
  switch (t.kind) {
    case 'linear':
      return `(x - ${t.floor}) / (${t.cap} - ${t.floor}), ${whole}`
    case 'log':
      return `(ln(1 + x) - ln(1 + ${t.floor})) / (ln(1 + ${t.cap}) - ln(1 + ${t.floor})), ${whole}`
    case 'root':
      return `sqrt((x - ${t.floor}) / (${t.cap} - ${t.floor})), ${whole}`
    case 'tenure':
      return `d = whole days from x to the logical date; (d - ${t.floor}) / (${t.cap} - ${t.floor}), ${whole}`
    case 'recency':
      return `d = whole days from x to the logical date; 0.5 ^ (max(d - ${t.floor}, 0) / ${t.half_life}), 0 when d >= ${t.cap}, ${whole}`
  }
}

/** Returns the formula of the score from the points of the signals, in words sufficient to recompute it. */
export const scoreText = (methodology: Methodology): string => scoreSteps(methodology).join(' ')

/** Returns the same, one sentence per step. */
export function scoreSteps({ core, parts, signals }: Methodology): string[] {
  const sumWeights = (part: Part) =>
    signals.filter((signal) => signal.part === part.id).reduce((sum, { weight }) => sum + weight, 0)
  const named = (role: Part['role']) =>
    parts.filter((part) => part.role === role).map((part) => `${part.name} (${sumWeights(part)})`)
  const [cores, factors] = [named('core'), named('factor')]
  return [
    'value = scaled, or prior if not observed; share of a part = mean of its values by weight, without those that have none.',
    cores.length === 1
      ? `The core is the share of ${cores.join()}.`
      : core === 'least'
        ? `The core is the least of the shares of ${cores.join(', ')}: they must agree.`
        : `The core is the mean by weight of the shares of ${cores.join(', ')}; a part without a value is left out.`,
    factors.length > 0
      ? `score = weight of the core * core + weight * share * core for each of ${factors.join(', ')}, rounded to 2 decimals.`
      : 'score = 100 * core, rounded to 2 decimals.',
    'The points of a part are divided among its signals by weight * value, rounded to 4 decimals; the score is their sum.',
  ]
}

const { interval_donors, min_interval_donors } = INTERVAL_NUMBERS

/** The rules for the interval of a score, for what is possible at all, and for ranks. */
export const RANK_TEXT = [
  `score_low and score_high are the 5th and 95th percentile of the scores that an agent has with what others of its category show for its missing signals: the nearest ${interval_donors} (or a third of those there are, if less, but ${min_interval_donors}) that have these signals give all their values at once. Near is a like score by the signals that the agent has itself. Two invented donors, one with 0 and one with 1 for all, stand for what none shows. A signal that no agent of the category has stays at its prior.`,
  'score_floor uses 0 and score_ceiling 1 for every missing signal; those without a prior are left out everywhere.',
  'Agents are ranked by the unrounded score; ties are broken by handle, in alphabetical order.',
  'rank_low and rank_high are the 5th and 95th percentile of its ranks when the scores of all ranked agents are drawn in this way. A rank is provisional if they lie at least half of the ranked agents apart.',
].join(' ')

/** Returns the evidence-ready rule in words. */
export function evidenceText({ evidence: rule, signals }: Methodology): string {
  const quoteName = (key: string) => `"${signalName(key)}"`
  const sources = `${rule.min_sources} ${rule.min_sources === 1 ? 'source' : 'different sources'}`
  const isStanding = (key: string) => SIGNALS[key]?.unit.startsWith('of 100') ?? false
  const notAllZero = rule.required.flat().some(isStanding)
    ? 'not all of these 0, but for a standing, which may be 0 of 100'
    : 'not all of these 0'
  const conditions = [
    ...rule.required.map((keys) =>
      keys.length > 1
        ? `one of the signals ${keys.map(quoteName).join(', ')}`
        : `the signal ${keys.map(quoteName).join()}`,
    ),
    ...(rule.required.length > 0 ? [notAllZero] : []),
    `at least ${rule.min_signals} of the ${signals.length} signals in all, from at least ${sources}`,
    ...(rule.min_weight > 0 ? [`signals with at least ${rule.min_weight} percent of the weight`] : []),
  ]
  return `An agent is ranked once these have been observed: ${conditions.join('; ')}. Until then, and after it has departed, it is not ranked.`
}
