import { type Claim, notChecked, toClaim } from './claims.ts'
import {
  type CategoryScore,
  type PublishedRules,
  type PublishedSignal,
  type RecomputedScore,
  recomputeScore,
  type SignalStep,
} from './score.ts'

/** Points and scaled values are published with 4 decimals, scores with 2. */
const HALF_OF_4 = 0.000051
/** Ends of a range come from scaled values of 4 decimals: up to fifteen of them, then rounded. */
const RANGE_ROUNDED = 0.005 + 15 * 0.00005

/** A claim for each category of an agent's summary, which is of this day. */
export function scoreClaims(
  { handle, scores_by_category }: { handle: string; scores_by_category: Record<string, CategoryScore> },
  methodologies: ReadonlyMap<string, PublishedRules>,
  day: string,
): Claim[] {
  return Object.entries(scores_by_category).map(([category, shown]) => {
    const name = `score of ${handle} in ${category}`
    const methodology = methodologies.get(category)
    if (methodology === undefined)
      return notChecked(name, 'the methodology of the category is not published here')
    return toClaim(
      name,
      scoreProblems(shown, methodology, day),
      stepsText(shown, recomputeScore(shown, methodology, day)),
    )
  })
}

/** Every published number of a category that its signals and the methodology do not give. */
export function scoreProblems(shown: CategoryScore, methodology: PublishedRules, day: string): string[] {
  if (shown.methodology_version !== methodology.methodology_version)
    return [
      `it is of methodology ${shown.methodology_version}, published is ${methodology.methodology_version}`,
    ]
  const keys = methodology.signals.map(({ key }) => key).join()
  if (shown.signals.map(({ key }) => key).join() !== keys)
    return [`its signals are not those of the methodology`]
  const again = recomputeScore(shown, methodology, day)
  return [
    ...again.signals.flatMap((step, i) => signalProblems(step, shown.signals[i] as PublishedSignal)),
    ...differs('score', shown.score, again.score, 1e-9),
    ...differs('score_floor', shown.score_floor, again.score_floor, RANGE_ROUNDED),
    ...differs('score_ceiling', shown.score_ceiling, again.score_ceiling, RANGE_ROUNDED),
    ...intervalProblems(shown),
    ...differs('observed_weight', shown.observed_weight, again.observed_weight, 1e-9),
    ...missingProblems(shown),
    ...tierProblems(shown, again.isReady),
  ]
}

/** The interval rests on other agents and is made again by a rebuild alone; here it must lie where the agent's own signals allow. */
function intervalProblems({
  score,
  score_low,
  score_high,
  score_floor,
  score_ceiling,
}: CategoryScore): string[] {
  const isInside =
    score_floor <= score_low && score_low <= score && score <= score_high && score_high <= score_ceiling
  return isInside
    ? []
    : [
        `the interval ${score_low} to ${score_high} is not around ${score} and within ${score_floor} to ${score_ceiling}`,
      ]
}

function signalProblems(step: SignalStep, shown: PublishedSignal): string[] {
  const isMissing = step.value === null
  return [
    ...(shown.weight === step.weight
      ? []
      : [`signal ${step.key}: weight ${shown.weight}, not ${step.weight}`]),
    ...(shown.assumed === isMissing && (shown.scaled === null) === isMissing
      ? []
      : [
          `signal ${step.key}: it is shown as ${shown.assumed ? 'assumed' : 'observed'}, which its value is not`,
        ]),
    ...(isMissing ? [] : differs(`signal ${step.key}: scaled`, shown.scaled, step.scaled, HALF_OF_4)),
    ...differs(`signal ${step.key}: points`, shown.points, step.points, HALF_OF_4),
  ]
}

function missingProblems({ signals, missing_signals }: CategoryScore): string[] {
  const missing = signals.filter(({ value }) => value === null).map(({ key }) => key)
  return missing.join() === missing_signals.join()
    ? []
    : [`missing_signals are ${missing_signals.join(', ') || 'none'}, not ${missing.join(', ') || 'none'}`]
}

// A list of required signals that no agent has is waived, which one agent does not show: so no tier is too high here.
function tierProblems({ tier }: CategoryScore, isReady: boolean): string[] {
  return isReady && tier !== 'evidence_ranked' ? [`tier is ${tier}, but the evidence is enough`] : []
}

function differs(field: string, shown: number | null, expected: number | null, tolerance: number): string[] {
  if (shown === expected) return []
  if (shown !== null && expected !== null && Math.abs(shown - expected) <= tolerance) return []
  return [
    `${field} is ${shown}, computed again ${expected === null ? 'nothing' : Number(expected.toFixed(6))}`,
  ]
}

function stepsText({ signals }: CategoryScore, { parts, score }: RecomputedScore): string {
  const shares = parts.map(({ id, points }) => `${id} ${Number(points.toFixed(2))}`).join(' + ')
  return `${signals.filter((signal) => !signal.assumed).length} of ${signals.length} signals observed; ${shares} = ${score}`
}
