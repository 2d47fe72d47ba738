import { daysBetween } from '../../core/domain/dates.ts'
import type { Drawing } from '../../core/pages/drawing.ts'
import { amount, dayAndTime } from '../../core/pages/numbers.ts'
import { drawPlot } from './plot.ts'
import { daysOf, observedDays, type PlotGiven, type Series } from './plot_given.ts'

/** A plot with all that stands around it: `templates/plot.hbs` shows it. */
export interface FigureView {
  id: string
  title: string
  description: string
  keys: { name: string; look: Series['look'] }[]
  has_gaps: boolean
  has_notes: boolean
  /** Null for a small figure. */
  wide: Drawing | null
  /** Null where nothing was observed: then there is nothing to draw. */
  narrow: Drawing | null
  /** The newest day first. */
  rows: { day: string; cells: string[]; note: string | null }[]
  as_of: { time: string; text: string }
  json: { href: string; text: string }
}

/** What of a figure is not its plot. */
export interface FigureFacts {
  /** The newest response that the figures rest on. */
  asOf: string
  /** The same figures as data. */
  json: { href: string; text: string }
  /** A small one stands beside others, and has no wide form. */
  size?: 'small' | 'full'
}

/** A plot and the table of its figures, which are the same ones. */
export function figureOf(given: PlotGiven, { asOf, json, size = 'full' }: FigureFacts): FigureView {
  const { id, title, description, series, notes, days } = given
  const observed = observedDays(given)
  const isEmpty = observed.size === 0
  return {
    ...{ id, title, description, json },
    keys: series.map(({ name, look }) => ({ name, look })),
    has_gaps: observed.size < days,
    has_notes: [...(notes?.keys() ?? [])].some((day) => observed.has(day)),
    wide: isEmpty || size === 'small' ? null : drawPlot(given, 'wide'),
    narrow: isEmpty ? null : drawPlot(given, 'narrow'),
    rows: rowsOf(given, observed),
    as_of: { time: asOf, text: dayAndTime(asOf) },
  }
}

/** A row for each day from the first one of which something is known. */
function rowsOf(given: PlotGiven, observed: Set<string>): FigureView['rows'] {
  const known = given.series.map(({ points }) => new Map(points.map(({ day, value }) => [day, value])))
  const days = daysOf(given)
  const first = days.findIndex((day) => observed.has(day))
  return (first < 0 ? [] : days.slice(first).reverse()).map((day) => ({
    day,
    cells: known.map((values) => amount(values.get(day) ?? null)),
    note: given.notes?.get(day) ?? null,
  }))
}

/** How many days to show up to the last one: all since the first that is known, within bounds. */
export function daysSince(
  first: string | null,
  last: string,
  { least, most }: { least: number; most: number },
): number {
  const known = first === null ? 0 : daysBetween(first, last) + 1
  return Math.min(most, Math.max(least, known))
}
