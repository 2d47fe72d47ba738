import { type Markish, text } from '@observablehq/plot'
import { DAY_MS } from '../../core/domain/dates.ts'
import { shortDay } from '../../core/pages/numbers.ts'
import { textWidth } from './figure_sizes.ts'
import { findGaps, listDays, type PlotContent } from './plot_content.ts'

/** Free px around the scale; at its top is room for a label of each series above their highest values. */
export const MARGINS = { marginTop: 36, marginRight: 2, marginBottom: 24, marginLeft: 48 } as const

/** Height of a line of labels, in px. */
const LINE = 14

/** The scale of a drawing: its size in px, the value at its top, and its number of days. */
interface Frame {
  width: number
  height: number
  top: number
  days: number
}

const UNITS = ['', 'k', 'M', 'B']

/** A value in three digits at most, e.g. `36.5k`; with a unit in one decimal. */
export function shortValue(value: number, unit = ''): string {
  if (unit !== '') return `${Number(value.toFixed(1))}${unit}`
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1) / 3)))
  return `${Number((value / 1000 ** power).toPrecision(3))}${UNITS[power]}`
}

/** The first day at the left edge, and the last one at the right edge, where nothing of it is cut. */
export function dayLabels(days: readonly string[]): Markish[] {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const below = { frameAnchor: 'bottom', dy: 18, className: 'plot-axis' } as const
  const label = (day: string): string => shortDay(day).slice(0, -5)
  return [
    text([first], { ...below, x: (day) => Date.parse(day), text: label, textAnchor: 'start' }),
    text([last], { ...below, x: (day) => Date.parse(day) + DAY_MS, text: label, textAnchor: 'end' }),
  ]
}

/** The words in the gaps that are wide enough for them. */
export function gapLabels(content: PlotContent, { width, days }: Frame): Markish[] {
  const perDay = (width - MARGINS.marginLeft - MARGINS.marginRight) / days
  const wide = findGaps(content).filter(
    ({ from, to }) => ((to - from) / DAY_MS) * perDay > textWidth(NOT_READ),
  )
  const x = ({ from, to }: { from: number; to: number }) => (from + to) / 2
  return wide.length === 0
    ? []
    : [text(wide, { x, text: () => NOT_READ, frameAnchor: 'middle', className: 'plot-axis' })]
}

const NOT_READ = 'not read'

/** The last value of each series at its mark, with the name of the series where there are two. */
export function lastLabels(content: PlotContent, frame: Frame): Markish[] {
  const { series, unit } = content
  const shown = listDays(content)
  const found = series.flatMap(({ name, look, points }) => {
    const known = points.filter(({ day, value }) => value !== null && shown.includes(day))
    const last = known.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0]
    if (last === undefined) return []
    const value = last.value ?? 0
    return [{ name, look, value, x: Date.parse(last.day) + DAY_MS, words: shortValue(value, unit) }]
  })
  let above = Number.NEGATIVE_INFINITY
  return found
    .toSorted((a, b) => a.value - b.value)
    .map(({ name, look, value, x, words }) => {
      const height = frame.height - MARGINS.marginTop - MARGINS.marginBottom
      // Never on the label of the series below it.
      const own = found.length > 1 ? `${words} ${name}` : words
      const free = content.shape === 'bars' ? highestNear(content, x, own, frame) : value
      const up = Math.max((free / frame.top) * height + 5, above + LINE)
      above = up
      const at = (x - Date.parse(shown[0] ?? '')) / DAY_MS / frame.days
      const isLeft = at * (frame.width - MARGINS.marginLeft) < textWidth(own)
      return text([own], {
        ...{ x, frameAnchor: 'bottom', dy: -up, text: (label) => label, lineAnchor: 'bottom' },
        ...{ textAnchor: isLeft ? 'start' : 'end', className: `plot-last plot-${look}` },
      })
    })
}

/** Returns the highest bar that a label would be on, which ends at `x`. */
function highestNear({ series }: PlotContent, x: number, words: string, { width, days }: Frame): number {
  const perDay = (width - MARGINS.marginLeft - MARGINS.marginRight) / days
  const from = x - Math.ceil(textWidth(words) / perDay) * DAY_MS
  const near = series.flatMap(({ points }) =>
    points.filter(({ day }) => Date.parse(day) >= from && Date.parse(day) < x).map(({ value }) => value ?? 0),
  )
  return Math.max(0, ...near)
}
