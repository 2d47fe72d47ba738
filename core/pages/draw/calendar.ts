import { Drawing } from '../drawing.ts'

const CELL = 9
const ROWS = 7

/** Days in columns of seven, the oldest first, each alive, not alive, or (null) not observed. */
export function calendar(days: (boolean | null)[]): Drawing {
  const cells = (wanted: boolean | null): string =>
    days.map((day, index) => (day === wanted ? cellAt(index) : '')).join('')
  const width = Math.ceil(days.length / ROWS) * CELL - 1
  const paths = [
    ['alive', true],
    ['dead', false],
    ['unknown', null],
  ] as const
  const drawn = paths.map(([name, state]) => `<path class="${name}" d="${cells(state)}"/>`).join('')
  return new Drawing(
    `<svg class="calendar" viewBox="0 0 ${width} ${ROWS * CELL - 1}" width="${2 * width}" aria-hidden="true">${drawn}</svg>`,
  )
}

const cellAt = (index: number): string =>
  `M${Math.floor(index / ROWS) * CELL} ${(index % ROWS) * CELL}h8v8h-8z`
