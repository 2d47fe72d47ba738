import { assumedPoints, scoreBar } from '../views/score_bar.ts'
import { Drawing } from './drawing.ts'
import type { PageMethodology } from './page_site.ts'
import type { PartView } from './page_view.ts'

/** The parts of a methodology, each with the class that colours it wherever it is drawn. */
export const partViews = ({ parts }: Pick<PageMethodology, 'parts'>): PartView[] =>
  parts.map(({ name }, index) => ({ name, style: `part-${index + 1}` }))

/** The points of each part, in the order of the methodology. */
export function partPoints(
  { parts, signals }: Pick<PageMethodology, 'parts' | 'signals'>,
  given: { key: string; points: number }[],
): number[] {
  const partByKey = new Map(signals.map(({ key, part }) => [key, part]))
  return parts.map(({ id }) =>
    given.reduce((sum, { key, points }) => (partByKey.get(key) === id ? sum + points : sum), 0),
  )
}

/** A score with its signals. */
interface ScoredRow {
  score: number
  score_low: number
  score_high: number
  signals: { key: string; points: number; is_assumed: boolean }[]
}

/** The bar of a score for a page: what was measured by part, and what is assumed. */
export const drawBar = (
  { score, score_low, score_high, signals }: ScoredRow,
  methodology: Pick<PageMethodology, 'parts' | 'signals'>,
): Drawing =>
  new Drawing(
    scoreBar({
      parts: partPoints(
        methodology,
        signals.filter(({ is_assumed }) => !is_assumed),
      ),
      assumed: assumedPoints(signals),
      ...{ score, low: score_low, high: score_high },
    }),
  )
