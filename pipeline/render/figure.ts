import { daysBetween } from '../../core/domain/dates.ts'
import type { Drawing } from '../../core/pages/drawing.ts'
import { dayAndTime, formatAmount } from '../../core/pages/numbers.ts'
import { drawPlot } from './plot.ts'
import { listDays, observedDays, type PlotContent, type Series } from './plot_content.ts'

/** A plot with title, legend, table and links, as `templates/plot.hbs` shows it. */
export interface FigureView {
  id: string
  title: string
  description: string
  keys: { name: string; look: Series['look'] }[]
  has_gaps: boolean
  has_notes: boolean
  /** Null for a small figure. */
  wide: Drawing | null
  /** Null if nothing was observed. */
  narrow: Drawing | null
  /** The newest day first. */
  rows: { day: string; cells: string[]; note: string | null }[]
  as_of: { time: string; text: string }
  json: { href: string; text: string }
}

/** The properties of a figure other than its plot. */
export interface FigureFacts {
  /** Time of the newest response behind the figures. */
  asOf: string
  /** Link to the same figures as data. */
  json: { href: string; text: string }
  /** A small figure is one of several side by side, and has no wide form. */
  size?: 'small' | 'full'
}

/** Returns a plot and the table of the same figures. */
export function toFigure(content: PlotContent, { asOf, json, size = 'full' }: FigureFacts): FigureView {
  const { id, title, description, series, notes, days } = content
  const observed = observedDays(content)
  const isEmpty = observed.size === 0
  return {
    ...{ id, title, description, json },
    keys: series.map(({ name, look }) => ({ name, look })),
    has_gaps: observed.size < days,
    has_notes: [...(notes?.keys() ?? [])].some((day) => observed.has(day)),
    wide: isEmpty || size === 'small' ? null : drawPlot(content, 'wide'),
    narrow: isEmpty ? null : drawPlot(content, 'narrow'),
    rows: toRows(content, observed),
    as_of: { time: asOf, text: dayAndTime(asOf) },
  }
}

/** Returns a row for each day from the first one with a known value. */
function toRows(content: PlotContent, observed: Set<string>): FigureView['rows'] {
  const known = content.series.map(({ points }) => new Map(points.map(({ day, value }) => [day, value])))
  const days = listDays(content)
  const first = days.findIndex((day) => observed.has(day))
  return (first < 0 ? [] : days.slice(first).reverse()).map((day) => ({
    day,
    cells: known.map((values) => formatAmount(values.get(day) ?? null)),
    note: content.notes?.get(day) ?? null,
  }))
}

/** Returns the number of days to show up to the last one: all since the first known day, within bounds. */
export function daysSince(
  first: string | null,
  last: string,
  { least: min, most: max }: { least: number; most: number },
): number {
  const known = first === null ? 0 : daysBetween(first, last) + 1
  return Math.min(max, Math.max(min, known))
}
