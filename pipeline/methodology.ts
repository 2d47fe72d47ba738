import type { Category } from '../core/domain/category.ts'
import { SIGNALS } from '../core/domain/signals.ts'

/**
 * How a value becomes a number from 0 to 1, between bounds that are published and never move with the field.
 * `log` and `linear` read a number; `recency` and `tenure` read a time and count whole days to the logical date.
 */
type Transform =
  | { kind: 'linear'; floor: number; cap: number }
  | { kind: 'log'; floor: number; cap: number }
  | { kind: 'tenure'; floor: number; cap: number }
  | { kind: 'recency'; floor: number; cap: number; half_life: number }

/** One signal of a category: what is read, how much it weighs, and why. */
export interface MethodologySignal {
  /** A key of `SIGNALS`, where its name, unit and source stand. */
  key: string
  /** Percent of the whole; the weights of a category add up to 100. */
  weight: number
  transform: Transform
  /** What stands in (0 to 1) while the signal is not observed. Never shown as a value. */
  prior: number
  why: string
}

/** When an agent has enough evidence to be ranked in a category. The published text is made from these numbers. */
interface EvidenceRule {
  required: string[]
  min_signals: number
  /** Percent of the whole weight that must be observed. */
  min_weight: number
  min_sources: number
}

export interface Methodology {
  category: Category
  name: string
  version: string
  description: string
  signals: MethodologySignal[]
  evidence: EvidenceRule
  limitations: string[]
  changelog: { version: string; date: string; change: string }[]
}

/** Declares a methodology; a file in `pipeline/methodology/` exports the result as its default. */
export const defineMethodology = (methodology: Methodology): Methodology => methodology

/** The formula of a transform in words that a person can recompute with. */
export function formula({ transform: t }: MethodologySignal): string {
  const whole = 'clipped to 0..1, rounded to 4 decimals'
  switch (t.kind) {
    case 'linear':
      return `(x - ${t.floor}) / (${t.cap} - ${t.floor}), ${whole}`
    case 'log':
      return `(ln(1 + x) - ln(1 + ${t.floor})) / (ln(1 + ${t.cap}) - ln(1 + ${t.floor})), ${whole}`
    case 'tenure':
      return `d = whole days from x to the logical date; (d - ${t.floor}) / (${t.cap} - ${t.floor}), ${whole}`
    case 'recency':
      return `d = whole days from x to the logical date; 0.5 ^ (max(d - ${t.floor}, 0) / ${t.half_life}), 0 when d >= ${t.cap}, ${whole}`
  }
}

/** The evidence-ready rule in words. */
export function evidenceText({ evidence: rule, signals }: Methodology): string {
  const names = rule.required.map((key) => SIGNALS[key]?.name ?? key)
  const sources = `${rule.min_sources} ${rule.min_sources === 1 ? 'source' : 'different sources'}`
  const conditions = [
    ...(names.length > 0
      ? [`the signal${names.length > 1 ? 's' : ''} ${names.map((one) => `"${one}"`).join(' and ')}`]
      : []),
    `at least ${rule.min_signals} of the ${signals.length} signals in all, from at least ${sources}`,
    `signals with at least ${rule.min_weight} percent of the weight`,
  ]
  return `An agent is ranked once these have been observed: ${conditions.join('; ')}. Until then, and after it has departed, it is not ranked.`
}
