import { Drawing } from '../drawing.ts'
import { relativePath } from './short_path.ts'

/**
 * The least distance between the lowest and the highest value, in points: a tremble must not look like a fall, and lines
 * that stand below each other are compared.
 */
const MIN_SPAN = 20

interface Size {
  width: number
  height: number
}

// One decimal: pictures stay small, and the same on every machine.
const at = (value: number): string => String(Math.round(value * 10) / 10)

/** The course of values over days, the oldest first; a day without one (null) is a gap. Null where fewer than two are known. */
export function sparkline(values: (number | null)[], name: string, { width, height }: Size): Drawing | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const span = Math.max(high - low, MIN_SPAN)
  const base = (low + high - span) / 2
  const x = (index: number) => at(2 + (index * (width - 4)) / (values.length - 1))
  const y = (value: number) => at(height - 2 - ((value - base) / span) * (height - 4))
  return new Drawing(
    `<svg class="${name}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true"><path d="${relativePath(linePath(values, x, y))}"/>${endDot(values, x, y)}</svg>`,
  )
}

/** The value of the last day as a dot. */
function endDot(
  values: (number | null)[],
  x: (index: number) => string,
  y: (value: number) => string,
): string {
  const last = values.at(-1) ?? null
  return last === null ? '' : `<path class="end" d="M${x(values.length - 1)} ${y(last)}h0"/>`
}

function linePath(
  values: (number | null)[],
  x: (index: number) => string,
  y: (value: number) => string,
): string {
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const point = `${x(index)},${y(value)}`
      const step = `${isOpen ? 'L' : 'M'}${point}`
      isOpen = true
      return isAlone(values, index) ? `${step}L${point}` : step
    })
    .join('')
}

/** A day between two unknown ones is a dot: a line of no length with round ends. */
const isAlone = (values: (number | null)[], index: number): boolean =>
  (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
