import { areaY, dot, lineY, type Markish, rect, rectY, ruleY } from '@observablehq/plot'
import { DAY_MS } from '../../core/domain/dates.ts'
import { findGaps, listDays, type PlotContent, type PlotPoint } from './plot_content.ts'

/** Noon of a day, the x position of its value. */
const toNoon = (day: string): number => Date.parse(day) + DAY_MS / 2

/** Marks days without a known value, so that they are not taken for quiet ones. */
export function gapMarks(content: PlotContent): Markish[] {
  const gaps = findGaps(content)
  return gaps.length === 0 ? [] : [rect(gaps, { x1: 'from', x2: 'to', className: 'plot-gap' })]
}

/** Draws a line for each series. A day between two gaps has no neighbour to be joined with: it is a dot. */
export function lineMarks(content: PlotContent): Markish[] {
  const { series, notes } = content
  return [
    ...bandMarks(content),
    ...series.flatMap(({ look, points }) => {
      const values = toValues(content, points)
      const alone = values.filter((value, at) => !Number.isNaN(value.y) && isAlone(values, at))
      const noted = values.filter((value) => !Number.isNaN(value.y) && notes?.has(value.day))
      return [
        lineY(values, { x: 'x', y: 'y', className: `plot-line plot-${look}` }),
        dots(alone, `plot-dot plot-${look}`),
        dots(noted, `plot-noted plot-${look}`),
      ].flat()
    }),
  ]
}

const dots = (values: Value[], className: string): Markish[] =>
  values.length === 0 ? [] : [dot(values, { x: 'x', y: 'y', r: 2.5, className })]

const isAlone = (values: Value[], at: number): boolean =>
  Number.isNaN(values[at - 1]?.y ?? Number.NaN) && Number.isNaN(values[at + 1]?.y ?? Number.NaN)

/** Draws bars, each series in front of the previous one. The edge on top shows a day of 0, which has no bar. */
export function barMarks(content: PlotContent): Markish[] {
  return content.series.flatMap(({ look, points }) => {
    const known = toValues(content, points).filter(({ y }) => !Number.isNaN(y))
    const bars = (noted: boolean, className: string) => {
      const values = known.filter(({ day }) => (content.notes?.has(day) ?? false) === noted)
      const sides = { x1: 'from', x2: 'to', insetLeft: 0.5, insetRight: 0.5 }
      return values.length === 0
        ? []
        : [rectY(values, { ...sides, y1: 0, y2: 'y', className: `${className} plot-${look}` })]
    }
    const edges = ruleY(known, { y: 'y', x1: 'from', x2: 'to', className: `plot-edge plot-${look}` })
    return [...bars(false, 'plot-bar'), ...bars(true, 'plot-bar plot-part'), ...(known.length ? [edges] : [])]
  })
}

interface Value {
  day: string
  x: number
  y: number
  from: number
  to: number
}

/** Returns the values of a series on each day shown, NaN for a gap. */
function toValues(content: PlotContent, points: PlotPoint[]): Value[] {
  const known = new Map(points.map(({ day, value }) => [day, value]))
  return listDays(content).map((day) => {
    const from = Date.parse(day)
    return { day, x: toNoon(day), y: known.get(day) ?? Number.NaN, from, to: from + DAY_MS }
  })
}

function bandMarks({ band = [], ...content }: PlotContent): Markish[] {
  if (band.length === 0) return []
  const known = new Map(band.map((bounds) => [bounds.day, bounds]))
  const bounds = listDays(content).map((day) => ({
    x: toNoon(day),
    low: known.get(day)?.low ?? Number.NaN,
    high: known.get(day)?.high ?? Number.NaN,
  }))
  return [areaY(bounds, { x: 'x', y1: 'low', y2: 'high', className: 'plot-band' })]
}
