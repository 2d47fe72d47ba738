import { Drawing } from '../drawing.ts'

/** The points of a signal as a share of the most that it can give. */
export const pointsBar = (points: number, most: number): Drawing =>
  new Drawing(
    `<svg class="points-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="most" width="100" height="8"/><rect class="part-1" width="${share(points, most)}" height="8"/></svg>`,
  )

const share = (points: number, most: number): number => (most <= 0 ? 0 : Math.round((100 * points) / most))
