import { type ScoreShape, scoreBar } from '../views/score_bar.ts'
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

/** The bar of a score for a page. */
export const drawBar = (
  { score, score_low, score_high }: { score: number; score_low: number; score_high: number },
  parts: ScoreShape['parts'],
): Drawing => new Drawing(scoreBar({ parts, score, low: score_low, high: score_high }))
