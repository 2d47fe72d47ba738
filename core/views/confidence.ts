import type { z } from 'zod'
import { NUMBERS } from '../domain/numbers.ts'
import type { trustEvaluationFull } from '../resources/trust_evaluation.schema.ts'
import type { AgentRecord, StandingRow } from './agent_record.ts'

type Reason = z.infer<typeof trustEvaluationFull>['confidence_reasons'][number]

/** Explains the confidence in an agent: its observed share, in the category in which that is highest. */
export function confidenceReasons({ standings, reliability }: AgentRecord): Reason[] {
  const best = standings.toSorted(byObservation)[0]
  const weight = best?.observed_weight ?? 0
  const sources = best === undefined ? 0 : countSources(best)
  const days = reliability?.observed_days_30 ?? 0
  const where = best === undefined ? 'of any category' : `of ${best.category}`
  return [
    {
      input: 'observed_weight',
      value: weight,
      medium_from: NUMBERS.medium_weight,
      high_from: NUMBERS.high_weight,
      sentence: `Observed signals make up ${weight} % of the weight ${where}.`,
    },
    {
      input: 'sources',
      value: sources,
      medium_from: 0,
      high_from: NUMBERS.high_sources,
      sentence: `The observed signals ${where} come from ${sources} source(s).`,
    },
    {
      input: 'observed_days_30',
      value: days,
      medium_from: 1,
      high_from: NUMBERS.full_coverage_days,
      sentence: `Liveness was observed on ${days} of the last 30 days.`,
    },
  ]
}

const countSources = ({ signals }: StandingRow): number =>
  new Set(signals.filter((signal) => !signal.is_assumed).map((signal) => signal.source)).size

function byObservation(a: StandingRow, b: StandingRow): number {
  const isBefore = a.category < b.category ? -1 : 1
  return b.observed_weight - a.observed_weight || countSources(b) - countSources(a) || isBefore
}
