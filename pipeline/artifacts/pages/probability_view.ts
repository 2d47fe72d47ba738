import { Drawing } from '../../../core/pages/drawing.ts'
import { formatAmount } from '../../../core/pages/numbers.ts'
import type { GhostIndex } from '../../../core/resources/ghost_index.schema.ts'

/** View of how well earlier probabilities held. */
export interface ProbabilityView {
  says: string
  diagram: Drawing
  tenths: { said: string; agents: number; mean: number; shown: number }[]
}

/** Returns the test of earlier probabilities for people; null while no day is old enough. */
export function toProbability({ probability }: Pick<GhostIndex, 'probability'>): ProbabilityView | null {
  if (probability === null) return null
  const { made_on, until, agents, shown_share, brier, brier_base, tenths } = probability
  const percent = (share: number): number => Math.round(10_000 * share) / 100
  const better = brier_base > 0 ? `, ${Math.round(100 * (1 - brier / brier_base))} % lower` : ''
  return {
    says: `Of ${formatAmount(agents)} agents ${formatAmount(percent(shown_share))} % showed a sign of life from ${made_on} to ${until}. The probabilities made on ${made_on}, from the days until then alone, have a Brier score of ${brier}; to say that one share of all has ${brier_base}${better}.`,
    diagram: drawReliability(tenths),
    tenths: tenths.map(({ from, to, agents, mean_probability, shown_share }) => ({
      said: `${percent(from)} to ${percent(to)} %`,
      agents,
      mean: percent(mean_probability),
      shown: percent(shown_share),
    })),
  }
}

type Tenth = NonNullable<GhostIndex['probability']>['tenths'][number]

/** Draws a reliability diagram: points on the diagonal came true as often as was said. A table beside it has the figures. */
function drawReliability(tenths: readonly Tenth[]): Drawing {
  const points = tenths.map(
    ({ mean_probability, shown_share }) =>
      `<circle class="plot-dot" cx="${at(10 + 100 * mean_probability)}" cy="${at(110 - 100 * shown_share)}" r="2.5"/>`,
  )
  return new Drawing(
    `<svg class="plot-svg reliability-diagram" viewBox="0 0 120 120" aria-hidden="true"><path class="plot-grid" fill="none" d="M10 10V110H110M10 110L110 10"/><g class="plot-main">${points.join('')}</g></svg>`,
  )
}

const at = (value: number): string => String(Math.round(value * 100) / 100)
