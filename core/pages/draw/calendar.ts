import { Drawing } from '../drawing.ts'

const STEP = 4
const HEIGHT = 24

/** A tick for each day, the oldest first: tall where it was alive, half as tall where it was not, a dot (null) for not read. */
export function calendar(days: (boolean | null)[]): Drawing {
  const ticks = (wanted: boolean | null, height: number): string =>
    days.map((day, at) => (day === wanted ? `M${at * STEP} ${HEIGHT}v-${height}h3v${height}z` : '')).join('')
  const drawn = [
    `<path class="alive" d="${ticks(true, HEIGHT)}"/>`,
    `<path class="dead" d="${ticks(false, HEIGHT / 2)}"/>`,
    `<path class="unknown" d="${ticks(null, 3)}"/>`,
  ]
  return new Drawing(
    `<svg class="calendar" viewBox="0 0 ${days.length * STEP - 1} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${drawn.join('')}</svg>`,
  )
}
